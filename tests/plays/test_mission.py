"""A mission of Reichbusters from its first turn through the alarm to its end, one button after the other."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from builder.battles import battle_file
from builder.battles.spec import BATTLES
from rules.games.reichbusters.play import state
from rules.games.reichbusters.play.symbols import read_symbols
from rules.play.form import ActionForm
from tests import make
from tests.plays import playing

FILE = json.loads((Path(__file__).parent / "reichbusters-turns.json").read_text("utf-8"))
HEROES = ["0/0.0", "0/1.0", "0/2.0"]


@pytest.fixture
def context():
    return playing.context_of("reichbusters", FILE["lists"], {})


def next_of(context):
    """The first notice: what the console says is next."""
    return BATTLES["reichbusters"].notices(context.battle, context.catalogue)[0]


def marked(context, *commands):
    return replace(context, battle=battle_file.marked(context, commands))


def done(context, address, proposal=0, dice=None, **fields):
    """The battle after an action, one of its proposals accepted."""
    slug, _mark, query = address.partition("?")
    sent = dict(part.split("=") for part in query.split("&") if part) | fields
    outcome = battle_file.play(context, slug, sent, dice).outcome
    return marked(context, outcome.proposals[proposal].command)


def enemy_turn(context, alerted=False):
    """Every step of an enemy turn, its usual proposal each."""
    while state.table(context.battle, state.STEP):
        context = done(context, "enemies", int(alerted and state.table(context.battle, state.STEP) == 1))
    return context


def turn(context, path):
    return enemy_turn(done(done(context, f"begin?unit={path}"), f"act?unit={path}"))


def played_round(context):
    for path in state.waiting(context.battle):
        context = turn(context, path)
    assert next_of(context).action == "final"
    return done(context, "final")


def place(context):
    """(round, before the alarm, alarm, after it)."""
    return context.battle.round, *(state.table(context.battle, key) for key in (state.BEFORE, state.ALARM, state.AFTER))


def sounded(context):
    """After the eight steps of the alarm."""
    for step in range(1, 9):
        if step == 6:
            assert next_of(context).action == "enemies"
            context = enemy_turn(context)
        else:
            assert next_of(context).mark == f"set table/step-alarm-{step} 1"
            context = marked(context, next_of(context).mark)
    return context


def drawn(context):
    assert next_of(context).action == "draw-order"
    return done(context, "draw-order", dice="5 1")


def test_four_rounds_then_the_alarm_then_three_and_the_mission_is_lost(context):
    """Spaces 1 to 4, the alarm, spaces 1 to 3 (p. 8, 20, 27, rb-31); each hero has a turn, then the enemies."""
    for space in range(1, 5):
        assert (place(context), next_of(context).action) == ((space, space, 0, 0), "choose")
        context = played_round(context)
    assert place(context) == (4, 4, 0, 0)
    context = sounded(context)
    for space in range(1, 4):
        assert place(context) == (4 + space, 4, 1, space)
        context = drawn(context)
        assert state.waiting(context.battle) == [HEROES[1], HEROES[2], HEROES[0]]
        context = played_round(context)
    assert battle_file.ending(context)[0].sides[0].outcome == "lost"


def test_alerted_enemies_bring_the_alarm_forward_and_end_the_round(context):
    """On space 3 of 4 two advances: to 4, then off it; no other hero plays, no second advance (rb-34)."""
    context = marked(context, "set table/before-the-alarm 3")
    for path in HEROES[:2]:
        context = done(done(context, f"begin?unit={path}"), f"act?unit={path}")
        context = enemy_turn(context, alerted=True)
    assert (next_of(context).action, place(context)) == ("final", (4, 4, 0, 0))
    context = sounded(done(context, "final"))
    assert (place(context), state.waiting(context.battle)) == ((5, 4, 1, 1), HEROES)


def test_an_alarm_in_a_heros_turn_leaves_out_the_enemy_turn_after_it(context):
    """rb-32: the turn is cut, on to the final phase; the marker does not move before the alarm."""
    context = done(context, f"begin?unit={HEROES[0]}")
    context = marked(context, f"say {HEROES[0]}/step-effects Peu fiable", "set table/deck-noise 3")
    attempt = battle_file.play(context, "act", {"unit": HEROES[0]}).outcome
    context = marked(context, attempt.proposals[-1].command)
    assert (next_of(context).action, state.table(context.battle, state.STEP)) == ("final", 0)
    context = sounded(done(context, "final"))
    assert place(context) == (2, 1, 1, 1)
    assert not context.battle.value(f"{HEROES[0]}/step-effects")  # the action is over: its effects are free again
    assert state.table(context.battle, state.NOISE_DECK) == 12  # the fourth step brings the other deck


def test_what_is_done_once_a_turn_and_the_order_are_free_in_the_next_round(context):
    context = played_round(marked(context, "set 0/0.0/se-deplacer 1", "set 0/0.0/base-actions 2"))
    path = HEROES[0]
    left = [context.battle.number(f"{path}/{key}") for key in ("se-deplacer", "base-actions", "order", "activated")]
    assert left == [0, 0, 0, 0]


def test_a_captured_hero_has_an_enemy_turn_of_its_own(context):
    """Down, alone, four units: no action, but the enemy turn after it is played (p. 19)."""
    context = marked(context, "set 0/0.0/lasting-wounds 4")
    context = done(context, f"begin?unit={HEROES[0]}", units="4")
    context = done(context, f"act?unit={HEROES[0]}")
    assert (next_of(context).action, context.battle.number("0/0.0/captured")) == ("enemies", 1)
    assert state.may_be_attacked(context.battle) == HEROES[1:]


def test_the_team_wins_by_its_objectives_and_who_escapes(context):
    context = marked(context, "set table/objective 1")
    for path in HEROES:
        context = done(context, f"begin?unit={path}")
        context = enemy_turn(done(context, f"act?unit={path}", 1))
    assert (battle_file.ending(context)[0].sides[0].outcome, next_of(context).action) == ("won", "")


def test_marks_alone_ask_for_nothing(context):
    assert BATTLES["reichbusters"].notices(marked(context, "set table/help 0").battle, context.catalogue) == []


def test_only_vril_dice_show_overloads():
    """One die of vril shows one overload at most; its bonus die comes where it shows none (p. 11)."""
    form = ActionForm({"overloads": "5"})
    assert read_symbols(form, make.catalogue("reichbusters"), 5, vril=1).overloads == 1
