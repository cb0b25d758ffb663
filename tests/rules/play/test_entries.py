"""Where dice come from: what does not count, and what each is worth."""

from fractions import Fraction

from rules.play.entries import Modifier, dice_of, worths
from rules.text import Text

BASE, COVER = Modifier(3, Text("base", "base")), Modifier(-1, Text("couvert", "cover"))
ARMOUR = Modifier(-1, Text("armure", "armour")).ignored(Text("anti-blindage", "anti-armour"))


def a_success(number):
    """The chance of a success with so many dice that each succeed one time in two."""
    return 1 - Fraction(1, 2) ** number


def test_what_does_not_count_stays_listed_and_takes_no_dice():
    assert dice_of([BASE, COVER, ARMOUR]) == 2
    reason = ARMOUR.reason()
    words = reason.text.into("en", str)
    assert (reason.value, words, reason.counts) == ("−1D6", "armour (no effect: anti-armour)", False)


def test_a_reason_is_worth_the_chance_with_it_less_that_without_it():
    reasons = [*worths([BASE, COVER, ARMOUR], a_success)]
    assert [reason.worth for reason in reasons] == [Fraction(3, 4), Fraction(3, 4) - Fraction(7, 8), 0]


def test_dice_that_go_below_none_are_worth_nothing():
    heavy = Modifier(-9, Text("table", "table"))
    assert [reason.worth for reason in worths([BASE, heavy], a_success)] == [0, -Fraction(7, 8)]
