"""The set-up and the phases of a turn, as steps to tick."""

import pytest

from builder.games.first_wave.battle.checklists import checklists
from tests.builder.first_wave.battle import fought
from tests.rules.first_wave import make

SCOUT = make.fighter(abilities="eclaireur", name="Ada")
TWO = (fought.group(name="A"), fought.group(name="B"))


def steps(battle, number):
    return checklists(fought.context(battle))[number].steps


def keys(battle, number):
    return [one.path.removeprefix("table/step-") for one in steps(battle, number)]


def test_the_set_up():
    assert keys(fought.battle(*TWO), 0) == ["scenery", "cover", "resources", "deployment"]


def test_scouts_and_successors_where_there_are_any():
    assert keys(fought.battle(fought.group(SCOUT), TWO[1]), 0)[-1] == "scouts"
    assert keys(fought.battle(*TWO, scenario="assassinat-de-la-ligne"), 0)[-1] == "successor"


def test_a_scenario_keeps_scouts_in_their_half():
    two = (fought.group(SCOUT), TWO[1])
    usual, diversion = (steps(fought.battle(*two, scenario=one), 0)[-1] for one in ("pouvoir", "diversion"))
    special = make.catalogue().scenarios["diversion"].special.en
    assert (diversion.text.en, diversion.cite) == (f"{usual.text.en} {special}", "First Wave, p. 7 ; First Wave, p. 12")


def test_the_phases_begin_anew_each_turn():
    battle = fought.battle(*TWO)
    paths = [one.path for one in steps(battle, 1)]
    assert [path.removeprefix("table/step-") for path in paths] == ["phase-0", "phase-1", "phase-2", "turn-end"]
    ticked = fought.marked(battle, *(f"set {path} 1" for path in paths), "set table/step-scenery 1")
    later = fought.marked(ticked, "next-round")
    assert ([later.number(path) for path in paths], later.number("table/step-scenery")) == ([0, 0, 0, 0], 1)


def test_every_step_has_a_box_and_a_place_in_the_book():
    battle = fought.battle(fought.group(SCOUT), TWO[1], scenario="assassinat-de-la-ligne")
    every = [*steps(battle, 0), *steps(battle, 1)]
    assert [one.path for one in every if one.path not in battle.markers_by_path or not one.cite] == []


@pytest.mark.parametrize(
    ("dice", "last"), [((3, 5), ("→", "B sets the order of the players.")), ((4, 4), ("=", "Tie: re-roll (A76)."))]
)
def test_the_highest_die_decides(dice, last):
    initiative = steps(fought.battle(*TWO), 1)[0]
    outcome = fought.outcome(initiative, *dice)
    assert initiative.dice == "2D6"
    assert [(one.value, fought.said(one.text)) for one in outcome.lines] == [
        (str(dice[0]), "A"),
        (str(dice[1]), "B"),
        last,
    ]


def test_nobody_rolls_against_nobody():
    assert [one.dice for one in steps(fought.battle(), 0)] == ["", "", "", ""]
