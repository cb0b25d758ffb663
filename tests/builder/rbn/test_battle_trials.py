"""Mines, the broken-down vehicle and the robot's parts in a battle."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils.translation import override

from rules.games.rbn.play import trials
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome, said

CAR, MAUD = "0/0.0", "0/1.0"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def fight(scenario, role=None, marks=None, **car):
    side = played.side(make.vehicle("moyen", **{"name": "Car"} | car), make.fighter(name="Maud"))
    return played.battle(replace(side, role=role), played.side(make.fighter()), scenario=scenario, marks=marks)


def attempt(slug, battle, unit=CAR):
    return trials.ACTIONS[slug].attempt(played.context(battle), {"unit": unit})


def offered(battle, unit=CAR):
    return [slug for slug, one in trials.ACTIONS.items() if one.suits(battle, unit)]


def mined(**marks):
    return fight(trials.MINES, "player-a", {key.replace("_", "/"): value for key, value in marks.items()})


@pytest.mark.parametrize(("die", "more"), [(3, ()), (2, (1, 1, 1)), (1, (1, 1, 1))])
def test_a_mine_goes_off_on_1_and_2(die, more):
    lines, proposals = outcome(attempt("mine", mined()).reads(Typed([die, *more])))
    assert lines[0][1] == ("The mine goes off: accident" if more else "The mine does not go off")
    commands = ["add table/mines 1", f"set {CAR}/out-of-action 1"] if more else []
    assert [command for _words, command in proposals] == commands


def test_the_chances_and_the_page_of_a_mine():
    found = attempt("mine", mined())
    assert ([one.chance for one in found.chances], found.reasons[0].cite) == (
        [Fraction(2, 3), Fraction(1, 3)],
        "RBN v2, p. 35",
    )


def test_mines_are_for_vehicles_of_player_a_even_out_of_action():
    assert offered(mined()) == ["mine"]
    assert offered(fight(trials.MINES, "player-a", {f"{CAR}/out-of-action": 1})) == ["mine"]
    assert offered(fight(trials.MINES, "player-a", {f"{CAR}/destroyed": 1})) == []
    assert offered(mined(table_mines=4)) == []
    assert offered(fight(trials.MINES, "player-b")) == []


@pytest.mark.parametrize(("die", "commands"), [(3, []), (4, ["set table/running 1"])])
def test_the_broken_down_vehicle_starts_on_four(die, commands):
    found = attempt("start-again", fight(trials.DEPARTURE, "mandated", {"table/round": 2}))
    assert [command for _words, command in outcome(found.reads(Typed([die])))[1]] == commands


@pytest.mark.parametrize(("turn", "dice", "proposals"), [(1, "", 0), (2, "1D6", 0), (3, "1D6", 0), (4, "", 1)])
def test_it_rolls_from_turn_2_and_starts_by_itself_from_turn_4(turn, dice, proposals):
    found = attempt("start-again", fight(trials.DEPARTURE, "mandated", {"table/round": turn}))
    assert (found.dice, len(found.proposals)) == (dice, proposals)


def test_it_is_the_mandated_players_until_it_runs():
    assert offered(fight(trials.DEPARTURE, "mandated")) == ["start-again"]
    assert offered(fight(trials.DEPARTURE, "mandated", {"table/running": 1})) == []
    assert offered(fight(trials.DEPARTURE, "saboteur")) == []


def test_only_the_vehicle_that_is_marked_broken_down_starts_again():
    side = played.side(make.vehicle("moyen", count=2), scenario=trials.DEPARTURE, role="mandated")
    battle = played.battle(replace(side, role="mandated"), scenario=trials.DEPARTURE, marks={"0/0.1/broken-down": 1})
    assert (offered(battle), offered(battle, "0/0.1")) == ([], ["start-again"])


@pytest.mark.parametrize(("die", "words", "key"), [(2, "Fake", "fakes"), (3, "Real part", "real")])
def test_a_part_is_a_fake_on_1_and_2(die, words, key):
    found = attempt("examine", fight(trials.PARTS), MAUD)
    assert outcome(found.reads(Typed([die]))) == ([(str(die), words)], [(words, f"add table/{key} 1")])
    assert said(found.chances[1].text) == "Fake"


def test_no_more_rolls_once_the_parts_are_known():
    assert offered(fight(trials.PARTS), MAUD) == ["examine"]
    assert offered(fight(trials.PARTS, marks={"table/fakes": 2}), MAUD) == []
    assert offered(fight(trials.PARTS, marks={"table/real": 4}), MAUD) == []


def test_who_examines_is_on_foot():
    assert offered(fight(trials.PARTS, crew=[(1, 0, "driver")]), MAUD) == []
