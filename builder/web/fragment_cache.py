"""An in-memory cache of rendered templates, one per process."""

import operator
from collections.abc import Hashable
from threading import Lock
from typing import Any

from cachetools import LRUCache
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

MOST_CHARACTERS = 32_000_000


class FragmentCache:
    """Rendered templates by their inputs, up to `most` characters; the least recently used are dropped first."""

    def __init__(self, most: int = MOST_CHARACTERS):
        self.entries: LRUCache[Hashable, tuple[tuple, SafeString]] = LRUCache(
            most, getsizeof=lambda entry: len(entry[1])
        )
        self.lock = Lock()

    def render(self, template: str, context: dict[str, Any], key: Hashable, objects: tuple) -> SafeString:
        """The template rendered with a context, or the cached text for the same language, template, key and objects.

        key     -- the inputs of the template that are compared by value
        objects -- its other inputs, which never change (entries of the book): compared by identity
        """
        whole_key = (get_language(), template, key, *map(id, objects))
        with self.lock:
            entry = self.entries.get(whole_key)
        if entry is None or not all(map(operator.is_, entry[0], objects)):
            entry = objects, mark_safe(get_template(template).render(context))
            if len(entry[1]) <= self.entries.maxsize:
                with self.lock:
                    self.entries[whole_key] = entry
        return entry[1]

    def clear(self) -> None:
        with self.lock:
            self.entries.clear()


fragment_cache = FragmentCache()
