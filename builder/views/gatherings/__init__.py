"""The screens of what several people share, a file each."""
