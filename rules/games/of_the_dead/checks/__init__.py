"""The checks of of the dead, a file per chapter of the document."""
