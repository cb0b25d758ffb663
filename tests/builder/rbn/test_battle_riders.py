"""Who sits inside a vehicle: no target and no fighter in a melee, who fires its guns, and who leaves with it."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.games.rbn.battle import step_lines
from builder.games.rbn.battle.build import BATTLE
from rules.games.rbn.play import hazards, morale, state
from rules.games.rbn.play.melee import MELEE
from rules.games.rbn.play.nets import throw_net
from rules.games.rbn.play.shooting import SHOOT
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.duels import duel, notes

MAUD, RIG, AJAX, DAX = "0/0.0", "1/0.0", "1/1.0", "1/2.0"
GOT_OUT = {f"{RIG}/seat-1": ""}


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def met(*gear, marks=None):
    """Maud on foot; of the others Ajax drives Rig, and Dax is on foot."""
    rig = make.vehicle("moyen", crew=[(1, 0, "driver")], name="Rig")
    ajax, dax = make.fighter("pistolet", T=4, C=4, name="Ajax"), make.fighter(C=4, name="Dax")
    return duel(make.fighter("fusil", T=4, name="Maud", equipment=gear), rig, ajax, dax, marks=marks)


def offered(attempt, name="target"):
    """The units of the battle that a field of a form offers."""
    options = next(one.options for one in attempt.fields if one.name == name)
    return [one.slug for one in options if "/" in one.slug]


# --- no target, no melee ----------------------------------------------------------------------------------------------


def test_who_sits_inside_is_no_target_of_a_shot_and_the_vehicle_is():
    assert offered(SHOOT.attempt(met(), {"unit": MAUD})) == [RIG, DAX]
    assert offered(SHOOT.attempt(met(marks=GOT_OUT), {"unit": MAUD})) == [RIG, AJAX, DAX]


def test_nor_does_a_net_fall_on_them():
    assert offered(throw_net(met("filet-de-capture"), {"unit": MAUD})) == [DAX]
    assert offered(throw_net(met("filet-de-capture", marks=GOT_OUT), {"unit": MAUD})) == [AJAX, DAX]


def test_nobody_strikes_them_and_they_strike_nobody():
    aboard, beside = met(), met(marks=GOT_OUT)
    assert offered(MELEE.attempt(aboard, {"unit": MAUD}), "foe") == [DAX]
    assert offered(MELEE.attempt(beside, {"unit": MAUD}), "foe") == [AJAX, DAX]
    assert [MELEE.suits(one.battle, AJAX) for one in (aboard, beside)] == [False, True]


SITS = "Ajax is in Rig: shoot the vehicle; no melee with anyone aboard"


@pytest.mark.parametrize(
    ("attempt", "fields"),
    [
        (SHOOT.attempt, {"unit": MAUD, "target": AJAX}),
        (MELEE.attempt, {"unit": MAUD, "foe": AJAX}),
        (MELEE.attempt, {"unit": AJAX, "foe": MAUD}),
        (throw_net, {"unit": MAUD, "target": AJAX}),
    ],
)
def test_an_address_that_names_them_all_the_same_rolls_nothing(attempt, fields):
    there = attempt(met("filet-de-capture"), fields)
    assert (there.dice, SITS in notes(there)) == ("", True)
    gone = attempt(met("filet-de-capture", marks=GOT_OUT), fields)
    assert (bool(gone.dice), SITS in notes(gone)) == (True, False)


def test_dice_that_fell_before_they_got_in_are_still_read():
    found = SHOOT.attempt(met(), {"unit": MAUD, "target": AJAX}).reads(Typed([4, 1, 1, 1, 1]))
    assert [one.command for one in found.proposals][:1] == [f"add {AJAX}/stunned 1"]


def test_flames_reach_nobody_inside():
    rig = make.vehicle("lourd", crew=[(1, 0, "driver")], name="Rig")
    burning = make.fighter("lance-flammes", T=4, name="Maud")
    context = duel(burning, rig, make.fighter(name="Ajax"), header={"faction": "survivants"})
    found = SHOOT.attempt(context, {"unit": MAUD, "target": AJAX})
    assert (found.dice, found.proposals, SITS in notes(found)) == ("", (), True)


def test_the_allies_of_a_melee_are_on_foot():
    rides = make.vehicle("moyen", crew=[(2, 0, "driver")])
    own = make.fighter("fusil", T=4, name="Maud"), rides, make.fighter(name="Lou"), make.fighter(name="Nox")
    attempt = SHOOT.attempt(duel(own, make.fighter(C=4)), {"unit": MAUD, "melee": "1"})
    assert offered(attempt, "ally") == ["0/3.0"]


def test_reaction_fire_at_who_shoots_from_a_vehicle_goes_at_the_vehicle():
    rides = make.vehicle("moyen", crew=[(0, 0, "passenger")])
    own = make.fighter("fusil", T=4, name="Maud"), rides
    found = SHOOT.attempt(duel(own, make.fighter("fusil", T=4, name="Ajax")), {"unit": MAUD}).reads(Typed([1, 2, 2, 2]))
    assert [address for address, _words in found.onward] == ["shoot?unit=1/0.0&target=0/1.0&weapon=0&reaction=1"]


def test_who_sits_inside_neither_falls_nor_lands():
    def falls(context):
        return [hazards.ACTIONS[slug].suits(context.battle, AJAX) for slug in ("fall", "land")]

    robots = {"foe_header": {"faction": "robots"}}
    rig, jet = make.vehicle("moyen", crew=[(1, 0, "driver")]), make.fighter(equipment="reacteur")
    assert falls(duel(make.fighter(), rig, jet, **robots)) == [False, False]
    assert falls(duel(make.fighter(), rig, jet, marks=GOT_OUT, **robots)) == [True, True]


def test_a_wreck_that_left_the_table_is_no_target():
    assert RIG in offered(SHOOT.attempt(met(marks={f"{RIG}/out-of-action": 1}), {"unit": MAUD}))
    gone = {f"{RIG}/out-of-action": 1, f"{RIG}/left": 1}
    assert RIG not in offered(SHOOT.attempt(met(marks=gone), {"unit": MAUD}))


# --- who fires a vehicle's gun ----------------------------------------------------------------------------------------


def gunners(*fighters, crew=(), marks=None):
    """Who may fire the gun of Truck (0/0.0): the keys of the fighters, from 1.0 on."""
    truck = make.vehicle("moyen", "mitrailleuse-fixe", crew=crew, name="Truck")
    car = make.vehicle("moyen", crew=[(len(fighters), 0, "driver")], name="Car")
    attempt = SHOOT.attempt(duel((truck, *fighters, car), make.fighter(), marks=marks), {"unit": "0/0.0"})
    return [one.removeprefix("0/") for one in offered(attempt, "gunner")]


def test_neither_animals_nor_riders_fire_a_vehicles_gun():
    people = make.fighter(abilities="animal"), make.fighter(abilities="cavalier"), make.fighter(T=4), make.fighter()
    assert gunners(*people) == ["3.0"]


def test_an_animal_that_is_noted_aboard_does_not_fire_it_either():
    people = make.fighter(abilities="animal"), make.fighter(T=4), make.fighter()
    assert gunners(*people, crew=[(1, 0, "passenger"), (2, 0, "passenger")]) == ["2.0"]


def test_who_sits_in_another_vehicle_does_not_fire_it():
    assert gunners(make.fighter(T=4), make.fighter(T=4)) == ["1.0"]
    assert gunners(make.fighter(T=4), make.fighter(T=4), marks={"0/3.0/seat-1": ""}) == ["1.0", "2.0"]


# --- a crew leaves with its vehicle -----------------------------------------------------------------------------------


def crewed(**marks):
    """Maud, the chief, drives Car; Nox and Lou are on foot."""
    car = make.vehicle("leger", crew=[(1, 0, "driver")], name="Car")
    chief = make.fighter(name="Maud", C=3, abilities="chef")
    own = played.side(car, chief, make.fighter(name="Nox"), make.fighter(name="Lou"), faction="mutants")
    return played.battle(own, marks={key.replace("_", "/"): value for key, value in marks.items()})


def test_a_crew_that_left_is_no_loss():
    left = {"0/0.0/left": 1, "0/2.0/out": 1}
    battle = replace(crewed(), marks=left)
    assert morale.losses(battle, 0) == (3, 1)
    assert [*BATTLE.notices(battle, make.catalogue())] == []
    assert morale.losses(replace(battle, marks=left | {"0/3.0/out": 1}), 0).due


def test_a_crew_that_left_is_waited_for_no_more_and_flees_no_more():
    battle = replace(crewed(), marks={"0/0.0/left": 1})
    assert step_lines.waiting(battle, state.FIGHTER, 0) == ["0/2.0", "0/3.0"]
    flees = morale.attempt(played.context(battle), {"side": "0"}).reads(Typed([1])).proposals[0]
    assert flees.command == "all set 0/2.0/fled 1 ; set 0/3.0/fled 1"
    stays = morale.attempt(played.context(crewed()), {"side": "0"}).reads(Typed([1])).proposals[0]
    assert stays.command == "all " + " ; ".join(f"set 0/{n}.0/fled 1" for n in range(4))


def test_who_got_out_before_stays():
    battle = replace(crewed(), marks={"0/0.0/left": 1, "0/0.0/seat-1": ""})
    assert (state.has_left(battle, "0/0.0"), state.has_left(battle, "0/1.0")) == (True, False)


def test_who_left_neither_burns_nor_turns_on_this_table():
    marks = {"0/1.0/on-fire": 1, "0/1.0/infection": 1, "0/2.0/on-fire": 1, "0/2.0/infection": 1}

    def due(more):
        notices = BATTLE.notices(replace(crewed(), marks=marks | more), make.catalogue())
        return sorted(one.action for one in notices if one.action)

    nox = ["burn?unit=0/2.0", "infection?unit=0/2.0"]
    assert due({}) == ["burn?unit=0/1.0", nox[0], "infection?unit=0/1.0", nox[1]]
    assert due({"0/0.0/left": 1}) == nox


def test_an_accident_by_a_shot_leads_to_what_the_vehicle_hits_on_its_way():
    found = SHOOT.attempt(met(), {"unit": MAUD, "target": RIG, "side": "front"}).reads(Typed([6, 6, 1, 1, 1, 2, 3]))
    assert [address for address, _words in found.onward] == [
        f"{slug}?unit={RIG}" for slug in ("collision", "run-over", "get-out")
    ]
