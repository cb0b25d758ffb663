"""A fingerprint of all files that sheets are made from, so that cached sheets of older code are not used."""

import hashlib
from functools import cache

from django.conf import settings

SOURCES = (
    "builder/**/*.py",
    "builder/sheets/*.json",
    "rules/**/*.py",
    "templates/sheets/**/*.html",
    "static/print*",
    "static/print/*",
    "static/fonts/*",
    "locale/**/*.mo",
)


@cache
def version() -> str:
    """The SHA-256 of these files, computed once per process."""
    hashed = hashlib.sha256()
    for pattern in SOURCES:
        for file in sorted(settings.BASE_DIR.glob(pattern)):
            if file.is_file():
                hashed.update(file.read_bytes())
    return hashed.hexdigest()
