"""The set-up and the phases of a round as checklists that roll."""

from dataclasses import replace
from functools import partial

import pytest
from django.utils.translation import override

from builder.battles.marks import SHARED_COMMANDS, MarkContext, apply_changes, perform
from builder.games.rbn.battle import step_lines
from builder.games.rbn.battle.build import BATTLE
from builder.games.rbn.battle.checklists import checklists
from rules.games.rbn.play import contests
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome, said

SOURCE = "la-source-du-mal"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def fight(red=(), blue=(), scenario=None, marks=None, **header):
    """A battle of Red, archaeologists, and Blue, raiders unless `header` says otherwise."""
    first = played.side(make.fighter(), *red, name="Red")
    second = played.side(make.fighter(), *blue, **{"name": "Blue", "activity": "pillards"} | header)
    return played.battle(first, second, scenario=scenario, marks=marks)


def steps(checklist, battle):
    """{slug: step} of a checklist."""
    found = next(one for one in checklists(played.context(battle)) if one.slug == checklist)
    return {one.path.removeprefix("table/step-"): one for one in found.steps}


set_up, phases_of = partial(steps, "setup"), partial(steps, "round")


def rolled(step, *dice):
    return outcome(step.reads(Typed(dice)))


def in_roles(battle, *roles):
    """The sides of a battle in these roles."""
    return [replace(side, role=role) for side, role in zip(battle.sides, roles, strict=True)]


# --- the set-up -----------------------------------------------------------------------------------------------------


def test_the_scenery_comes_with_what_to_bring_and_to_agree_on():
    """RBN p. 14: 60 x 80 to 120 x 180 cm, fifteen pieces of scenery, open lists."""
    words = set_up(fight())["decors"].text
    assert all(one in words for one in ("From 60 × 80\u00a0cm", "120 × 180\u00a0cm", "fifteen", "Open: players"))


def test_a_book_stored_before_its_words_on_what_to_bring_has_the_steps():
    context = played.context(fight())
    there = {slug: one for slug, one in context.catalogue.reminders.items() if slug != "avant-de-jouer"}
    old = replace(context, catalogue=replace(context.catalogue, reminders=there))
    (setup,) = [one for one in checklists(old) if one.slug == "setup"]
    assert len(setup.steps) == len(set_up(fight()))


def test_the_steps_of_the_set_up_in_order():
    assert list(set_up(fight())) == ["decors", "pions", "jet", "attaque", "reserve"]
    assert next(iter(set_up(fight(scenario="embuscade")))) == "scenario"


def test_no_tokens_where_no_secondary_missions_are_played():
    assert "pions" not in set_up(fight(scenario=SOURCE))


def test_each_secondary_mission_is_said_once_with_whose_it_is():
    words = set_up(fight())["pions"].text
    assert "\nRed\u00a0· Archaeologists. Once scenery is set up" in words
    assert "\nRed, Blue\u00a0· Archaeologists. " in set_up(fight(activity="archeologues"))["pions"].text


def test_sons_of_the_sands_come_last_of_all():
    sand = make.fighter(name="Dune", abilities="fils-des-sables", force="attack")
    found = set_up(fight(red=[sand]))
    assert list(found)[-1] == "fils-des-sables"
    assert "Dune" in found["fils-des-sables"].text
    assert "Dune" not in found["attaque"].text


def test_in_scenario_8_the_mandated_player_deploys_them_with_the_others():
    sand = make.fighter(name="Dune", abilities="fils-des-sables", force="reserve")
    battle = fight(red=[sand], blue=[make.fighter(name="Sirocco", abilities="fils-des-sables")])
    first, second = in_roles(battle, "mandated", "saboteur")
    found = set_up(played.battle(first, second, scenario="escale-sans-lendemain"))
    assert "Dune" in found["reserve"].text
    assert found["fils-des-sables"].text.endswith("\nBlue\u00a0· Sirocco")
    assert "fils-des-sables" not in set_up(played.battle(first, scenario="escale-sans-lendemain"))


def test_in_the_ambush_the_attack_force_of_the_attacker_comes_later():
    battle = fight(red=[make.fighter(name="Scout", force="attack")], blue=[make.fighter(name="Nox", force="attack")])
    first, second = in_roles(battle, "attacker", "defender")
    words = set_up(played.battle(first, second, scenario="embuscade"))["attaque"].text
    assert ("Scout" in words, "Nox" in words) == (False, True)


def test_the_scenarios_step_says_table_deployment_and_roles():
    battle = fight(scenario="embuscade")
    words = set_up(battle)["scenario"].text
    assert words.startswith("180 × 60\u00a0cm\nThe defender sets up on a short edge")


def test_each_force_names_its_units():
    scout = make.fighter(name="Scout", force="attack")
    guard = make.fighter(name="Guard", force="reserve")
    found = set_up(fight(red=[scout], blue=[guard]))
    assert found["attaque"].text.endswith("\nRed\u00a0· Scout")
    assert found["reserve"].text.endswith("\nBlue\u00a0· Guard")


@pytest.mark.parametrize(("red", "blue", "gains"), [(1, 2, [2, 0]), (2, 1, [0, 2]), (1, 1, [0, 0]), (0, 3, [2, 0])])
def test_who_has_fewer_vehicles_adds_two(red, blue, gains):
    cars = [make.vehicle("leger", count=number) for number in (red, blue) if number]
    battle = fight(red=cars[:1] if red else [], blue=cars[-1:] if blue else [])
    assert contests.fewest_vehicles(played.context(battle)) == gains


def test_the_winner_of_the_deployment_roll_decides_who_deploys_first():
    battle = fight(blue=[make.vehicle("leger")])
    lines, proposals = rolled(set_up(battle)["jet"], 3, 4)
    assert lines == [("3+2 = 5", "Red"), ("4", "Blue"), ("", "Red rolled highest")]
    assert proposals == [
        ("Red deploys first", "all say table/first-deploys Red ; set table/step-jet 1"),
        ("Blue deploys first", "all say table/first-deploys Blue ; set table/step-jet 1"),
    ]


def test_what_was_rolled_is_marked_once_accepted():
    battle = fight()
    command = rolled(set_up(battle)["jet"], 3, 4)[1][0][1]
    after = apply_changes(battle, perform(SHARED_COMMANDS, MarkContext(battle), command))
    assert (after.value("table/first-deploys"), after.number("table/step-jet")) == ("Red", 1)


def test_a_tie_is_rolled_again():
    assert rolled(set_up(fight())["decors"], 4, 4) == (
        [("4", "Red"), ("4", "Blue"), ("", "Tie: re-roll")],
        [],
    )


@pytest.mark.parametrize(("die", "first"), [(1, "Red"), (3, "Red"), (4, "Blue"), (6, "Blue")])
def test_a_die_says_whose_tokens_are_placed_first(die, first):
    lines, proposals = rolled(set_up(fight())["pions"], die)
    assert (lines[0][1], proposals[0][1]) == (f"{first}: tokens placed first", "set table/step-pions 1")


def test_a_name_with_a_semicolon_does_not_end_a_command():
    [initiative] = contests.takes_initiative(played.context(fight(name="Blue ; and red")), 1)
    assert initiative.command == "all say table/initiative Blue, and red ; set table/step-initiative 1"


# --- the phases -----------------------------------------------------------------------------------------------------


def test_a_round_has_six_phases_with_their_page():
    found = phases_of(fight())
    assert list(found) == ["initiative", "vehicles", "fighters", "hostile", "effects", "morale"]
    assert {one.cite for one in found.values()} == {"RBN v2, p. 34"}


def test_the_highest_die_has_the_initiative():
    lines, proposals = rolled(phases_of(fight())["initiative"], 2, 5)
    assert lines[-1] == ("", "Blue rolled highest")
    assert proposals == [
        ("Blue has the initiative", "all say table/initiative Blue ; set table/step-initiative 1"),
    ]


@pytest.mark.parametrize(
    ("header", "gain"),
    [
        ({"faction": "enfants-du-13"}, 1),
        ({"faction": "enfants-du-13", "subfaction": "phantom-squad"}, 2),
        ({"faction": "mutants"}, 0),
    ],
)
def test_the_children_of_the_13_add_to_their_initiative(header, gain):
    assert contests.initiative_gains(played.context(fight(**header))) == [0, gain]


CONVOY = [make.vehicle("lourd", name="Truck"), make.vehicle("leger", name="Bike", count=2), make.vehicle("moyen")]


@pytest.mark.parametrize(
    ("activated", "following"),
    [((), ["0/2.0", "0/2.1"]), (("2.0",), ["0/2.1"]), (("2.0", "2.1"), ["0/3.0"]), (("2.0", "2.1", "3.0"), ["0/1.0"])],
)
def test_each_player_begins_with_their_light_vehicles_then_medium_then_heavy(activated, following):
    battle = fight(red=CONVOY, marks={f"0/{key}/activated": 1 for key in activated})
    assert step_lines.next_vehicles(battle, 0) == following


def test_the_order_of_one_player_does_not_wait_for_the_others():
    battle = fight(red=[make.vehicle("lourd", name="Truck")], blue=[make.vehicle("leger", name="Bike")])
    assert phases_of(battle)["vehicles"].text.endswith("\nRed\u00a0· Truck\nBlue\u00a0· Bike")


def test_wrecks_are_not_activated():
    assert step_lines.next_vehicles(fight(red=CONVOY, marks={"0/2.0/out-of-action": 1}), 0) == ["0/2.1"]


def test_the_phases_say_who_is_left_burns_and_tests():
    battle = fight(red=[make.fighter(name="Ash")], marks={"0/1.0/on-fire": 1, "1/0.0/out": 1})
    found = {slug: one.text.partition("\n")[2] for slug, one in phases_of(battle).items()}
    assert found["fighters"] == "Red, to activate: 2\nBlue, to activate: 0"
    assert found["effects"] == "On fire: Ash"
    assert found["morale"] == ""


def test_who_lost_half_is_named_in_the_phase_of_morale():
    chief = make.fighter(abilities="chef")
    battle = fight(blue=[chief], faction="mutants", marks={"1/0.0/out": 1})
    assert phases_of(battle)["morale"].text.endswith("\nBlue")


def test_every_box_of_the_checklists_is_on_the_table():
    battle = fight(red=[make.fighter(abilities="fils-des-sables")], scenario="embuscade")
    for checklist in BATTLE.checklists(played.context(battle)):
        for step in checklist.steps:
            assert step.path in battle.markers_by_path, said(step.title)
