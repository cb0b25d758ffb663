"""What nets, stuns and a change of pilot take from a fighter's next activation, kept on its marks (p. 15, 19, 29)."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.battles.document import read, write
from builder.battles.marks import MarkContext, apply_changes, perform
from builder.games.rbn.battle.build import BATTLE
from rules.games.rbn.play import driving
from rules.games.rbn.play.melee import MELEE
from rules.games.rbn.play.nets import throw_net
from rules.play.dice import Typed
from tests import make
from tests.battles import played as stored
from tests.builder.rbn import played
from tests.builder.rbn.duels import duel

CAR, MAUD, NOX, REX = "0/0.0", "0/1.0", "0/2.0", "0/3.0"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def battle(**marks):
    """Maud drives Car, Nox and the dog Rex sit in it; `marks` are Maud's."""
    car = make.vehicle("moyen", crew=[(1, 0, "driver"), (2, 0, "passenger"), (3, 0, "passenger")], name="Car")
    dog = make.fighter(abilities="animal", name="Rex")
    own = played.side(car, make.fighter(name="Maud"), make.fighter(name="Nox"), dog, faction="mutants")
    return played.battle(own, marks={f"{MAUD}/{key.replace('_', '-')}": value for key, value in marks.items()})


def after(fight, *commands):
    """The battle after marks, with what the game marks along with each."""
    for command in commands:
        changes = perform(BATTLE.all_commands, MarkContext(fight, book=make.catalogue()), command)
        fight = apply_changes(fight, {**changes, **BATTLE.along(fight, changes)})
    return fight


def state(fight, path=MAUD):
    """(actions spent, stunned markers, netted, new pilot)."""
    return tuple(fight.number(f"{path}/{key}") for key in ("actions", "stunned", "netted", "new-pilot"))


ACTIVATED = f"set {MAUD}/activated 1"


def test_an_activated_fighter_has_a_box_for_each_of_three_actions():
    (marker,) = (one for one in battle().sides[0].units[1].markers if one.key == "actions")
    assert (marker.kind, marker.most, marker.start, marker.each_round, marker.cite) == (
        "boxes",
        3,
        0,
        True,
        "RBN v2, p. 15",
    )
    assert "actions" not in [one.key for one in battle().sides[0].units[0].markers]


@pytest.mark.parametrize(
    ("marks", "spent"),
    [
        ({}, 0),
        ({"stunned": 1}, 1),
        ({"stunned": 3}, 3),
        ({"netted": 1}, 3),
        ({"new_pilot": 1}, 1),
        ({"stunned": 1, "new_pilot": 1}, 2),
        ({"stunned": 3, "new_pilot": 1}, 3),
        ({"stunned": 1, "netted": 1}, 3),
    ],
)
def test_what_it_lost_is_spent_when_it_is_activated_and_its_markers_go(marks, spent):
    assert state(after(battle(**marks), ACTIVATED)) == (spent, 0, 0, 0)


def test_what_befalls_it_afterwards_waits_for_the_next_activation():
    fight = after(battle(stunned=1), ACTIVATED, f"add {MAUD}/stunned 1", f"set {MAUD}/netted 1")
    assert state(fight) == (1, 1, 1, 0)
    fight = after(fight, "next-round")
    assert state(fight) == (0, 1, 1, 0)
    assert state(after(fight, ACTIVATED)) == (3, 0, 0, 0)


def test_an_activation_that_was_none_gives_back_what_it_took():
    undone = f"set {MAUD}/activated 0"
    assert state(after(battle(stunned=2), ACTIVATED, undone)) == (0, 2, 0, 0)
    assert state(after(battle(stunned=2), ACTIVATED, undone, ACTIVATED)) == (2, 0, 0, 0)
    assert state(after(battle(), ACTIVATED, f"set {MAUD}/actions 2", undone)) == (0, 0, 0, 0)
    assert state(after(battle(netted=1), ACTIVATED, undone, ACTIVATED))[0] == 3
    assert state(after(battle(stunned=2), ACTIVATED, "next-round")) == (0, 0, 0, 0)


def test_marking_it_activated_again_takes_nothing_twice():
    assert state(after(battle(stunned=1), ACTIVATED, f"add {MAUD}/stunned 1", ACTIVATED)) == (1, 1, 0, 0)


def test_a_battle_stored_before_goes_on_as_it_was():
    new = ("actions", "lost-actions", "netted", "new-pilot")
    fight = battle(stunned=2)
    units = tuple(
        replace(unit, markers=tuple(one for one in unit.markers if one.key not in new)) for unit in fight.sides[0].units
    )
    old = replace(fight, sides=(replace(fight.sides[0], units=units),))
    assert after(old, ACTIVATED).marks == {f"{MAUD}/stunned": 2, f"{MAUD}/activated": 1}
    assert read(write(battle())) == battle()


@pytest.mark.django_db
def test_a_battle_on_its_page_keeps_it_and_takes_it_back_at_once():
    row = stored.battle(lists=1)
    path = next(path for path, unit in stored.state(row).units_by_path.items() if unit.kind == "fighter")
    client = stored.player(row)
    stored.send(client, row, f"set {path}/stunned 2")
    marks = stored.send(client, row, f"set {path}/activated 1")["marks"]
    assert (marks[f"{path}/actions"], marks[f"{path}/stunned"]) == (2, 0)
    marks = stored.send(client, row, "undo")["marks"]
    assert (marks.get(f"{path}/actions", 0), marks[f"{path}/stunned"], marks.get(f"{path}/activated", 0)) == (0, 2, 0)


# --- what takes actions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gear", "die", "caught"), [("filet-de-capture", 3, True), ("filet-de-capture", 2, False)])
def test_a_net_marks_who_loses_all_actions(gear, die, caught):
    context = duel(make.fighter(equipment=gear, name="Maud"), make.fighter(name="Ajax"))
    found = throw_net(context, {"unit": "0/0.0"}).reads(Typed([die]))
    commands = [one.command for one in found.proposals]
    assert ("set 1/0.0/netted 1" in commands) is caught


def test_a_devourer_who_kills_has_no_action_left():
    header = {"faction": "cultistes", "subfaction": "devoreurs-des-derniers-jours"}
    context = duel(make.fighter(name="Maud", C=4), make.fighter(name="Ajax"), header=header)
    found = MELEE.attempt(context, {"unit": "0/0.0"}).reads(Typed([6, 6, 6, 1, 1, 1, 1]))
    fight = context.battle
    for one in found.proposals:
        fight = after(fight, one.command)
    assert state(fight, "0/0.0") == (3, 1, 0, 0)
    assert state(after(fight, "next-round", "set 0/0.0/activated 1"), "0/0.0") == (1, 0, 0, 0)


# --- a change of pilot ------------------------------------------------------------------------------------------------

CHANGE = driving.ACTIONS["change-pilot"]


def test_the_new_pilot_loses_an_action_and_the_two_change_seats():
    fight = battle()
    found = CHANGE.attempt(played.context(fight), {"unit": CAR})
    assert [one.slug for one in found.fields[0].options] == [NOX]
    (proposal,) = found.proposals
    assert (played.said(proposal.text), proposal.cite) == (
        "Nox drives: one fewer action at the next activation",
        "RBN v2, p. 15",
    )
    then = after(fight, proposal.command)
    assert [then.value(f"{CAR}/seat-{n}") for n in (1, 2, 3)] == ["Nox", "Maud", "Rex"]
    assert state(after(then, f"set {NOX}/activated 1"), NOX) == (1, 0, 0, 0)


def test_who_cannot_drive_does_not_take_the_wheel():
    alone = replace(battle(), marks={f"{CAR}/seat-2": ""})
    assert (CHANGE.suits(battle(), CAR), CHANGE.suits(alone, CAR)) == (True, False)
    assert CHANGE.attempt(played.context(alone), {"unit": CAR}).proposals == ()
    assert not CHANGE.suits(replace(battle(), marks={f"{CAR}/out-of-action": 1}), CAR)


# --- the first who is through (scenario 7) ----------------------------------------------------------------------------


def test_who_is_first_off_the_table_with_more_than_half_is_noted():
    sides = [played.side(make.vehicle("leger", count=3), make.fighter(), name=name) for name in ("Red", "Blue")]
    fight = played.battle(*sides, scenario="l-autoroute-de-l-enfer")
    left = ["set 1/0.0/left 1", "set 0/0.0/left 1", "set 0/0.1/left 1", "set 1/0.1/left 1"]
    seen = [after(fight, *left[:number]).number("table/first") for number in range(5)]
    assert seen == [0, 0, 0, 1, 1]
    both = after(fight, *left)
    assert after(both, "set 0/0.1/left 0").number("table/first") == 2
    assert after(both, "set 0/0.1/left 0", "set 1/0.1/left 0").number("table/first") == 0
    assert after(both, "set table/first 2", "set 0/0.2/left 1").number("table/first") == 2


def test_a_vehicle_that_leaves_in_another_scenario_notes_nothing():
    fight = played.battle(played.side(make.vehicle("leger")), scenario="embuscade")
    assert after(fight, "set 0/0.0/left 1").marks == {"0/0.0/left": 1}


def test_a_hostage_is_either_in_the_zone_or_off_the_table():
    fight = played.battle(played.side(make.fighter()), scenario="extraction")

    def where(*commands):
        then = after(fight, *commands)
        return then.number("table/hostage-zone"), then.number("table/hostage-away")

    assert where() == (1, 0)
    assert where("set table/hostage-away 1") == (0, 1)
    assert where("set table/hostage-away 1", "set table/hostage-zone 1") == (1, 0)
    assert where("set table/hostage-zone 0") == (0, 0)
    assert where("set table/hostage-away 1", "set table/hostage-away 0") == (0, 0)
