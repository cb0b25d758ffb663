"""Sheets: the content of a list for print and for its share link, and its layout on paper. See parts.py, layout.py."""
