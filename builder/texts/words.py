"""The words of a game's documents in both languages: what a key or a slug is called, and what a word means."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from builder.texts.spec import SHARED_WORDS, TEXTS
from rules.catalogue import Catalogue
from rules.text import Text, visible

SLUG_MARK = "="  # before a slug that no word names
YES_NO = {True: Text("oui", "yes"), False: Text("non", "no")}
NOT_LETTERS = re.compile(r"[\W_]+")
COLLECTIONS = (
    "unit_types",
    "characteristics",
    "weapons",
    "equipment",
    "abilities",
    "options",
    "ammunition",
    "modifications",
    "factions",
    "activities",
    "scenarios",
)


class UnknownWord(ValueError):
    """No key or entry is called so, or several are."""


def normalised(text: str) -> str:
    """What spellings of one name have in common: no marks, case, apostrophes or hyphens; words with single spaces."""
    letters = unicodedata.normalize("NFKD", visible(text).replace("œ", "oe").replace("Œ", "oe")).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return NOT_LETTERS.sub(" ", plain).strip()


class Words:
    """The words of one edition of a game's book; a name may be given in either language."""

    def __init__(self, book: Catalogue) -> None:
        self.book = book
        self.known_labels: dict[str, frozenset[str]] = {}  # of keys of the book alone, so they are few
        self.own = {**SHARED_WORDS, **TEXTS[book.game].words}

    @cached_property
    def entries(self) -> dict[str, dict[str, Any]]:
        """The entries by slug of each collection and each table of the book."""
        entries: dict[str, dict[str, Any]] = {name: getattr(self.book, name) for name in COLLECTIONS}
        entries.update({name: table.rows for name, table in self.book.tables.items()})
        return entries

    @cached_property
    def collections(self) -> dict[str, dict[str, tuple[Text, ...]]]:
        """The names of each entry by its slug, by the collection or table of the book that it stands in."""
        names = {name: {slug: names_of(entry) for slug, entry in rows.items()} for name, rows in self.entries.items()}
        roles = (role for scenario in self.book.scenarios.values() for role in scenario.roles)
        names["roles"] = {role.slug: (role.name,) for role in roles}
        return names

    @cached_property
    def meanings(self) -> dict[str, dict[str, set[str]]]:
        """By collection, the slugs that each normalised name may mean; under "" those of all."""
        meanings: dict[str, dict[str, set[str]]] = {"": {}}
        everything = self.collections | {"": {slug: (text,) for slug, text in self.own.items()}}
        for collection, rows in everything.items():
            for slug, names in rows.items():
                for name in (name for text in names for name in (text.fr, text.en) if name):
                    for where in {collection, ""}:
                        meanings.setdefault(where, {}).setdefault(normalised(name), set()).add(slug)
        return meanings

    def game(self, language: str) -> str:
        return self.book.name.into(language)

    # --- keys ---

    def label(self, key: str, language: str) -> str:
        """What a key of a document is called; a key without a word is its own."""
        return self.text(key).into(language)

    def text(self, key: str) -> Text:
        names = self.own.get(key) or next((rows[key][0] for rows in self.collections.values() if key in rows), None)
        return names or Text(key.replace("_", " "))

    def key(self, label: str, keys: Iterable[str]) -> str:
        """The key among `keys` that has this label in one of the languages. Raises `UnknownWord`."""
        wanted = normalised(label)
        fitting = [key for key in keys if wanted in self.labels(key)]
        if len(fitting) != 1:
            raise UnknownWord(label)
        return fitting[0]

    def labels(self, key: str) -> frozenset[str]:
        """The normalised labels of a key."""
        if key not in self.known_labels:
            text = self.text(key)
            self.known_labels[key] = frozenset(map(normalised, (text.fr or text.en, text.en or text.fr)))
        return self.known_labels[key]

    # --- entries ---

    def names(self, slug: str, path: tuple[str, ...]) -> Iterator[Text]:
        """The names of what a slug under these keys may be, the likeliest first."""
        for collection in self.likely(path):
            yield from self.collections[collection].get(slug, ())
        if slug in self.own:
            yield self.own[slug]
        for rows in self.collections.values():
            yield from rows.get(slug, ())

    def slug(self, name: str, path: tuple[str, ...]) -> str:
        """The slug of what is called so in either language, where `path` are the keys above. Raises `UnknownWord`."""
        if name.startswith(SLUG_MARK):
            return name.removeprefix(SLUG_MARK)
        wanted = normalised(name)
        for collection in (*self.likely(path), ""):
            slugs = self.meanings.get(collection, {}).get(wanted, set())
            if len(slugs) == 1:
                return next(iter(slugs))
        raise UnknownWord(name)

    def likely(self, path: tuple[str, ...]) -> list[str]:
        """The collections that are called as one of the last keys, or their plural, the nearest first."""
        ends = [key + ending for key in reversed(path[-2:]) for ending in ("", "s")]
        ends += [end.replace("ys", "ies") for end in ends if end.endswith("ys")]
        return [end for end in ends if end in self.collections]


def names_of(entry: Any) -> tuple[Text, ...]:
    """The name of an entry and the other one that the book gives it."""
    return tuple(filter(None, (entry.name, getattr(entry, "also", None))))


_WORDS: dict[tuple[str, str], Words] = {}


def words_of(book: Catalogue) -> Words:
    """The words of an edition, made once for each state of its book."""
    words = _WORDS.get((book.game, book.edition))
    if words is None or words.book is not book:
        words = _WORDS[book.game, book.edition] = Words(book)
    return words
