"""An in-memory cache of rendered templates, one per process."""

import operator
import re
from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Any

from cachetools import LRUCache
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from builder.web.keys import new_key

MOST_BYTES = 16_000_000

# Where the tokens of a form go in a text that is kept. No text of a player reads so: pages escape its "<".
CSRF_TOKEN = mark_safe("<csrf-token>")
UID = mark_safe("<uid>")
FILLED_IN_LATER = {"csrf_token": CSRF_TOKEN, "uid_later": UID}  # the context of forms in it


class FragmentCache:
    """Rendered templates by their inputs, up to `most` bytes; the least recently used are dropped first."""

    def __init__(self, most: int = MOST_BYTES):
        self.entries: LRUCache[Hashable, tuple[tuple, bytes]] = LRUCache(most, getsizeof=lambda entry: len(entry[1]))
        self.lock = Lock()

    def render(self, template: str, context: dict[str, Any], key: Hashable, objects: tuple) -> SafeString:
        """The template rendered with a context, or the cached text for the same language, template, key and objects.

        key, objects -- the inputs of the template, as in `kept`
        """
        return self.kept((template, key), objects, lambda: get_template(template).render(context))

    def kept(self, key: Hashable, objects: tuple, make: Callable[[], str]) -> SafeString:
        """What `make` gives, or the cached text for the same language, key and objects.

        It is kept as UTF-8: a str with one typographic apostrophe takes two bytes for each of its characters.

        key     -- the inputs that are compared by value
        objects -- the other inputs, which never change (entries of the book): compared by identity
        """
        whole_key = (get_language(), key, *map(id, objects))
        entry = None
        with self.lock, suppress(KeyError):
            entry = self.entries[whole_key]  # `get` would hash the key once more
        if entry is None or not all(map(operator.is_, entry[0], objects)):
            entry = objects, make().encode()
            if len(entry[1]) <= self.entries.maxsize:
                with self.lock:
                    self.entries[whole_key] = entry
        return mark_safe(entry[1].decode())

    def clear(self) -> None:
        with self.lock:
            self.entries.clear()


fragment_cache = FragmentCache()


def filled_in(html: SafeString, csrf_token: str) -> SafeString:
    """A kept text with the token of a visitor and new ids."""
    first, *parts = html.replace(CSRF_TOKEN, csrf_token).split(UID)
    return mark_safe(first + "".join(new_key() + part for part in parts))


def without_indentation(content: str) -> SafeString:
    """HTML without the indentation of its templates, which is a fifth of a long page."""
    return mark_safe(re.sub(r"\s*\n\s*", "\n", content))
