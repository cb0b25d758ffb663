"""Morale in a battle: when it is tested, on which figure, who withdraws, what a test brings."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from rules.games.rbn.play import morale
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome, said


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def crew(number, *others, chief_c=3, **header):
    """A side of a chief called Maud and so many others of C 4, with more units."""
    chief = make.fighter(name="Maud", C=chief_c, abilities="chef")
    return played.side(chief, *make.crowd(number, C=4, name="Guard"), *others, **{"faction": "mutants"} | header)


def lost(*keys, side=0):
    return {f"{side}/{key}/out": 1 for key in keys}


def due(side, marks):
    """The words of the notices of a battle with these marks."""
    return [said(one.text) for one in morale.notices(played.battle(side, marks=marks), make.catalogue())]


@pytest.mark.parametrize(
    ("others", "gone", "tests"),
    [(3, 1, False), (3, 2, True), (4, 2, False), (4, 3, True), (0, 0, False)],
)
def test_half_of_the_fighters_lost_or_more_makes_a_test_due(others, gone, tests):
    marks = lost(*(f"1.{copy}" for copy in range(gone)))
    assert bool(due(crew(others), marks)) is tests


def test_the_notice_says_losses_figure_dice_page_and_who_rolls():
    battle = played.battle(crew(3), marks=lost("1.0", "1.1"))
    (notice,) = morale.notices(battle, make.catalogue())
    assert said(notice.text) == "End-of-turn morale: losses 2/4; 3+ on the die"
    assert (notice.dice, notice.cite, notice.side, notice.action) == ("1D6", "RBN v2, p. 23", 0, "morale?side=0")


def test_a_test_is_due_once_a_round():
    assert due(crew(1), lost("1.0") | {"0/morale": 1}) == []


def test_the_third_wound_counts_as_a_loss():
    assert len(due(crew(1), {"0/1.0/wounds": 3})) == 1
    assert due(crew(1), {"0/1.0/wounds": 2}) == []


def test_vehicles_do_not_count_as_losses():
    assert due(crew(2, make.vehicle("leger", count=4)), {f"0/2.{n}/destroyed": 1 for n in range(4)}) == []


def test_slaves_do_not_count_as_losses():
    slaver = crew(1, make.fighter(slave=True, count=4), faction="esclavagistes")
    assert due(slaver, lost("2.0", "2.1", "2.2", "2.3")) == []
    assert len(due(slaver, lost("1.0"))) == 1


def test_robots_take_no_test():
    assert due(crew(1, faction="robots"), lost("1.0")) == []


def test_cultists_take_none_while_their_chief_lives():
    assert due(crew(1, faction="cultistes"), lost("1.0")) == []
    assert due(crew(1, faction="cultistes"), lost("0.0")) == [
        "+1D6 in melee, and any melee lost eliminates",
        "End-of-turn morale: losses 1/2; 4+ on the die",
    ]


def test_slavers_of_whom_only_slaves_are_left_withdraw():
    slaver = crew(0, make.fighter(slave=True), faction="esclavagistes")
    assert due(slaver, lost("0.0")) == ["The convoy withdraws"]
    assert due(slaver, lost("0.0", "1.0")) == []


def test_robots_without_a_fighter_have_lost():
    robots = crew(0, make.vehicle("moyen", "intelligence-artificielle"), faction="robots")
    found = due(robots, lost("0.0"))
    assert found == [
        (
            "With no fighters left, they freeze and the battle is lost. With more than two players, they stay on "
            "the table and can be stolen."
        )
    ]


@pytest.mark.parametrize(
    ("marks", "need", "chief"),
    [({}, 3, True), (lost("0.0"), 4, False), (lost("0.0", "1.0", "1.1"), None, None)],
)
def test_the_chiefs_c_serves_else_the_best_that_stands(marks, need, chief):
    found = morale.figure(make.catalogue(), played.battle(crew(2), marks=marks), 0)
    assert (found and found.need, found and found.chief) == (need, chief)


def test_a_chief_with_a_poor_c_serves_all_the_same():
    assert morale.figure(make.catalogue(), played.battle(crew(2, chief_c=5)), 0).need == 5


def test_a_slaves_c_never_serves_under_the_slavers_drawback():
    slaver = crew(1, make.fighter(slave=True, C=3), faction="esclavagistes")
    assert morale.figure(make.catalogue(), played.battle(slaver, marks=lost("0.0")), 0).need == 4


def attempt(side, marks=None, **sent):
    return morale.attempt(played.context(played.battle(side, marks=marks)), {"side": "0"} | sent)


@pytest.mark.parametrize(("die", "holds"), [(2, False), (3, True)])
def test_the_die_must_reach_the_figure(die, holds):
    lines, proposals = outcome(attempt(crew(1)).reads(Typed([die])))
    assert lines == [(str(die), "The convoy fights on" if holds else "The convoy flees")]
    assert [command for _words, command in proposals] == [
        "set 0/morale 1" if holds else "all set 0/0.0/fled 1 ; set 0/1.0/fled 1"
    ]


def test_all_that_still_stands_flees():
    _lines, proposals = outcome(attempt(crew(1, make.vehicle("leger")), lost("1.0")).reads(Typed([1])))
    assert proposals[0][1] == "all set 0/0.0/fled 1 ; set 0/2.0/fled 1"


def test_a_sound_system_rolls_a_failed_test_again():
    loud = attempt(crew(1, make.vehicle("moyen", "sono")))
    assert outcome(loud.reads(Typed([1, 3])))[1] == [("Morale tested this turn", "set 0/morale 1")]
    assert [one.chance for one in loud.chances] == [Fraction(8, 9), Fraction(1, 9)]


def test_a_sound_system_is_asked_for_where_there_is_one():
    loud = attempt(crew(1, make.vehicle("moyen", "sono")))
    free = [("table", "0"), ("table-why", "")]
    assert [(one.name, one.value) for one in loud.fields] == [("side", "0"), ("sono", "yes"), *free]
    assert [said(one.name) for one in loud.fields[1].options] == ["silent", "playing"]
    assert [one.name for one in attempt(crew(1)).fields] == ["side", "table", "table-why"]
    assert attempt(crew(1, make.vehicle("moyen", "sono")), sono="no").chances[0].chance == Fraction(2, 3)


def test_a_destroyed_sound_system_is_silent():
    quiet = attempt(crew(1, make.vehicle("moyen", "sono")), {"0/2.0/destroyed": 1})
    assert [one.chance for one in quiet.chances] == [Fraction(2, 3), Fraction(1, 3)]


def test_the_test_says_when_none_is_due():
    notes = [said(one.text) for one in attempt(crew(3), lost("1.0")).notes]
    assert notes == ["Losses 1/4: no test"]
    spared = [(said(one.text), one.cite) for one in attempt(crew(1, faction="robots"), lost("1.0")).notes]
    assert spared == [("This convoy doesn’t test", "RBN v2, p. 27")]
