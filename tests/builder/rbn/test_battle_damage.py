"""What hits do to vehicles in a battle: the tables by side and size, breakdowns, accidents, explosions."""

import pytest
from django.utils.translation import override

from builder.battles.marks import SHARED_COMMANDS, MarkContext, apply_changes, perform
from rules.games.rbn.play import damage
from rules.play.acting_unit import ActingUnit
from rules.play.dice import Typed
from rules.play.entries import span
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome

CAR = "0/0.0"


def fight(model="moyen", *options, crew=(), marks=None, **header):
    """A battle with a vehicle (CAR) and two fighters, Maud and Nox."""
    car = make.vehicle(model, *options, crew=[(1, 0, "driver"), *crew], name="Car")
    side = played.side(car, make.fighter(name="Maud"), make.fighter(name="Nox"), **header)
    return played.battle(side, marks=marks)


def acting(battle):
    return ActingUnit(battle, make.catalogue(), CAR)


def hit(battle, side, successes, *dice):
    """(values and texts of the lines, what may be accepted) for so many successes on a side."""
    return outcome(damage.damage(acting(battle), side, successes, Typed(dice)))


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


EFFECTS = {
    "breakdown": ("1 breakdown", "1 avarie"),
    "accident": ("ccident", "ccident"),
    "driver-wounded": ("Driver wounded", "Pilote blessé"),
    "driver-killed": ("Driver killed", "Pilote tué"),
    "passenger-wounded": ("assenger wounded (owner", "assager blessé"),
    "anybody-wounded": ("Driver or passenger wounded", "Pilote ou passager blessé"),
}


@pytest.mark.parametrize("which", ["leger", "moyen", "lourd"])
def test_the_tables_do_what_the_reminders_say(which):
    reminder = make.catalogue().reminders[f"degats-{which}"]
    for row, line in zip(damage.table(make.catalogue(), which), reminder.rows, strict=True):
        named = [one for one, (en, fr) in EFFECTS.items() if en in line.right.en and fr in line.right.fr]
        if "anybody-wounded" in named:
            named = [one for one in named if one not in ("driver-wounded", "passenger-wounded")]
        assert {*row.effects} == {*named}, line.right.en
        side = make.catalogue().play.sides[row.side]
        successes = span(row.low, row.high)
        assert (line.left.fr, line.left.en) == (f"{side.fr}, {successes}", f"{side.en}, {successes}")


@pytest.mark.parametrize("which", ["leger", "moyen", "lourd"])
def test_each_side_knows_every_number_of_successes(which):
    for choice in damage.sides(make.catalogue(), which):
        rows = [damage.row_for(make.catalogue(), which, choice.slug, number) for number in range(1, 12)]
        assert None not in rows


def test_a_light_vehicle_is_hit_on_its_side_front_or_rear():
    named = [(one.slug, one.name.en) for one in damage.sides(make.catalogue(), "leger")]
    assert named == [("side", "Side"), ("front", "Front"), ("rear", "Rear")]


def test_no_success_does_no_damage():
    assert hit(fight(), "front", 0) == ([("0", "No damage")], [])


def test_a_breakdown_is_proposed():
    found = hit(fight(), "front", 2)
    assert found == ([("2", "1 breakdown")], [("Car: one more breakdown", f"add {CAR}/breakdowns 1")])


def test_a_lightened_frame_is_damaged_as_a_light_vehicle():
    lines, proposals = hit(fight("moyen", "structure-allegee"), "side", 4, 1, 1, 1)
    assert lines[0] == ("4", "Driver killed, accident")
    assert proposals[0] == ("Maud: out", "set 0/1.0/out 1")


@pytest.mark.parametrize(("die", "cancelled"), [(4, False), (5, True), (6, True)])
def test_the_mechanic_cancels_a_breakdown_on_5_and_6(die, cancelled):
    battle = played.battle(
        played.side(make.vehicle("moyen", name="Car"), make.fighter(abilities="mecanicien"), faction="survivants")
    )
    lines, proposals = hit(battle, "front", 1, die)
    assert (len(lines), len(proposals)) == (2, 0 if cancelled else 1)


def test_out_of_action_another_breakdown_makes_it_explode():
    battle = fight(crew=[(2, 0, "passenger")], marks={f"{CAR}/out-of-action": 1})
    lines, proposals = hit(battle, "front", 1)
    assert lines == [("1", "1 breakdown"), ("", "Explosion")]
    assert proposals == [
        ("Car: destroyed; out: Maud, Nox", f"all set {CAR}/destroyed 1 ; set 0/1.0/out 1 ; set 0/2.0/out 1")
    ]


def test_the_owner_chooses_who_of_several_passengers_is_wounded():
    battle = fight(crew=[(2, 0, "passenger")], marks={f"{CAR}/seat-3": "Maud", f"{CAR}/seat-1": ""})
    lines, proposals = hit(battle, "passenger-side", 3)
    assert lines[1] == ("", "Owner’s choice")
    assert proposals == [("Nox: one wound", "add 0/2.0/wounds 1"), ("Maud: one wound", "add 0/1.0/wounds 1")]


def test_alone_in_a_light_vehicle_the_driver_is_wounded_from_the_rear():
    _lines, proposals = hit(fight("leger"), "rear", 4, 1, 1, 1)
    assert proposals[0] == ("Maud: one wound", "add 0/1.0/wounds 1")


def test_nobody_is_wounded_on_an_empty_seat():
    lines, proposals = hit(fight(), "passenger-side", 3)
    assert (lines[1], proposals) == (("", "Nobody in that seat"), [])


def test_an_accident_has_a_direction_a_distance_and_stuns_all_aboard():
    found = outcome(damage.accident(acting(fight(crew=[(2, 0, "passenger")])), Typed([3, 2, 6])))
    assert found == (
        [("3", "Direction 3: 120° clockwise"), ("18 cm", "Its move; it stops at the table edge")],
        [
            (
                "Car: out of action; stunned: Maud, Nox",
                f"all set {CAR}/out-of-action 1 ; add 0/1.0/stunned 1 ; add 0/2.0/stunned 1",
            )
        ],
    )


def test_after_an_accident_what_was_hit_and_who_gets_out():
    crewed = damage.accident(acting(fight()), Typed([1, 1, 1])).onward
    assert [address for address, _words in crewed] == [
        f"{one}?unit={CAR}" for one in ("collision", "run-over", "get-out")
    ]
    empty = damage.accident(acting(fight(marks={f"{CAR}/seat-1": ""})), Typed([1, 1, 1])).onward
    assert [address for address, _words in empty] == [f"{one}?unit={CAR}" for one in ("collision", "run-over")]


def test_who_is_out_is_neither_wounded_nor_stunned():
    _lines, proposals = outcome(damage.accident(acting(fight(marks={"0/1.0/out": 1})), Typed([1, 1, 1])))
    assert proposals == [("Car: out of action", f"set {CAR}/out-of-action 1")]


def test_what_is_accepted_is_marked():
    battle = fight()
    command = damage.accident(acting(battle), Typed([1, 1, 1])).proposals[0].command
    after = apply_changes(battle, perform(SHARED_COMMANDS, MarkContext(battle), command))
    assert (after.is_down(CAR), after.number("0/1.0/stunned")) == (True, 1)


@pytest.mark.parametrize(("effects", "dice"), [(["breakdown"], 0), (["driver-wounded", "accident"], 3)])
def test_the_dice_that_damage_asks_for(effects, dice):
    assert damage.dice_due(acting(fight()), effects) == dice


def test_a_thief_of_the_other_side_is_found_on_the_seat():
    thief = played.side(make.fighter(name="Rook"))
    own = played.side(make.vehicle("moyen", name="Car"))
    battle = played.battle(own, thief, marks={f"{CAR}/seat-1": "rook"})
    assert hit(battle, "driver-side", 3)[1] == [("Rook: one wound", "add 1/0.0/wounds 1")]
