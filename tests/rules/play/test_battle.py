"""What is read of the facts of a unit."""

import pytest

from rules.play.battle import figure, listed


@pytest.mark.parametrize("weapons", [("batte", "pistolet"), "batte pistolet"])
def test_slugs_are_listed_by_battles_of_before_too(weapons):
    assert listed({"weapons": weapons}, "weapons") == ("batte", "pistolet")
    assert listed({}, "weapons") == ()


def test_a_fact_that_is_no_number_is_no_figure():
    assert [figure({"T": value}, "T") for value in (4, "-", ("4",))] == [4, 0, 0]
