"""Where files may be sent to: bodies of several parts are refused everywhere else, before they are read."""

import re

TAKE_FILES = re.compile(r"/(import(/shared)?|check|(lists|battles)/[0-9]+/pictures)/").fullmatch
MOST_UPLOADED = 5_000_000  # bytes of such a body, of which what is above `DATA_UPLOAD_MAX_MEMORY_SIZE` must be files
