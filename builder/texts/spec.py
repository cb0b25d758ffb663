"""What a game brings to the texts of its lists: `TextSpec`, registered in `TEXTS`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.registry import Registry
from rules.text import Text


@dataclass(frozen=True)
class TextSpec:
    """words -- what a reader sees of the keys and words of a document that no entry of the book names"""

    words: Mapping[str, Text] = field(default_factory=dict)


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
    "silhouette": Text("Silhouette", "Silhouette"),
}
