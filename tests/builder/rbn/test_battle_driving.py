"""What vehicles roll for in a battle: breakdowns, off-road tests, getting free, getting out, repairs."""

from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules.games.rbn.play import driving
from rules.play.dice import Typed
from tests import make
from tests.battles import played as stored
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome, said

CAR = "0/0.0"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def fight(model="moyen", *options, marks=None, faction="mutants", subfaction=None, **fields):
    """A battle with a vehicle, CAR, driven by Maud (an ace, C 4)."""
    car = make.vehicle(model, *options, crew=[(1, 0, "driver"), (2, 0, "passenger")], name="Car", **fields)
    maud, nox = make.fighter(name="Maud", C=4, abilities="pilote-emerite"), make.fighter(name="Nox", C=3)
    side = played.side(car, maud, nox, faction=faction, subfaction=subfaction)
    return played.battle(side, marks={f"{CAR}/{key}": value for key, value in (marks or {}).items()})


def attempt(slug, battle, **sent):
    return driving.ACTIONS[slug].attempt(played.context(battle), {"unit": CAR} | sent)


def rolled(slug, battle, *dice, **sent):
    return outcome(attempt(slug, battle, **sent).reads(Typed(dice)))


def chances(found):
    return [(said(one.text), one.chance) for one in found.chances]


def offered(battle):
    """The actions of the vehicle that suit it."""
    return [slug for slug, one in driving.ACTIONS.items() if one.suits is None or one.suits(battle, CAR)]


def notices(battle):
    return [(said(one.text), one.action) for one in driving.notices(battle, make.catalogue())]


# --- breakdowns -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markers", "flying", "dice"), [(3, False, "1D6"), (4, False, "1D6+1"), (5, False, "1D6+2"), (3, True, "1D6+1")]
)
def test_each_breakdown_after_the_third_adds_to_the_roll_and_so_does_flying(markers, flying, dice):
    battle = fight("leger", flying=flying, marks={"breakdowns": markers})
    assert attempt("breakdowns", battle).dice == dice


@pytest.mark.parametrize(
    ("die", "words", "commands"),
    [
        (2, "Nothing", []),
        (3, "Out of action; another breakdown makes it explode", [f"set {CAR}/out-of-action 1"]),
        (4, "Out of action; another breakdown makes it explode", [f"set {CAR}/out-of-action 1"]),
        (6, "Explosion: vehicle destroyed, occupants eliminated", None),
    ],
)
def test_a_breakdown_roll_is_read_by_its_table(die, words, commands):
    lines, proposals = rolled("breakdowns", fight(marks={"breakdowns": 3}), die)
    assert lines[0] == (str(die), words)
    explosion = [f"all set {CAR}/destroyed 1 ; set 0/1.0/out 1 ; set 0/2.0/out 1"]
    assert [command for _words, command in proposals] == (explosion if commands is None else commands)


def test_who_is_aboard_a_vehicle_out_of_action_may_get_out():
    reads = attempt("breakdowns", fight(marks={"breakdowns": 3})).reads
    assert [address for address, _words in reads(Typed([3])).onward] == [f"get-out?unit={CAR}"]
    assert not reads(Typed([2])).onward


def test_a_five_is_an_accident_with_dice_of_its_own():
    lines, proposals = rolled("breakdowns", fight(marks={"breakdowns": 3}), 5, 1, 2, 3)
    assert [value for value, _words in lines] == ["5", "1", "15 cm"]
    assert proposals[0][1] == f"all set {CAR}/out-of-action 1 ; add 0/1.0/stunned 1 ; add 0/2.0/stunned 1"


def test_the_chances_of_a_breakdown_roll():
    assert chances(attempt("breakdowns", fight(marks={"breakdowns": 4}))) == [
        ("Nothing", Fraction(1, 6)),
        ("Out of action; another breakdown makes it explode", Fraction(2, 6)),
        ("Accident", Fraction(1, 6)),
        ("Explosion: vehicle destroyed, occupants eliminated", Fraction(2, 6)),
    ]


@pytest.mark.parametrize(("markers", "due"), [(2, False), (3, True)])
def test_the_roll_is_due_from_the_third_breakdown_on(markers, due):
    battle = fight(marks={"breakdowns": markers})
    words = "Car: breakdown roll when activated"
    assert notices(battle) == ([(words, f"breakdowns?unit={CAR}")] if due else [])
    assert ("breakdowns" in offered(battle)) is due


def test_no_roll_is_due_once_it_is_activated_or_out_of_action():
    assert notices(fight(marks={"breakdowns": 3, "activated": 1})) == []
    assert notices(fight(marks={"breakdowns": 3, "out-of-action": 1})) == []


def test_an_ace_at_the_wheel_may_roll_again():
    battle = fight(marks={"breakdowns": 3})
    assert said(attempt("breakdowns", battle).notes[0].text) == "Ace driver: one re-roll, the second roll counts"
    assert attempt("breakdowns", fight(marks={"breakdowns": 3, "seat-1": "Nox"})).notes == []


# --- off the road ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("model", "most", "gain"), [("leger", 1, 1), ("moyen", 2, 0), ("lourd", 2, 1)])
def test_trouble_by_the_size_of_the_vehicle(model, most, gain):
    battle = fight(model)
    assert rolled("off-road", battle, most + 1)[0] == [(str(most + 1), "No trouble")]
    lines, _proposals = rolled("off-road", battle, most, 2)
    assert [value for value, _words in lines] == [str(most), str(2 + gain)]


@pytest.mark.parametrize(
    ("total", "words", "command"),
    [
        (2, "Immobilised; from the next turn, freed on 3+", f"all set {CAR}/immobilised 1 ; set {CAR}/tested 1"),
        (3, "Half move at the next activation", f"all set {CAR}/slowed 1 ; set {CAR}/tested 1"),
        (5, "Half move at the next activation", f"all set {CAR}/slowed 1 ; set {CAR}/tested 1"),
        (6, "Nothing", f"set {CAR}/tested 1"),
    ],
)
def test_trouble_is_read_by_its_table(total, words, command):
    assert rolled("off-road", fight(), 1, total) == (
        [("1", "Trouble"), (str(total), words)],
        [(words, command)],
    )


def test_half_a_move_is_noticed_until_it_is_activated():
    words = ("Car: half move at its next activation", "")
    assert (notices(fight(marks={"slowed": 1})), notices(fight(marks={"slowed": 1, "activated": 1}))) == ([words], [])


def test_a_lightened_frame_tests_as_a_medium_vehicle():
    assert rolled("off-road", fight("moyen", "structure-allegee"), 2, 2)[0][0] == ("2", "Trouble")


def test_the_chances_of_an_off_road_test():
    assert chances(attempt("off-road", fight())) == [
        ("Immobilised; from the next turn, freed on 3+", Fraction(1, 9)),
        ("Half move at the next activation", Fraction(1, 6)),
        ("Nothing", Fraction(13, 18)),
    ]


def test_what_flies_takes_no_test_and_all_terrain_only_on_difficult_ground():
    assert "off-road" not in offered(fight("leger", flying=True))
    notes = [(said(one.text), one.cite) for one in attempt("off-road", fight("leger", "tout-terrain")).notes]
    assert notes == [("All-terrain: difficult ground only", "RBN v2, p. 29")]


def test_in_a_sandstorm_who_moves_far_tests_on_a_road_too():
    battle = fight("leger", "tout-terrain")
    storm = played.battle(*battle.sides, marks=dict(battle.marks) | {"table/step-tempete-de-sable": 1})
    notes = [(said(one.text), one.cite) for one in attempt("off-road", storm).notes]
    assert notes == [("Sandstorm: test any move over 15\xa0cm, even on a road", "RBN v2, p. 42")]


def test_a_test_is_made_once_a_turn():
    notes = [said(one.text) for one in attempt("off-road", fight(marks={"tested": 1})).notes]
    assert notes == ["Already tested this turn"]


@pytest.mark.parametrize(("die", "freed"), [(2, []), (3, [f"set {CAR}/immobilised 0"])])
def test_three_frees_an_immobilised_vehicle(die, freed):
    battle = fight(marks={"immobilised": 1})
    assert [command for _words, command in rolled("free", battle, die)[1]] == freed
    assert [action for _words, action in notices(battle)] == [f"free?unit={CAR}"]


def test_only_what_is_stuck_gets_free():
    assert "free" not in offered(fight())


# --- damage, getting out, repairs -----------------------------------------------------------------------------------


def test_damage_is_looked_up_by_side_and_successes():
    found = attempt("damage", fight(), side="driver-side", successes="3")
    assert (found.dice, [said(one.text) for one in found.reasons]) == ("", ["Driver wounded"])
    assert [(said(one.text), one.command) for one in found.proposals] == [("Maud: one wound", "add 0/1.0/wounds 1")]


def test_damage_with_an_accident_asks_for_its_dice():
    assert attempt("damage", fight(), side="front", successes="4").dice == "3D6"


def test_who_reaches_their_own_c_gets_out():
    battle = fight(marks={"out-of-action": 1})
    found = attempt("get-out", battle)
    assert (found.dice, [one.value for one in found.reasons]) == ("2D6", ["4+", "3+"])
    assert rolled("get-out", battle, 3, 3) == (
        [("3", "Maud stays aboard"), ("3", "Nox gets out, 5\xa0cm at most")],
        [("Nox gets out, 5\xa0cm at most", f"say {CAR}/seat-2")],
    )


def test_nobody_gets_out_in_an_emergency_of_a_vehicle_that_runs():
    assert ("get-out" in offered(fight()), "get-out" in offered(fight(marks={"out-of-action": 1}))) == (False, True)


def test_the_gaia_familys_remove_breakdowns_at_the_end_of_a_turn():
    battle = fight(subfaction="gaia-familys", marks={"breakdowns": 3})
    assert attempt("repair", battle).dice == "3D6"
    assert rolled("repair", battle, 4, 5, 6)[1] == [("Car: breakdowns removed: 2", f"add {CAR}/breakdowns -2")]
    assert "repair" not in offered(fight(marks={"breakdowns": 3}))


def test_an_address_without_a_vehicle_rolls_nothing():
    battle = fight()
    context = played.context(battle)
    for slug, action in driving.ACTIONS.items():
        assert action.attempt(context, {"unit": "0/1.0"}).dice == "", slug


@pytest.mark.django_db
def test_a_table_without_dice_is_read_at_once():
    row = stored.battle(lists=1)
    unit = next(path for path, one in stored.state(row).units_by_path.items() if one.kind == "vehicle")
    address = reverse("battle-action", args=[row.pk, "damage"])
    chosen, player = {"unit": unit, "side": "front", "successes": "1"}, stored.player(row)
    assert 'name="accept"' in player.get(address, chosen).content.decode()
    player.post(address, chosen | {"id": "a", "accept": "0"})
    assert stored.state(row).number(f"{unit}/breakdowns") == 1
