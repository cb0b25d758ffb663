"""Lists from outside: what is read of files and pasted texts."""
