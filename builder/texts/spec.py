"""What a game brings to the texts of its lists: `TextSpec`, registered in `TEXTS`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.registry import Registry
from rules.catalogue import Catalogue
from rules.text import Text


@dataclass(frozen=True)
class TextSpec:
    """How a game's lists are written as text and read from it.

    words   -- what a reader sees of the keys and words of a document that no entry of the book names
    entries -- key -> (catalogue) -> the entries that it may name, where no collection of the book is called so
    item    -- (data of the list, key, slug) -> an item of a list under this key as its document has it
    kind    -- (number of units before it) -> the kind of a unit of which nothing else is known; None: the first one
    """

    words: Mapping[str, Text] = field(default_factory=dict)
    entries: Mapping[str, Callable[[Catalogue], Iterable[Any]]] = field(default_factory=dict)
    item: Callable[[dict[str, Any], str, str], Any] = lambda _data, _key, slug: slug
    kind: Callable[[int], str] | None = None


TEXTS: Registry[TextSpec] = Registry("TextSpec", TextSpec())

# The keys that the documents of every game have.
SHARED_WORDS = {
    "name": Text("Nom", "Name"),
    "notes": Text("Notes", "Notes"),
    "edition": Text("Édition", "Edition"),
    "log": Text("Journal", "Log"),
    "date": Text("Date", "Date"),
    "title": Text("Titre", "Title"),
    "text": Text("Texte", "Text"),
    "units": Text("Unités", "Units"),
    "unit": Text("Unité", "Unit"),
    "rolls": Text("Jets", "Rolls"),
    "seed": Text("Graine", "Seed"),
    "dice": Text("Dés", "Dice"),
    "result": Text("Résultat", "Result"),
    "kind": Text("Genre", "Kind"),
    "count": Text("Nombre", "Count"),
    "list": Text("Liste", "List"),
    "silhouette": Text("Silhouette", "Silhouette"),
    "picture": Text("Photo", "Photo"),
}
