"""Values that take long to work out, in the cache of all processes."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.core.cache import cache

from builder.sheets.version import version

MAX_AGE = 600  # seconds


def cached(name: str, parts: tuple, is_whole: Callable[[Any], bool], make: Callable[[], Any]) -> Any:
    """What `make()` returns, for as long as `parts` and the code are the same; `is_whole` tells such a value."""
    key = f"{name}:" + hashlib.sha256(repr((*parts, version())).encode()).hexdigest()
    value = cache.get(key)
    if not is_whole(value):
        value = make()
        cache.set(key, value, MAX_AGE)
    return value
