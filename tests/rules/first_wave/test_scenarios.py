"""The scenarios: listed or not, and what Power scores."""

import pytest

from tests.rules.first_wave import make
from tests.rules.first_wave.make import fielding

SCENARIOS = ["pouvoir", "grand-nettoyage", "assassinat-de-la-ligne", "diversion"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenarios_of_the_book(scenario):
    group = make.group(make.fighter(name="Odile"), scenario=scenario)
    assert (make.broken(group), make.judge(group).budget) == ([], 150)


def test_no_scenario_prints_a_budget():
    assert {one.budget for one in make.catalogue().scenarios.values()} == {None}
    assert make.broken(make.group(scenario="pouvoir", budget=None)) == ["fw.bad-budget"]


@pytest.mark.parametrize("scenario", ["embuscade", "selection-naturelle", "rien"])
def test_other_scenarios(scenario):
    assert make.broken(make.group(scenario=scenario)) == ["fw.bad-scenario"]


def test_exactly_30_points_score_nothing_in_power():
    thirty = {"C": 4, "abilities": "eclaireur", "equipment": "armure"}  # 10 + 4 + 6 + 10
    power = {"scenario": "pouvoir"}
    assert fielding(header=power, **thirty) == ["fw.exactly-30-points"]
    assert fielding(header=power, **thirty | {"C": 5}) == []
    assert fielding("matraque", header=power, **thirty) == []


@pytest.mark.parametrize("scenario", [None, *SCENARIOS[1:]])
def test_exactly_30_points_are_fine_elsewhere(scenario):
    thirty = {"C": 4, "abilities": "eclaireur", "equipment": "armure", "name": "Odile"}
    assert fielding(header={"scenario": scenario}, **thirty) == []


@pytest.mark.parametrize(
    ("fighter", "points", "score"),
    [
        (make.fighter(equipment=("armure", "bouclier", "grappin")), 29, 5),
        (make.fighter(C=4, equipment="armure", abilities="eclaireur"), 30, 0),
        (make.fighter("epee", C=3, equipment="grappin"), 31, 10),
    ],
)
def test_what_a_fighter_scores(fighter, points, score):
    unit_analysis = make.judge(make.group(fighter)).analysis.units[1]
    assert (unit_analysis.cost, unit_analysis.score) == (points, score)


def test_how_many_score_what():
    thirty = make.fighter(C=4, equipment="armure", abilities="eclaireur", count=2)
    group = make.group(thirty, make.fighter("epee", C=3, equipment="grappin", count=3))
    assert make.judge(group).analysis.counts_by_cost == (1, 2, 3)


LINEAGE = "assassinat-de-la-ligne"
CHIEF = make.fighter(abilities="chef")
DOG = make.fighter("machoire", abilities="animal")
HEIR = make.fighter(name="Odile")


def line_of(*units, scenario=LINEAGE):
    """What a group breaks in the scenario about the chief and a successor."""
    return make.found(make.group(units=units, scenario=scenario))


@pytest.mark.parametrize("units", [(CHIEF,), (CHIEF, DOG), (DOG, CHIEF, DOG)])
def test_a_chief_alone_or_with_animals_has_no_successor(units):
    assert line_of(*units) == [("fw.no-successor", None)]
    assert line_of(*units, HEIR) == []
    assert line_of(*units, scenario="pouvoir") == []


def test_a_group_without_a_chief_is_told_about_the_chief_only():
    assert line_of() == line_of(DOG) == [("fw.no-chef", None)]


@pytest.mark.parametrize("name", ["", "  "])
def test_whoever_may_be_named_successor_needs_a_name(name):
    nameless = make.fighter(name=name)
    assert line_of(CHIEF, DOG, HEIR, nameless) == [("fw.nameless", None)]
    assert line_of(CHIEF, DOG, HEIR, nameless, scenario="diversion") == []


def test_those_without_a_name_are_numbered_as_their_cards_are():
    group = make.group(units=(CHIEF, make.fighter(), HEIR, DOG, make.fighter(count=2)), scenario=LINEAGE)
    assert make.messages(group) == {"fw.nameless": "Possible successors without a name: no. 2, 5."}
