"""A fingerprint of all that makes a sheet, so that kept sheets do not outlive the code that drew them."""

import hashlib
from functools import cache

from django.conf import settings

SOURCES = (
    "builder/**/*.py",
    "rules/**/*.py",
    "templates/sheets/**/*.html",
    "static/print*",
    "static/print/*",
    "static/fonts/*",
    "locale/**/*.mo",
)


@cache
def version():
    """The fingerprint, read once per process."""
    hashed = hashlib.sha256()
    for pattern in SOURCES:
        for file in sorted(settings.BASE_DIR.glob(pattern)):
            if file.is_file():
                hashed.update(file.read_bytes())
    return hashed.hexdigest()
