"""Where files may be sent to: bodies of several parts are refused everywhere else, before they are read."""

TAKE_FILES = ("/import/",)
