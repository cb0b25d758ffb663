"""Vehicles that hit figures, vehicles and scenery in a battle."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils.translation import override

from builder.games.rbn.battle.hostile import hostile_unit
from rules.games.rbn.play import collisions
from rules.play.dice import Typed
from rules.play.form import FREE_FIELDS
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome, said

PLAY = make.catalogue().play


CAR, OTHER, MAUD, NOX = "0/0.0", "1/0.0", "0/1.0", "1/1.0"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def fight(model="moyen", *options, target="moyen", plating=(), marks=None, **nox):
    """Car, driven by Maud, against Rig; Nox stands beside it."""
    car = make.vehicle(model, *options, crew=[(1, 0, "driver")], name="Car")
    own = played.side(car, make.fighter(name="Maud"))
    other = played.side(make.vehicle(target, *plating, name="Rig"), make.fighter(name="Nox", **nox), faction="mutants")
    return played.battle(own, other, marks=marks)


def attempt(slug, battle, **sent):
    return collisions.ACTIONS[slug].attempt(played.context(battle), {"unit": CAR} | sent)


def rolled(slug, battle, *dice, **sent):
    return outcome(attempt(slug, battle, **sent).reads(Typed(dice)))


def targets(slug, battle):
    return [one.slug for one in attempt(slug, battle).fields[0].options]


def test_a_giant_of_the_bestiary_is_hit_as_a_vehicle_and_not_run_over():
    lizard = (
        hostile_unit(PLAY, PLAY.encounters.bestiary["lezard-geant"]),
        hostile_unit(PLAY, PLAY.encounters.bestiary["zombie"]),
    )
    there = replace(fight(), others={str(number): one for number, one in enumerate(lizard)})
    assert ("others/0" in targets("run-over", there), "others/1" in targets("run-over", there)) == (False, True)
    assert ("others/0" in targets("collision", there), "others/1" in targets("collision", there)) == (True, False)
    assert attempt("collision", there, target="others/0").dice == "5D6"


# --- figures on foot ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("model", "dice"), [("leger", "2D6"), ("moyen", "3D6"), ("lourd", "5D6")])
def test_dice_against_a_figure_by_the_size_of_the_vehicle(model, dice):
    assert attempt("run-over", fight(model)).dice == dice


@pytest.mark.parametrize(("options", "die", "command"), [((), 3, []), ((), 4, [1]), (("pointes-et-eperons",), 3, [1])])
def test_each_four_is_a_wound_and_each_three_with_spikes(options, die, command):
    proposals = rolled("run-over", fight("leger", *options), 1, die)[1]
    assert [command for _words, command in proposals] == [f"add {NOX}/wounds {number}" for number in command]


def test_the_dice_and_their_wounds_are_said():
    assert rolled("run-over", fight("moyen"), 4, 3, 6) == (
        [("4 3 6", "Wounds of Nox: 2")],
        [("Wounds of Nox: 2", f"add {NOX}/wounds 2")],
    )


def test_who_is_aboard_out_or_giant_is_not_run_over():
    assert targets("run-over", fight()) == [NOX]
    assert targets("run-over", fight(marks={f"{CAR}/seat-1": ""})) == [NOX, MAUD]
    assert attempt("run-over", fight(marks={f"{NOX}/out": 1})).dice == ""
    assert attempt("run-over", fight(equipment="corps-gigantesque")).dice == ""


def test_targets_say_whose_they_are():
    sides = [replace(side, name=name) for side, name in zip(fight().sides, ("Red", "Blue"), strict=True)]
    field = attempt("run-over", played.battle(*sides)).fields[0]
    assert [one.name.en for one in field.options] == ["Nox (Blue)"]
    alone = attempt("run-over", played.battle(sides[0], marks={f"{CAR}/seat-1": ""})).fields[0]
    assert [one.name.en for one in alone.options] == ["Maud"]


def test_the_chances_of_wounds_are_exact():
    found = [(said(one.text), one.chance) for one in attempt("run-over", fight("leger")).chances]
    assert found == [("Wounds: 0", Fraction(1, 4)), ("Wounds: 1", Fraction(1, 2)), ("Wounds: 2", Fraction(1, 4))]


# --- vehicles -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "target", "dealt", "taken"),
    [
        *(("leger", "leger", 3, 3), ("leger", "moyen", 2, 4), ("leger", "lourd", 1, 5)),
        *(("moyen", "leger", 4, 1), ("moyen", "moyen", 3, 2), ("moyen", "lourd", 2, 4)),
        *(("lourd", "leger", 5, 1), ("lourd", "moyen", 4, 2), ("lourd", "lourd", 3, 3)),
    ],
)
def test_dice_dealt_and_taken_by_both_sizes(model, target, dealt, taken):
    found = attempt("collision", fight(model, target=target), target=OTHER)
    assert [one.value for one in found.reasons] == [f"{dealt}D6", f"{taken}D6"]
    assert found.dice == f"{dealt + taken}D6"


def dice_of(battle, **sent):
    """(dealt, taken) of a collision with the other vehicle."""
    acting = collisions.ActingUnit(battle, make.catalogue(), CAR)
    sent = {"side": "front", "own": "front"} | sent
    return collisions.both_dice(list(collisions.collision_reasons(acting, OTHER, sent["side"], sent["own"])))


def test_a_ram_serves_on_its_front_alone():
    battle = fight("moyen", "belier")
    assert (dice_of(battle), dice_of(battle, own="rear")) == ((4, 1), (3, 2))


def test_the_ram_of_who_is_hit_serves_where_its_front_is_hit():
    battle = fight("moyen", plating=("belier",))
    assert (dice_of(battle), dice_of(battle, side="rear")) == ((2, 3), (3, 2))


def test_no_fewer_than_no_dice_are_taken():
    assert dice_of(fight("lourd", "belier", target="leger", plating=())) == (6, 0)


def test_each_side_takes_the_damage_of_its_own_table():
    lines, proposals = rolled("collision", fight(), 4, 4, 1, 4, 1, target=OTHER, side="front", own="front")
    assert lines == [
        ("4 4 1", "Successes against Rig: 2"),
        ("2", "1 breakdown"),
        ("4 1", "Successes against Car: 1"),
        ("1", "1 breakdown"),
    ]
    assert [command for _words, command in proposals] == [f"add {OTHER}/breakdowns 1", f"add {CAR}/breakdowns 1"]


def test_a_six_is_one_success_in_a_collision():
    lines, _proposals = rolled("collision", fight(), 6, 1, 1, 1, 1, target=OTHER)
    assert lines[0] == ("6 1 1", "Successes against Rig: 1")


def test_scenery_hit_in_an_accident_hits_as_a_medium_vehicle():
    found = attempt("collision", fight("lourd"), target="scenery")
    assert [(one.value, one.cite) for one in found.reasons] == [("2D6", "RBN v2, p. 18")]
    lines, _proposals = rolled("collision", fight("lourd"), 4, 4, target="scenery", own="rear")
    assert lines == [("4 4", "Successes against Car: 2"), ("2", "1 breakdown")]


def test_a_giant_body_counts_as_a_medium_vehicle():
    found = attempt("collision", fight(equipment="corps-gigantesque"), target=NOX)
    assert [one.value for one in found.reasons] == ["3D6", "2D6"]
    assert [one.name for one in found.fields] == ["target", "own", *FREE_FIELDS]


def test_a_giant_body_that_runs_into_a_vehicle_deals_and_takes_a_medium_ones_dice():
    battle = fight(target="lourd", equipment="corps-gigantesque")
    assert targets("collision", battle)[:2] == [OTHER, NOX]
    found = attempt("collision", battle, unit=NOX, target=CAR, side="front")
    assert ([one.value for one in found.reasons], [one.name for one in found.fields]) == (
        ["3D6", "2D6"],
        ["target", "side", *FREE_FIELDS],
    )
    assert [one.slug for one in found.fields[0].options] == [CAR, OTHER]
    lines, proposals = outcome(found.reads(Typed([4, 1, 1, 4, 4])))
    assert lines == [
        ("4 1 1", "Successes against Car: 1"),
        ("1", "1 breakdown"),
        ("4 4", "Successes against Nox: 2"),
    ]
    assert [command for _words, command in proposals] == [f"add {CAR}/breakdowns 1"]


def test_only_vehicles_and_giant_bodies_collide():
    def collides(path, **fields):
        return collisions.ACTIONS["collision"].suits(fight(**fields), path)

    assert (collides(CAR), collides(NOX), collides(NOX, equipment="corps-gigantesque")) == (True, False, True)
    assert not collides(NOX, equipment="corps-gigantesque", marks={f"{NOX}/out": 1})


def test_wrecks_may_be_hit_and_what_is_gone_may_not():
    assert targets("collision", fight(marks={f"{OTHER}/out-of-action": 1})) == [OTHER, "scenery"]
    assert targets("collision", fight(marks={f"{OTHER}/destroyed": 1})) == ["scenery"]
    assert targets("collision", fight(marks={f"{OTHER}/out-of-action": 1, f"{OTHER}/destroyed": 1})) == ["scenery"]


def test_the_card_of_a_vehicle_says_the_same_dice():
    """The reminder has the nine rows of the book (p. 23) by the size that hits, then by the size that is hit."""
    rows = iter(make.catalogue().reminders["choc-entre-vehicules"].rows)
    for several in make.catalogue().play.collisions.values():
        assert [dice.into for dice in several] == ["leger", "moyen", "lourd"]
        for dice in several:
            assert re.findall(r"(\d)D6", next(rows).right.en) == [str(dice.dealt), str(dice.taken)]


# --- what the table adds, and what each reason is worth ---------------------------------------------------------------


def worths(attempt):
    return [(one.value, one.worth) for one in attempt.valued()]


def test_the_table_adds_dice_to_a_run_over_and_each_reason_says_what_it_is_worth():
    """Light: 2D6; one more of the table: 3D6. On 4 1 - 1/8 wound somebody, on 3 (spikes) 1 - 1/27."""
    plain = attempt("run-over", fight("leger"), table="1")
    assert (plain.dice, worths(plain)) == ("3D6", [("2D6", Fraction(3, 8)), ("+1D6", Fraction(1, 8))])
    spiked = attempt("run-over", fight("leger", "pointes-et-eperons"))
    assert worths(spiked) == [("2D6", Fraction(8, 9)), ("3+", Fraction(8, 9) - Fraction(3, 4))]


def test_no_dice_are_left_where_the_table_takes_them_all():
    gone = attempt("run-over", fight("leger"), table="-2")
    assert (gone.dice, gone.reads, said(gone.notes[-1].text)) == ("", None, "No dice left.")


def test_dice_of_the_table_are_dealt_and_against_scenery_taken():
    dealt = attempt("collision", fight(), target=OTHER, table="1")
    assert (dealt.dice, [one.value for one in dealt.reasons]) == ("6D6", ["3D6", "2D6", "+1D6"])
    assert [one.value for one in attempt("collision", fight(), target="scenery", table="2").reasons] == ["3D6", "+2D6"]


def test_a_ram_is_worth_what_its_die_adds_to_the_chance_of_a_success():
    """Medium into medium: 3D6 dealt and 2D6 taken, 4D6 and 1D6 with the ram; each succeeds on 4 (p. 23, 28)."""
    rammed = attempt("collision", fight("moyen", "belier"), target=OTHER, side="rear", own="front")
    assert worths(rammed) == [("3D6", Fraction(7, 16)), ("2D6", Fraction(1, 2)), ("±1D6", Fraction(1, 16))]


# --- in an accident -------------------------------------------------------------------------------------------------

WRECKED = {f"{CAR}/out-of-action": 1}
BREAKS, EXPLODES = f"add {CAR}/breakdowns 1", f"all set {CAR}/destroyed 1 ; set {MAUD}/out 1"


def into_scenery(marks, **sent):
    """What may be marked after a collision of Car with scenery, of whose 3D6 one is a success on its front."""
    found = rolled("collision", fight(marks=marks), 4, 1, 1, target="scenery", own="front", **sent)
    return [command for _words, command in found[1]]


def test_what_is_hit_on_the_way_of_an_accident_breaks_a_vehicle_whether_the_accident_was_marked_before_or_not():
    assert (into_scenery({}), into_scenery(WRECKED)) == ([BREAKS], [BREAKS])


def test_a_vehicle_that_was_out_of_action_before_its_accident_explodes():
    assert into_scenery(WRECKED, wreck="yes") == [EXPLODES]
    assert into_scenery({}, wreck="yes") == [BREAKS]


def test_only_of_a_vehicle_out_of_action_it_is_asked_what_it_was_before():
    def asked(**sent):
        fields = attempt("collision", fight(marks=WRECKED), **sent).fields
        return [(said(one.label), one.value) for one in fields if one.name == "wreck"]

    assert asked(target="scenery") == asked(target=OTHER) == [("State of Car before the accident", "no")]
    assert "wreck" not in [one.name for one in attempt("collision", fight(), target="scenery").fields]


def test_that_nothing_explodes_on_the_way_is_said_with_its_page():
    def told(**sent):
        notes = attempt("collision", fight(marks=WRECKED), target="scenery", **sent).notes
        return [one.cite for one in notes if "can’t make it explode" in said(one.text)]

    assert (told(), told(wreck="yes")) == (["RBN v2, p. 18"], [])


def test_a_wreck_that_is_hit_by_who_has_an_accident_explodes():
    battle = fight(marks=WRECKED | {f"{OTHER}/out-of-action": 1})
    _lines, proposals = rolled("collision", battle, 4, 1, 1, 4, 1, target=OTHER, side="front", own="front")
    assert [command for _words, command in proposals] == [f"set {OTHER}/destroyed 1", BREAKS]


def likely(attempt):
    """{what comes: how likely} of each of its tables."""
    tables = {}
    for one in attempt.chances:
        tables.setdefault(one.table, {})[said(one.text)] = one.chance
    return tables


def test_the_chances_of_a_collision_are_exact():
    """Medium into medium: 3D6 dealt, 2D6 taken, each 4 a success (L743-755); front: 1-2 a breakdown, 3 a wound too."""
    assert likely(attempt("collision", fight(), target=OTHER, side="front", own="front")) == {
        0: {
            "Rig, 0: nothing": Fraction(1, 8),
            "Rig, 1-2: 1 breakdown": Fraction(3, 4),
            "Rig, 3: 1 breakdown, passenger wounded (owner’s choice)": Fraction(1, 8),
        },
        1: {"Car, 0: nothing": Fraction(1, 4), "Car, 1-2: 1 breakdown": Fraction(3, 4)},
    }


def test_scenery_has_no_chances_of_its_own_and_a_giant_body_counts_successes():
    scenery = likely(attempt("collision", fight("lourd"), target="scenery", own="front"))
    assert scenery == {1: {"Car, 0: nothing": Fraction(1, 4), "Car, 1-2: 1 breakdown": Fraction(3, 4)}}
    giant = likely(attempt("collision", fight(equipment="corps-gigantesque"), target=NOX, own="front"))
    eighths = enumerate((1, 3, 3, 1))
    assert giant[0] == {f"Successes against Nox: {number}": Fraction(times, 8) for number, times in eighths}


def test_dice_that_are_not_taken_have_no_chances():
    found = attempt("collision", fight("lourd", "belier", target="leger"), target=OTHER, side="rear", own="front")
    assert set(likely(found)) == {0}
