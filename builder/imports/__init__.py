"""Lists from outside: files, archives and pasted text, read as far as they are understood."""
