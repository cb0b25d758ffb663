"""Dice: the same seed gives the same dice, all sides come up alike, and typed dice are those that can fall."""

import hashlib
from collections import Counter

import pytest

from rules.play.dice import BadDice, Thrown, Typed, die, new_seed


def test_a_die_is_what_the_page_says_it_is():
    digest = hashlib.sha256(b"camp/3").digest()
    assert die("camp", 3, 6) == int.from_bytes(digest, "big") % 6 + 1


def test_the_same_seed_gives_the_same_dice():
    first, again = Thrown("camp"), Thrown("camp")
    assert first.several(20, 6) == again.several(20, 6)
    assert first.d(20) == again.d(20)
    assert first.dice == again.dice
    assert first.sides == [6] * 20 + [20]


def test_another_seed_gives_other_dice():
    assert Thrown().several(40) != Thrown().several(40)
    assert len({new_seed() for _number in range(100)}) == 100


def test_all_sides_come_up_alike():
    fell = Counter(die(f"seed {number}", 0, 6) for number in range(6_000))
    assert sorted(fell) == [1, 2, 3, 4, 5, 6]
    assert all(850 < times < 1_150 for times in fell.values())


def test_typed_dice_are_taken_in_their_order():
    dice = Typed.read("3, 5 + 20")
    assert (dice.several(2), dice.d(20), dice.dice, dice.seed) == ((3, 5), 20, [3, 5, 20], None)
    dice.all_used()


@pytest.mark.parametrize(("face", "value"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_typed_d3_is_the_face_of_a_d6(face, value):
    dice = Typed([face])
    assert (dice.d(3), dice.dice, dice.sides) == (value, [value], [3])


@pytest.mark.parametrize(
    ("values", "why"), [([7], "A D6 can’t show 7."), ([0], "A D6 can’t show 0."), ([], "One more die needed: a D6.")]
)
def test_a_typed_d3_that_no_d6_shows_is_refused(values, why):
    with pytest.raises(BadDice) as bad:
        Typed(values).d(3)
    assert str(bad.value.message) == why


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("x", "Enter whole numbers, such as 3 5."),
        ("3 -1", "Enter whole numbers, such as 3 5."),
        ("9999", "Enter whole numbers, such as 3 5."),
        ("²", "Enter whole numbers, such as 3 5."),
        ("7", "A D6 can’t show 7."),
        ("0", "A D6 can’t show 0."),
        ("3", "One more die needed: a D6."),
        ("", "One more die needed: a D6."),
        ("3 4 5", "Too many dice: 3 instead of 2."),
    ],
)
def test_dice_that_cannot_have_fallen_are_refused(words, why):
    def two_dice():
        dice = Typed.read(words)
        dice.several(2)
        dice.all_used()

    with pytest.raises(BadDice) as bad:
        two_dice()
    assert str(bad.value.message) == why
