"""The scenario of a battle: what a list was built for, roles, rounds, counters, what is due, the brief."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.battles.document import read, write
from builder.games.rbn.battle import scenario
from builder.games.rbn.battle.build import BATTLE
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import said
from tests.builder.test_options import load_roster

BOOK = make.catalogue()
AMBUSH, DEPARTURE, SOURCE = "embuscade", "le-jour-du-grand-depart", "la-source-du-mal"
AT_HAND = ["Sight and cover", "Shooting", "Melee", "Wounds, stuns, fire", "Turn order"]


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def test_what_a_convoy_was_built_for():
    loaded = load_roster(make.convoy(scenario=AMBUSH, role="defender", budget=400))
    assert scenario.plan(loaded) == scenario.Plan(AMBUSH, "defender", 400)


def test_the_ten_scenarios_are_there_by_number():
    found = scenario.scenarios(BOOK)
    assert (len(found), found[0].slug, found[0].name.en) == (10, "selection-naturelle", "1. Natural selection")


def test_roles_are_those_of_the_scenario_with_their_missions():
    named = [(one.slug, one.text.en[:24]) for one in scenario.roles(BOOK, AMBUSH)]
    assert named == [("attacker", "Make the defender fail."), ("defender", "Before the end of turn 6")]
    assert (scenario.roles(BOOK, "bataille-rangee"), scenario.roles(BOOK, None)) == ([], [])


@pytest.mark.parametrize(("slug", "rounds"), [("selection-naturelle", 4), ("bataille-rangee", 5), (None, 6)])
def test_as_many_rounds_as_the_scenario_has(slug, rounds):
    assert scenario.rounds(BOOK, slug) == rounds


def keys(slug, *sides):
    """What the scenario counts on the table."""
    return [one.key for one in scenario.counters(BOOK, slug, sides)]


@pytest.mark.parametrize(
    ("slug", "counted"),
    [
        ("qui-va-en-voiture", ["mines"]),
        ("extraction", ["hostage-zone", "hostage-away"]),
        (DEPARTURE, ["running"]),
        ("l-autoroute-de-l-enfer", ["first"]),
        (SOURCE, ["parts-0", "parts-1", "real", "fakes"]),
        ("bataille-rangee", []),
        (None, []),
    ],
)
def test_what_each_scenario_counts(slug, counted):
    assert keys(slug) == counted


def test_counters_of_lists_carry_their_names():
    sides = played.side(make.fighter(), name="Red"), played.side(make.fighter(), name="")
    labels = [one.label.en for one in scenario.counters(BOOK, SOURCE, sides)]
    assert labels[:2] == ["Parts controlled (Red)", "Parts controlled (list 2)"]


def test_every_scenario_of_the_file_is_in_the_book_and_every_marker_cites_it():
    play = BOOK.play
    assert {*play.counters, *(row.scenario for row in play.due)} <= BOOK.scenarios.keys()
    for slug in play.counters:
        assert {one.cite for one in scenario.counters(BOOK, slug, ())} == {str(BOOK.scenarios[slug].cite)}


def test_the_phases_begin_anew_each_round_and_the_set_up_does_not():
    markers = {one.key: one for one in scenario.table(BOOK, None, ())}
    again = [key for key, one in markers.items() if one.each_round]
    phases = ["initiative", "vehicles", "fighters", "hostile", "effects", "morale"]
    assert again == ["initiative", *(f"step-{one}" for one in phases)]
    assert {"step-decors", "step-jet", "step-attaque", "step-reserve", "step-fils-des-sables"} <= markers.keys()


def test_a_battle_of_each_scenario_is_stored_as_it_is():
    for slug in (None, *BOOK.scenarios):
        fight = played.battle(played.side(make.fighter()), scenario=slug)
        assert read(write(fight)) == fight


def due(slug, turn, marks=None, **header):
    fight = played.battle(played.side(make.vehicle("moyen"), **header), scenario=slug)
    fight = played.battle(*fight.sides, scenario=slug, marks={"table/round": turn} | (marks or {}))
    return [said(one.text) for one in scenario.notices(fight, BOOK)]


@pytest.mark.parametrize(("turn", "number"), [(1, 0), (2, 1), (3, 0)])
def test_the_ambush_arrives_in_turn_2(turn, number):
    assert len(due(AMBUSH, turn)) == number


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (1, []),
        (2, ["When activated, the broken-down vehicle starts on 4+."]),
        (3, ["When activated, the broken-down vehicle starts on 4+."]),
        (4, ["The broken-down vehicle starts without a roll."]),
        (6, ["The broken-down vehicle starts without a roll."]),
    ],
)
def test_the_broken_down_vehicle_starts_from_turn_2_on(turn, words):
    assert due(DEPARTURE, turn) == words
    assert due(DEPARTURE, turn, {"table/running": 1}) == []


def test_the_mandated_player_says_which_vehicle_is_broken_down():
    def due(turn=1, role="mandated", cars=2, **marks):
        side = replace(played.side(make.vehicle("leger", count=cars)), role=role)
        fight = played.battle(side, scenario=DEPARTURE, marks={"table/round": turn} | marks)
        return [(said(one.text), one.side, one.cite) for one in scenario.notices(fight, BOOK) if one.side is not None]

    words = "Tick which of your vehicles is broken down", 0, "RBN v2, p. 36"
    assert due() == [words]
    assert (due(role="saboteur"), due(cars=1), due(**{"0/0.1/broken-down": 1})) == ([], [], [])
    assert due(turn=2) == [words]


def test_merchants_announce_their_cargo_in_turn_1():
    header = {"faction": "survivants", "activity": "marchands"}
    words = ["Start of turn 1: name the medium or heavy vehicle carrying the cargo"]
    assert due(None, 1, **header) == words
    assert (due(None, 2, **header), due(None, 1, {"0/0.0/cargo": 1}, **header)) == ([], [])


def test_the_brief_has_the_scenario_each_secondary_mission_and_the_grades():
    sides = played.side(make.fighter(), name="Red", activity="pillards"), played.side(make.fighter(), name="Blue")
    fight = played.battle(*sides, scenario=AMBUSH)
    titles = [one.title for one in BATTLE.brief(played.context(fight, side=0))]
    assert titles == [
        "3. Ambush",
        "Red, secondary mission: Raiders",
        "Blue, secondary mission: Archaeologists",
        "Victory",
        *AT_HAND,
    ]


def test_the_brief_marks_the_readers_mission():
    side = played.side(make.fighter())
    fight = played.battle(replace(side, role="defender"), scenario=AMBUSH)
    rows = [left for left, _right in BATTLE.brief(played.context(fight, side=0))[0].rows]
    assert "Mission, Defender ←" in rows


def test_the_brief_leaves_out_secondary_missions_that_are_not_played():
    fight = played.battle(played.side(make.fighter()), scenario=SOURCE)
    assert [one.title for one in BATTLE.brief(played.context(fight))] == ["9. The root of evil", *AT_HAND]
