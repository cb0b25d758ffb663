"""The screens of gatherings, a file each."""
