"""The scenarios: listed or not, and what Power scores."""

import pytest

from tests.rules.first_wave import make
from tests.rules.first_wave.make import fielding

SCENARIOS = ["pouvoir", "grand-nettoyage", "assassinat-de-la-ligne", "diversion"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenarios_of_the_book(scenario):
    assert make.broken(make.group(scenario=scenario)) == []
    assert make.judge(make.group(scenario=scenario)).budget == 150


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
    thirty = {"C": 4, "abilities": "eclaireur", "equipment": "armure"}
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
    assert make.judge(group).analysis.worth == (1, 2, 3)
