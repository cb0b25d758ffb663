"""What tests/make.py builds by itself breaks nothing."""

import pytest

from tests import make

FACTIONS = ["cultistes", "mutants", "esclavagistes", "survivants", "robots", "mercenaires"]


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("budget", [150, 300, 600, 900])
def test_a_convoy_is_legal_by_itself(faction, budget):
    assert make.broken(make.convoy(faction=faction, budget=budget)) == []


@pytest.mark.parametrize("subfaction", sorted(set(make.PARENTS) - {"phantom-squad"}))
def test_a_convoy_of_a_subfaction_is_legal_by_itself(subfaction):
    assert make.broken(make.convoy(faction=make.PARENTS[subfaction], subfaction=subfaction)) == []


@pytest.mark.parametrize("subfaction", [None, "phantom-squad"])
def test_children_of_13_have_only_the_warning_that_nobody_can_avoid(subfaction):
    assert make.broken(make.convoy(faction="enfants-du-13", subfaction=subfaction)) == ["rbn.e13-activity"]


@pytest.mark.parametrize("points", [100, 101, 113, 120, 200, 361])
def test_vehicle_points_are_exact(points):
    assert make.judge(make.convoy(vehicle_points=points)).analysis.vehicle_points == points
