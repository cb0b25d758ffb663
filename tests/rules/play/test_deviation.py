"""Where something comes down that is off its spot: six directions, each a sixth of a turn on."""

import pytest

from rules.play.actions import Deviation, Outcome, together


@pytest.mark.parametrize(
    ("direction", "spot"),
    [(1, (0, -2)), (2, (1.73, -1)), (3, (1.73, 1)), (4, (0, 2)), (5, (-1.73, 1)), (6, (-1.73, -1))],
)
def test_a_die_says_where_to(direction, spot):
    assert Deviation(2, direction, 3).spot == spot


def test_outcomes_together_keep_it():
    deviation = Deviation(2, 1, 5)
    assert together(Outcome([]), Outcome([], deviation=deviation)).deviation == deviation
