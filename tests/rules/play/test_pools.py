"""Pools of D6: what crafted dice say, and chances against everything that can fall."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.play.dice import TooFewDice, Typed
from rules.play.pools import Pool, has_more_ones


def read(pool, *faces):
    """(successes, 1s) of these dice, all of which must be taken."""
    dice = Typed(faces)
    rolled = pool.roll(dice)
    dice.all_used()
    return rolled.successes, rolled.ones


def enumerated(pool, most):
    """The chances of (successes, 1s), found by rolling everything that can fall on up to `most` dice."""
    found = Counter()
    for faces in product(range(1, 7), repeat=most):
        rolled = pool.roll(Typed(faces))
        found[rolled.successes, rolled.ones] += Fraction(1, 6**most)
    return {counts: chance for counts, chance in found.items() if chance}


@pytest.mark.parametrize(
    ("pool", "faces", "counts"),
    [
        (Pool(3, 4), (3, 4, 6), (3, 0)),  # a 6 counts twice
        (Pool(3, 4), (1, 1, 5), (1, 2)),
        (Pool(0, 4), (), (0, 0)),
        (Pool(2, 4, sixes_again=True), (6, 3, 4), (3, 0)),  # the example of p. 21
        (Pool(2, 4, sixes_again=True), (6, 6, 6, 1), (5, 0)),  # once more: a 6 is one success, a 1 is none of the shot
        (Pool(3, 4, ones_again=True), (1, 1, 4, 6, 1), (3, 1)),  # the second roll holds
        (Pool(3, 4, misses_again=1), (1, 3, 4, 6), (3, 0)),
        (Pool(2, 4, misses_again=2, sixes_again=True), (3, 6, 6, 5, 4), (6, 0)),
        (Pool(3, 4, venom=True), (4, 6, 2, 5), (4, 0)),  # the 6 is not poisoned
    ],
)
def test_dice_are_read_by_the_book(pool, faces, counts):
    assert read(pool, *faces) == counts


def test_each_die_says_how_many_successes_it_counts():
    dice = Typed([1, 3, 4, 6, 6, 2, 6])
    Pool(4, 4, sixes_again=True, ones_again=True).roll(dice)  # the 1 becomes a 6; both 6s are rolled once more
    assert dice.successes == [0, 0, 1, 2, 2, 0, 1]  # a 6 that was rolled once more is one


def test_a_die_that_is_due_is_asked_for():
    with pytest.raises(TooFewDice):
        Pool(1, 4, sixes_again=True).roll(Typed([6]))


@pytest.mark.parametrize(
    ("pool", "most"),
    [
        (Pool(3, 3), 3),
        (Pool(2, 5, sixes_again=True), 4),
        (Pool(2, 4, ones_again=True), 4),
        (Pool(2, 4, ones_again=True, sixes_again=True), 6),
        (Pool(2, 4, venom=True), 4),
    ],
)
def test_chances_are_those_of_everything_that_can_fall(pool, most):
    assert pool.spread() == enumerated(pool, most)


@pytest.mark.parametrize(
    ("pool", "most"), [(Pool(2, 4, misses_again=1), 3), (Pool(2, 5, misses_again=2, sixes_again=True), 6)]
)
def test_chances_of_misses_rolled_again_leave_out_the_ones(pool, most):
    found = Counter()
    for (successes, _ones), chance in enumerated(pool, most).items():
        found[successes, 0] += chance
    assert pool.spread() == found


@pytest.mark.parametrize(("dice", "dry"), [((1, 4), False), ((1, 1, 4), True), ((1, 1, 6), False), ((1,), True)])
def test_more_ones_than_successes_run_dry(dice, dry):
    assert has_more_ones([Pool(len(dice), 4).roll(Typed(dice))]) is dry
