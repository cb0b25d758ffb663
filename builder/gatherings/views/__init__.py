"""The views of gatherings, a file per page."""
