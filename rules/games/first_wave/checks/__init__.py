"""First Wave's checks, a file per chapter, in the order of the book."""
