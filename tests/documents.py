"""Hypothesis strategies for documents of any game, from the shape of its documents and the slugs of its book."""

import json
from copy import deepcopy
from dataclasses import fields
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from rules import shapes
from rules.registry import GAMES
from tests import make

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
UNKNOWN_SLUG = st.lists(st.text(LETTERS, min_size=1, max_size=6), min_size=1, max_size=3).map("-".join)
INTEGER = st.integers() | st.integers(-3, 12) | st.sampled_from([10**40, -(10**40), 10**3999])
WORDS = ["attacker", "defender", "driver", "driver-gunner", "gunner", "passenger"]  # slugs that stand in no book
TEXT = st.just("-") | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
MOST = 4  # entries of a list
ROSTERS = Path(__file__).parent / "rosters"


@cache
def documents(game, most_units=6):
    """Documents of a game that can be read: of its shape, or mixed from the samples and one of its shape."""
    of_shape = Strategies(make.catalogue(game)).of(GAMES[game].shape, most_units)
    lists = samples(game)
    if not lists:
        return of_shape
    units = [unit for document in lists for unit in document["units"]]
    some_units = st.lists(st.sampled_from(units), max_size=most_units) if units else st.just([])
    return of_shape | st.builds(mixed, st.sampled_from(lists), of_shape, some_units)


def mixed(document, other, units):
    """A copy of a document with these units, one unit of another document, and one key of its head if both have it."""
    keys = sorted(other.keys() & document.keys() - {"units"})[:1]
    return deepcopy(document | {"units": units + other["units"][:1]} | {key: other[key] for key in keys})


@cache
def samples(game):
    """The documents of a game in tests/rosters."""
    files = [file for file in sorted((ROSTERS / game).glob("*.json")) if not file.name.endswith(".expected.json")]
    return [json.loads(file.read_text("utf-8")) for file in files]


class Strategies:
    """Strategies for the shapes of documents; slugs are mostly those of one book."""

    def __init__(self, book):
        self.slugs = st.sampled_from([*known_slugs(book), *WORDS]) | UNKNOWN_SLUG

    def of(self, shape, most=MOST):
        if hasattr(shape, "choices"):
            return st.one_of([self.of(choice) for choice in shape.choices])
        return getattr(self, type(shape).__name__.lower())(shape, most)

    def position(self, shape, most):
        return self.integer(shape, most)

    def integer(self, shape, _most):
        if shape.least is None and shape.most is None:
            return INTEGER
        return st.integers(shape.least, min(20, shape.most or 20))

    def flag(self, _shape, _most):
        return st.booleans()

    def string(self, shape, _most):
        return TEXT.filter(lambda text: len(text) <= shape.longest)

    def slug(self, _shape, _most):
        return self.slugs

    def exactly(self, shape, _most):
        return st.sampled_from(shape.words)

    def either(self, shape, most):
        return st.one_of([self.of(one, most) for one in shape.by_type.values()])

    def maybe(self, shape, most):
        return st.none() | self.of(shape.shape, most)

    def several(self, shape, most):
        return st.lists(self.of(shape.shape), max_size=most)

    def map(self, shape, most):
        if shape.keys is None:
            return st.dictionaries(self.slugs | TEXT, self.of(shape.shape), max_size=most)
        return st.fixed_dictionaries({}, optional={key: self.of(shape.shape) for key in shape.keys})

    def tagged(self, shape, most):
        return st.one_of([self.of(record, most) for record in shape.records.values()])

    def record(self, shape, most):
        required = {key: self.of(shape.fields[key].shape, most) for key in shape.required}
        optional = {key: self.of(field.shape) for key, field in shape.fields.items() if key not in required}
        whole = st.fixed_dictionaries(required, optional=optional)
        return whole | self.of(shape.fields[shape.short].shape) if shape.short else whole


def known_slugs(book):
    """Every slug that an entry of the book has."""
    collections = [one for field in fields(book) if isinstance(one := getattr(book, field.name), dict)]
    collections += [table.rows for table in book.tables.values()]
    return sorted({slug for collection in collections for slug in collection if shapes.SLUG(slug)})
