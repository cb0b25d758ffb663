"""Building a group: budget, chief, healer, no vehicles, and nothing that only convoys have."""

from dataclasses import replace

import pytest

from rules.families.red_button.document import Choices
from tests import make as convoys
from tests.rules.first_wave import make


def test_a_group_is_legal_by_itself():
    assert make.broken(make.group()) == []


@pytest.mark.parametrize("budget", [1, 150, 300, 10**30])
def test_any_budget_above_nothing_will_do(budget):
    assert "fw.bad-budget" not in make.broken(make.group(budget=budget))


@pytest.mark.parametrize("budget", [None, 0, -150])
def test_a_budget_is_due(budget):
    assert make.broken(make.group(budget=budget)) == ["fw.bad-budget"]


def test_a_group_costs_no_more_than_its_budget():
    assert make.broken(make.group(make.fighter(), budget=20)) == []
    assert make.broken(make.group(make.fighter(), budget=19)) == ["fw.budget-exceeded"]


def test_too_many_points_are_counted_out():
    assert make.messages(make.group(make.fighter(), budget=19)) == {
        "fw.budget-exceeded": "20\xa0pts for a budget of 19: 1 over."
    }


def test_a_group_has_one_chief():
    assert make.broken(make.group(units=(make.fighter(),))) == ["fw.no-chef"]
    assert make.broken(make.group(make.fighter(abilities="chef"))) == ["fw.multiple-chefs"]
    assert make.broken(make.group(units=(make.fighter(abilities="chef", count=2),))) == ["fw.multiple-chefs"]


def test_a_group_has_one_healer_at_most():
    healer = make.fighter(abilities="soigneur")
    assert make.broken(make.group(healer)) == []
    assert make.broken(make.group(healer, healer)) == ["fw.too-many-healers"]


def test_scouts_are_not_counted():
    assert make.broken(make.group(make.fighter(abilities="eclaireur", count=5))) == []


def test_a_vehicle_is_refused_and_costs_nothing():
    ride = convoys.vehicle("lourd", convoys.option("belier", "poison", demountable=True), flying=True, count=3)
    verdict = make.judge(make.group(ride))
    assert [(one.rule.id, one.unit) for one in verdict.findings] == [("fw.vehicles", 1)]
    assert verdict.total == 10


@pytest.mark.parametrize(
    "header",
    [
        {"role": "attacker"},
        {"bonus": 25},
        {"exotic": True},
        {"faction": "mutants"},
        {"subfaction": "sss"},
        {"activity": "pillards"},
        {"traits": Choices("mutants")},
        {"traits": Choices()},
    ],
)
def test_what_only_convoys_have_is_reported(header):
    assert make.found(make.group(**header)) == [("fw.faction", None)]


def test_everything_foreign_is_named_at_once():
    assert make.messages(make.group(faction="mutants", activity="pillards", bonus=50)) == {
        "fw.faction": "Only for convoys of Red Button’s Nation: prize points, faction, activity."
    }


def test_a_slave_is_reported_and_pays_in_full():
    slave = make.fighter(slave=True)
    assert make.found(make.group(slave)) == [("fw.faction", 1)]
    assert make.judge(make.group(slave)).total == 20


def test_where_fighters_start_is_a_note():
    assert make.broken(make.group(make.fighter(force="reserve"))) == []


def test_prices_of_convoys_change_nothing():
    group = make.group(make.fighter("arbalete", T=5), prices=(("blindage", 40), ("sidecar", 7)))
    assert make.judge(group).total == make.judge(replace(group, prices=())).total
    assert make.broken(group) == []
