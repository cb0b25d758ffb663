"""The formats of export, a file each; every module here that has an `EXPORT` is registered."""
