"""The screens of lists, a file each."""
