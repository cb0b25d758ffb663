"""Battles that were stored while facts were texts with blanks between open and play as those of today."""

from random import Random

import pytest

from builder.battles.document import read, write
from builder.battles.spec import BATTLES, BattleContext
from tests.battles.test_every_chance import GAMES, acts, marked


def as_before(data):
    """The same JSON with each list of a fact as one text."""
    for owner in (
        *data["sides"],
        *(unit for side in data["sides"] for unit in side["units"]),
        *data["others"].values(),
    ):
        facts = owner.get("facts", {})
        facts |= {name: " ".join(value) for name, value in facts.items() if isinstance(value, list)}
    return data


@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_what_it_was(game):
    spec, rng = BATTLES[game], Random(27)
    for _battle in range(3):
        now = marked(rng, GAMES[game](rng)).battle
        before = read(as_before(write(now)))
        assert read(write(now)) == now != before
        book = GAMES[game](Random(0)).catalogue
        contexts = [BattleContext(battle, book, [None] * len(now.sides), "en") for battle in (now, before)]
        for slug, action, path in acts(spec, contexts[0]):
            attempts = [action.attempt(context, {"unit": path} if path else {}) for context in contexts]
            said = [(one.fields, one.dice, one.against, one.reasons, one.notes, one.chances) for one in attempts]
            assert said[0] == said[1], (slug, path)
        assert [*acts(spec, contexts[0])] == [*acts(spec, contexts[1])]
