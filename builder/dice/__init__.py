"""Rolls on the tables of a book, and the page that checks a throw."""
