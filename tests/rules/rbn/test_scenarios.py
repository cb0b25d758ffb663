"""What a scenario asks of a list before the game."""

import pytest

from tests import make

PRINTED = {
    "selection-naturelle": 150,
    "qui-va-en-voiture": 300,
    "le-jour-du-grand-depart": 300,
    "l-autoroute-de-l-enfer": 300,
    "escale-sans-lendemain": 300,
    "la-source-du-mal": 300,
    "retour-compromis": 300,
}
AGREED = ["extraction", "bataille-rangee"]


def test_a_scenario_is_one_of_the_books():
    assert make.broken(make.convoy(scenario="extraction")) == []
    assert make.broken(make.convoy(scenario="pouvoir")) == ["rbn.bad-scenario"]


@pytest.mark.parametrize(("scenario", "budget"), PRINTED.items())
def test_another_budget_than_the_printed_one_is_a_warning_and_holds(scenario, budget):
    assert make.broken(make.convoy(scenario=scenario, budget=budget)) == []
    other = make.convoy(scenario=scenario, budget=budget + 1)
    assert make.broken(other) == ["rbn.budget-not-scenario"]
    assert (make.judge(other).legal, make.judge(other).budget) == (True, budget + 1)


@pytest.mark.parametrize("scenario", AGREED)
@pytest.mark.parametrize("budget", [150, 300, 450])
def test_any_budget_fits_a_scenario_that_prints_none(scenario, budget):
    assert make.broken(make.convoy(scenario=scenario, budget=budget)) == []


@pytest.mark.parametrize(
    ("role", "ids"), [("attacker", []), ("defender", []), (None, ["rbn.bad-role"]), ("carrier", ["rbn.bad-role"])]
)
def test_the_ambush_needs_a_role(role, ids):
    assert make.broken(make.convoy(scenario="embuscade", role=role)) == ids


@pytest.mark.parametrize("scenario", [None, *PRINTED, *AGREED])
def test_no_other_scenario_needs_a_role(scenario):
    assert make.broken(make.convoy(scenario=scenario, budget=PRINTED.get(scenario, 300))) == []


ROLES = {scenario.slug: [role.slug for role in scenario.roles] for scenario in make.catalogue().scenarios.values()}


@pytest.mark.parametrize("scenario", ROLES)
@pytest.mark.parametrize("role", ["attacker", "player-a", "mandated", "saboteur", "pursuer", "rodeur"])
def test_a_role_is_one_of_its_scenario(scenario, role):
    found = make.broken(make.convoy(scenario=scenario, role=role, budget=PRINTED.get(scenario, 300)))
    assert ("rbn.bad-role" in found) == (role not in ROLES[scenario])


@pytest.mark.parametrize("role", ["attacker", "rodeur"])
def test_no_scenario_has_no_role(role):
    assert make.broken(make.convoy(role=role)) == ["rbn.bad-role"]
    assert make.broken(make.convoy(role=role, scenario="pouvoir")) == ["rbn.bad-role", "rbn.bad-scenario"]


def test_the_roles_of_the_scenario_are_named():
    def message(scenario):
        return make.messages(make.convoy(scenario=scenario, role="attacker"))["rbn.bad-role"]

    assert message("escale-sans-lendemain") == (
        "Stopover with no tomorrow has no role “attacker”. Its roles: Contract holder, Saboteur."
    )
    assert message("bataille-rangee") == "Pitched battle has no roles; “attacker” is chosen."


@pytest.mark.parametrize("bonus", [25, 50, 100])
def test_the_third_is_due_without_the_prize(bonus):
    source = {"scenario": "la-source-du-mal", "bonus": bonus}
    assert make.broken(make.convoy(vehicle_points=100, **source)) == []
    assert make.broken(make.convoy(vehicle_points=99, **source)) == ["rbn.vehicle-third"]


def test_the_prize_buys_vehicles_too():
    units = [make.fighter(abilities="chef"), make.fighter(count=6), make.vehicle("lourd", count=6), make.vehicle()]
    convoy = make.convoy(units=units, scenario="la-source-du-mal", bonus=100)
    assert (make.judge(convoy).analysis.vehicle_points, make.broken(convoy)) == (320, [])


@pytest.mark.parametrize("bonus", [0, 25, 50, 100])
def test_prize_points_of_the_table_are_spent_in_scenario_9(bonus):
    assert make.broken(make.convoy(scenario="la-source-du-mal", bonus=bonus)) == []


@pytest.mark.parametrize("bonus", [-25, 1, 24, 26, 75, 101])
def test_other_prizes_do_not_exist(bonus):
    assert make.broken(make.convoy(scenario="la-source-du-mal", bonus=bonus)) == ["rbn.bonus-not-allowed"]


@pytest.mark.parametrize("scenario", [None, "escale-sans-lendemain", "retour-compromis", "extraction"])
def test_prize_points_are_spent_nowhere_else(scenario):
    assert make.broken(make.convoy(scenario=scenario, bonus=25)) == ["rbn.bonus-not-allowed"]


def test_the_first_scenario_is_played_on_foot():
    on_foot = make.convoy(scenario="selection-naturelle", budget=150)
    assert make.broken(on_foot) == []
    riding = make.convoy(make.vehicle("leger"), scenario="selection-naturelle", budget=150)
    assert make.found(riding) == [("rbn.vehicles-forbidden", 1)]


def test_the_budgets_message_names_both_figures():
    convoy = make.convoy(scenario="extraction", budget=300)
    assert make.messages(convoy) == {}
    convoy = make.convoy(scenario="selection-naturelle", budget=300)
    assert "300" in make.messages(convoy)["rbn.budget-not-scenario"]
    assert "150" in make.messages(convoy)["rbn.budget-not-scenario"]
