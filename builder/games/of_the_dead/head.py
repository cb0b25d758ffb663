"""The head of a gang: no fields of its own, but the form of a new gang names its first character."""

from collections.abc import Mapping
from typing import Any

from builder.games.of_the_dead.edits import BLANK, DESCRIPTION
from builder.lists.edits import words
from builder.lists.loaded import LoadedRoster
from rules.games.of_the_dead.document import Character

FIRST_CHARACTER = {"character": DESCRIPTION["name"], "player": DESCRIPTION["player"]}


def read_head(loaded: LoadedRoster, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a gang from a sent form: its first character, where it has none yet. Raises `BadEdit`."""
    if loaded.document.units:
        return {}
    return {"units": (first_character(fields),)}


def first_character(fields: Mapping[str, str]) -> Character:
    """A character with a point in each attribute, with the name and the player of a form. Raises `BadEdit`."""
    name, player = (words(fields, key, shape) for key, shape in FIRST_CHARACTER.items())
    return Character(attributes=BLANK, name=name, player=player)
