"""Rolls on the tables of a book, and the page where anybody checks a throw."""
