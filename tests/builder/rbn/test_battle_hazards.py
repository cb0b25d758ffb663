"""Fire, falls and landings in a battle."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from builder.games.rbn.battle import hazards
from rules.dice import Typed
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome, said

MAUD = "0/0.0"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def fight(marks=None, **maud):
    side = played.side(make.fighter(**{"name": "Maud", "C": 4} | maud), faction="robots")
    return played.battle(side, marks={f"{MAUD}/{key}": value for key, value in (marks or {}).items()})


def attempt(slug, battle, **sent):
    return hazards.ACTIONS[slug].attempt(played.context(battle), {"unit": MAUD} | sent)


def rolled(slug, battle, *dice, **sent):
    return outcome(attempt(slug, battle, **sent).reads(Typed(dice)))


def offered(battle):
    return [slug for slug, one in hazards.ACTIONS.items() if one.suits(battle, MAUD)]


@pytest.mark.parametrize(
    ("die", "words", "command"),
    [
        (4, "The fire goes out", f"set {MAUD}/on-fire 0"),
        (5, "A wound, and the fire goes on", f"add {MAUD}/wounds 1"),
    ],
)
def test_fire_wounds_on_5_and_6_and_else_goes_out(die, words, command):
    battle = fight({"on-fire": 1})
    assert rolled("burn", battle, die) == ([(str(die), words)], [(words, command)])
    assert [one.chance for one in attempt("burn", battle).chances] == [Fraction(1, 3), Fraction(2, 3)]


def test_who_burns_is_noticed_until_out():
    found = [(said(one.text), one.action) for one in hazards.notices(fight({"on-fire": 1}), make.catalogue())]
    assert found == [("Maud burns: a roll at the end of the turn", f"burn?unit={MAUD}")]
    assert [*hazards.notices(fight({"on-fire": 1, "out": 1}), make.catalogue())] == []


@pytest.mark.parametrize(
    ("dice", "falls"), [((3, 3), True), ((3, 4), False), ((4, 3), False), ((1, 2), True), ((6, 1), False)]
)
def test_a_fall_where_both_dice_are_below_c(dice, falls):
    assert bool(rolled("fall", fight(), *dice)[1]) is falls


@pytest.mark.parametrize(("height", "wounds"), [(10, 1), (11, 2), (15, 2), (20, 2), (21, 3)])
def test_a_fall_wounds_for_each_ten_centimetres_begun_and_stuns(height, wounds):
    proposals = rolled("fall", fight(), 1, 1, height=str(height))[1]
    assert proposals == [
        (f"Stunned; wounds: {wounds}", f"all add {MAUD}/wounds {wounds} ; add {MAUD}/stunned 1"),
    ]


def test_the_chance_of_a_fall():
    assert [one.chance for one in attempt("fall", fight()).chances] == [Fraction(1, 4), Fraction(3, 4)]


@pytest.mark.parametrize(("die", "lost"), [(2, [f"set {MAUD}/out 1"]), (3, [])])
def test_a_jet_pack_crashes_on_1_and_2(die, lost):
    battle = fight(equipment="reacteur")
    assert [command for _words, command in rolled("land", battle, die)[1]] == lost


def test_what_suits_whom():
    assert (offered(fight()), offered(fight({"on-fire": 1}))) == (["fall"], ["burn", "fall"])
    assert offered(fight(equipment="reacteur")) == ["fall", "land"]
    assert offered(fight({"on-fire": 1, "wounds": 3})) == []
