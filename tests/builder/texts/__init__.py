"""The text of a list, and what is read of it."""
