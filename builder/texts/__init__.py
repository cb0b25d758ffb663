"""A list as text that reads back: every choice in words of the book, in French or English."""
