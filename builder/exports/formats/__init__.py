"""The formats of export: the `EXPORT` of each module here is registered."""
