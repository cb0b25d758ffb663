"""Fire, falls and landings in a battle."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils.translation import override

from builder.games.rbn.battle.hostile import hostile_unit
from rules.games.rbn.play import hazards
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome, said

PLAY = make.catalogue().play


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
        (5, "Wounded, still on fire", f"add {MAUD}/wounds 1"),
    ],
)
def test_fire_wounds_on_5_and_6_and_else_goes_out(die, words, command):
    battle = fight({"on-fire": 1})
    assert rolled("burn", battle, die) == ([(str(die), words)], [(words, command)])
    assert [one.chance for one in attempt("burn", battle).chances] == [Fraction(1, 3), Fraction(2, 3)]


def test_who_burns_is_noticed_until_out():
    found = [(said(one.text), one.action) for one in hazards.notices(fight({"on-fire": 1}), make.catalogue())]
    assert found == [("Maud is on fire: roll at end of turn", f"burn?unit={MAUD}")]
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


def test_hostile_elements_burn_too():
    ants = hostile_unit(PLAY, PLAY.encounters.bestiary["nuee-de-fourmis"])
    there = replace(fight(), others={"1": ants}, marks={"others/1/on-fire": 1})
    assert [(said(one.text), one.action) for one in hazards.notices(there, make.catalogue())] == [
        ("Swarm of ants is on fire: roll at end of turn", "burn?unit=others/1")
    ]
    found = hazards.ACTIONS["burn"].attempt(played.context(there), {"unit": "others/1"})
    assert outcome(found.reads(Typed([5])))[1] == [("Wounded, still on fire", "add others/1/wounds 1")]


def rain(**marks):
    """Maud where acid rain falls."""
    battle = fight(marks)
    return played.battle(*battle.sides, marks=dict(battle.marks) | {"table/step-pluies-acides": 1})


@pytest.mark.parametrize(("die", "words", "command"), [(3, "No wound", []), (4, "A wound", [f"add {MAUD}/wounds 1"])])
def test_acid_rain_wounds_on_four(die, words, command):
    lines, proposals = rolled("rain", rain(), die)
    assert (lines, [one for _words, one in proposals]) == ([(str(die), words)], command)
    assert attempt("rain", rain()).reasons[0].cite == "RBN v2, p. 42"


def test_acid_rain_puts_fire_out():
    lines, proposals = rolled("rain", rain(**{"on-fire": 1}), 3)
    assert (lines[1], proposals) == (("", "The fire goes out"), [("No wound", f"set {MAUD}/on-fire 0")])


def test_acid_rain_falls_on_those_outside_vehicles_while_it_is_in_force():
    assert (offered(rain()), offered(fight())) == (["fall", "rain"], ["fall"])
    side = played.side(make.fighter(), make.vehicle("moyen", crew=[(0, 0, "driver")]))
    assert "rain" not in offered(played.battle(side, marks={"table/step-pluies-acides": 1}))


def test_a_healer_takes_a_wound_away_from_their_own_side():
    healer = make.fighter(name="Doc", abilities="soigneur")
    side = played.side(healer, make.fighter(name="Ash"), make.fighter(name="Elm"))
    battle = played.battle(
        side, side, marks={"0/0.0/wounds": 1, "0/1.0/wounds": 2, "0/2.0/wounds": 3, "1/1.0/wounds": 1}
    )
    found = attempt("heal", battle)
    assert [one.slug for one in found.fields[0].options] == ["0/1.0"]
    assert [(said(one.text), one.command, one.cite) for one in found.proposals] == [
        ("Ash: one fewer wound", "add 0/1.0/wounds -1", "RBN v2, p. 31")
    ]
    assert ("heal" in offered(battle), "heal" in offered(played.battle(side))) == (True, False)


def test_what_suits_whom():
    assert (offered(fight()), offered(fight({"on-fire": 1}))) == (["fall"], ["burn", "fall"])
    assert offered(fight(equipment="reacteur")) == ["fall", "land"]
    assert offered(fight({"on-fire": 1, "wounds": 3})) == []


def test_the_wounded_lose_no_die_in_a_fall_test():
    """Ruling A92: two dice, both below C, however many wounds."""
    assert attempt("fall", fight({"wounds": 2})).dice == "2D6"
    assert rolled("fall", fight({"wounds": 2}), 3, 4)[1] == []
