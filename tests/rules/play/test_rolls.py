"""One table gives the dice, the chances and the outcome."""

from fractions import Fraction

import pytest

from rules.play.actions import Chance, Outcome, Proposal, Reason
from rules.play.dice import TooFewDice, Typed
from rules.play.rolls import Roll, Row

BURNS, OUT = Row(5, "burns", ["add 0/1.0/wounds 1"]), Row(1, "out", ["set 0/1.0/on-fire 0"], proposal="extinguished")
FIRE = Roll([BURNS, OUT], "p. 21")


def test_rows_share_all_that_can_fall():
    assert [*FIRE.chances()] == [Chance("burns", Fraction(1, 3)), Chance("out", Fraction(2, 3))]


def test_a_row_that_cannot_come_has_no_chance():
    assert [*Roll([BURNS, OUT], "p. 21", added=4).chances()] == [Chance("burns", Fraction(1))]


def test_a_row_that_cannot_come_may_be_said_too():
    chances = Roll([BURNS, OUT], "p. 44", added=4, whole=True).chances()
    assert [*chances] == [Chance("burns", Fraction(1)), Chance("out", Fraction(0))]


def test_dice_may_be_written_otherwise():
    turns = Roll([BURNS, OUT], "p. 44", added=2, shows=lambda dice: f"{sum(dice)} + 2")
    assert [(line.value, line.text) for line in turns.read(Typed([3])).lines] == [("3 + 2", "burns")]


@pytest.mark.parametrize(("die", "row", "button"), [(5, BURNS, "burns"), (4, OUT, "extinguished")])
def test_dice_say_what_their_row_says(die, row, button):
    outcome = FIRE.read(Typed([die]))
    assert outcome == Outcome([Reason(str(die), row.text, "p. 21")], [Proposal(button, row.commands, "p. 21")])


def test_several_dice_are_read_as_one_figure():
    fall = Roll([Row(4, "stands"), Row(1, "falls")], "p. 15", number=2, reads=max)
    assert [*fall.chances()] == [Chance("stands", Fraction(3, 4)), Chance("falls", Fraction(1, 4))]
    assert fall.read(Typed([3, 4])).lines == [Reason("3 4", "stands", "p. 15")]
    with pytest.raises(TooFewDice):
        fall.read(Typed([3]))


def test_a_row_may_ask_for_more_dice():
    further = Roll([Row(1, "skids")], "p. 18").read
    mine = Roll([Row(3, "nothing"), Row(1, "goes off", follows=further)], "p. 35")
    assert [line.text for line in mine.read(Typed([2, 6])).lines] == ["goes off", "skids"]


def test_the_attempt_says_how_many_dice_and_why():
    attempt = FIRE.attempt("end of turn", "5+")
    assert (attempt.dice, attempt.against, attempt.reasons) == ("1D6", "5+", [Reason("1D6", "end of turn", "p. 21")])


def test_the_rows_of_a_further_roll_stand_among_the_chances_by_their_names():
    """On 1 and 2 trouble: one more die, of which 1 is an accident and all else nothing."""
    trouble = Roll([Row(0, "accident"), Row(2, "nothing")], "p. 15")
    test = Roll([Row(0, "trouble", follows=trouble), Row(3, "passed", chance="nothing")], "p. 15")
    assert [*test.chances()] == [Chance("accident", Fraction(1, 18)), Chance("nothing", Fraction(17, 18))]
    assert [line.text for line in test.read(Typed([2, 5])).lines] == ["trouble", "nothing"]
    assert [line.text for line in test.read(Typed([3])).lines] == ["passed"]


def test_what_is_added_is_said_in_the_dice_and_in_the_total():
    worn = Roll([BURNS, OUT], "p. 19", added=1)
    assert (worn.dice, worn.read(Typed([4])).lines) == ("1D6+1", [Reason("5", "burns", "p. 19")])
