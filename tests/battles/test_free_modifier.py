"""The table may add to every roll but to those for which it makes no sense."""

from random import Random

import pytest

from builder.battles.spec import BATTLES
from rules.play.form import FREE
from tests.battles.test_every_chance import GAMES, acts, attempts, marked

BATTLES_EACH = 8
WITHOUT = {  # events of a table, which nobody does well or badly; where an accident leads; successes typed in
    "rbn": {"encounter", "accident", "damage"},
    "first-wave": {"entry", "resource"},
}


@pytest.mark.parametrize("game", GAMES)
def test_the_table_may_change_all_dice_but_those_of_events(game):
    rng, spec = Random(27), BATTLES[game]
    rolled, changed = set(), set()
    for _battle in range(BATTLES_EACH):
        context = marked(rng, GAMES[game](rng))
        for slug, action, path in acts(spec, context):
            for _sent, attempt in attempts(rng, context, action, path):
                rolled |= {slug} if attempt.dice else set()
                changed |= {slug} if FREE in [field.name for field in attempt.fields] else set()
    assert rolled - changed == WITHOUT[game]
    assert not changed & WITHOUT[game]
