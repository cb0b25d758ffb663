"""Commands of battles with wrong arguments: each is refused with a sentence, and takes nothing beside it along."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.battles.document import read, write
from builder.battles.marks import MarkContext, apply_changes, logged_changes, perform
from builder.battles.spec import BATTLES, BattleContext
from builder.lists.edits import BadEdit
from rules.loading import catalogue
from rules.play.battle import ROUND
from rules.registry import GAMES
from tests.battles import played

pytestmark = pytest.mark.django_db
HARD = ["1", "-1", "99999", "100000", "²", "٣", "1.5", "x", ";", "all", "set", "table", "table/", "/", "0/", "9/9.9/x"]


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_a_command_with_any_words_changes_the_battle_or_says_why_not(game, data):
    battle, commands = battle_of(game), BATTLES[game].all_commands
    known = [*list(battle.markers_by_path)[:40], *battle.units_by_path, *slugs_of(battle)]
    words = st.lists(st.sampled_from([*HARD, *known]) | st.text(max_size=8), max_size=4)
    one = st.tuples(st.sampled_from([*commands, "fly"]), words).map(lambda said: " ".join([said[0], *said[1]]))
    several = st.lists(one, min_size=1, max_size=3).map(lambda parts: "all " + " ; ".join(parts))
    command = data.draw(one | several)
    fields = data.draw(st.dictionaries(st.sampled_from(known) | st.text(), st.text()))
    try:
        changes = perform(commands, MarkContext(battle, fields=fields), command)
    except BadEdit:
        pass
    else:
        after = apply_changes(battle, changes)
        logged_changes(battle, changes)
        assert read(write(after)) == after


KEPT = {}


def battle_of(game):
    """A battle of the game's example, made once."""
    if game not in KEPT:
        KEPT[game] = played.state(played.battle(game))
    return KEPT[game]


def slugs_of(battle):
    """What may be put on the table."""
    context = BattleContext(battle, catalogue(battle.game, battle.edition), [], "en")
    return [unit.key for _title, units in BATTLES[battle.game].others(context) for unit in units]


WRONG = [f"all add {ROUND} 1 2", "all add", f"all set {ROUND}", "all", "all ;", "next-round 1"]


@pytest.mark.parametrize("command", WRONG)
def test_a_command_with_wrong_words_is_refused_and_the_mark_beside_it_is_made(command):
    battle = played.battle()
    client = played.player(battle)
    answer = played.send(client, battle, command, f"add {ROUND} 1")
    assert (len(answer["refused"]), len(answer["done"]), answer["marks"]) == (1, 1, {ROUND: 2})
