"""An in-memory cache of rendered templates, one per process."""

import operator
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any

from cachetools import LRUCache
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

MOST_CHARACTERS = 32_000_000


class FragmentCache:
    """Rendered templates by their inputs, up to `most` characters; the least recently used are dropped first."""

    def __init__(self, most: int = MOST_CHARACTERS):
        self.entries: LRUCache[Hashable, tuple[tuple, SafeString]] = LRUCache(
            most, getsizeof=lambda entry: len(entry[1])
        )
        self.lock = Lock()

    def render(
        self, template: str, key: Hashable, objects: tuple, make_context: Callable[[], dict[str, Any]]
    ) -> SafeString:
        """The template rendered with `make_context()`, or the cached text for the same template, key and objects.

        key     -- the inputs of the template that are compared by value
        objects -- its other inputs, which never change (entries of the book): compared by identity
        """
        whole_key = (template, key, *map(id, objects))
        with self.lock:
            entry = self.entries.get(whole_key)
        if entry is None or not all(map(operator.is_, entry[0], objects)):
            entry = objects, mark_safe(get_template(template).render(make_context()))
            if len(entry[1]) <= self.entries.maxsize:
                with self.lock:
                    self.entries[whole_key] = entry
        return entry[1]

    def clear(self) -> None:
        with self.lock:
            self.entries.clear()


fragment_cache = FragmentCache()
