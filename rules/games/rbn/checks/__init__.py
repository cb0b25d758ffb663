"""The checks of Red Button's Nation, a file per chapter of the book."""
