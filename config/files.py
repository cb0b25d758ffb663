"""Where files may be sent to: bodies of several parts are refused everywhere else, before they are read."""

import re

ARCHIVES = "/import/"  # a player's own data come back there: a list with a hundred photos of 300 kB
TAKE_FILES = re.compile(r"/(import/shared|check|box/[a-z-]+|(lists|battles)/[0-9]+/pictures)/").fullmatch
MOST_ARCHIVED, MOST_UPLOADED = 40_000_000, 5_000_000


def most_uploaded(path: str) -> int:
    """How many bytes a body with files may have, but for 1 MB all of them of files; 0 where none are taken."""
    if path == ARCHIVES:
        return MOST_ARCHIVED
    return MOST_UPLOADED if TAKE_FILES(path) else 0
