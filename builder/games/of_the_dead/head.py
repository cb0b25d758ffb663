"""The head of a gang: it has none of its own, but a new one begins with a character who is named there."""

from builder.games.of_the_dead.edits import BLANK
from builder.lists.edits import words
from rules.document import NAME
from rules.games.of_the_dead.document import CHARACTER, Character

FIRST = {"character": NAME, "player": CHARACTER.fields["player"][0]}


def read_head(loaded, fields):
    """The fields of a gang from a sent form: its first character, where it has none yet."""
    if loaded.document.units:
        return {}
    character, player = (words(fields, key, shape) for key, shape in FIRST.items())
    return {"units": (Character(attributes=BLANK, name=character, player=player),)}


def head(_catalogue, gang=None):
    """What the form of the head shows."""
    return {"values": dict.fromkeys(FIRST, ""), "gang": gang}
