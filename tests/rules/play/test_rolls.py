"""One table gives the dice, the chances and the outcome."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.play.actions import Chance, Outcome, Proposal, Reason
from rules.play.dice import TooFewDice, Typed
from rules.play.entries import Modifier
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import Roll, Row, beside

BURNS = Row(5, "burns", [Mark.add("0/1.0/wounds")])
OUT = Row(1, "out", [Mark.set("0/1.0/on-fire", 0)], proposal="extinguished")
FIRE = Roll([BURNS, OUT], "p. 21")


def plus(figure):
    return Modifier(0, "worn", "p. 19", figure=figure)


def attempt(roll, **sent):
    return roll.attempt(ActionForm(sent), "end of turn", "5+")


def worths(attempt):
    return [(reason.value, reason.worth) for reason in attempt.valued()]


def test_rows_share_all_that_can_fall():
    assert [*FIRE.chances()] == [Chance("burns", Fraction(1, 3)), Chance("out", Fraction(2, 3))]


def test_a_row_that_cannot_come_has_no_chance():
    assert [*Roll([BURNS, OUT], "p. 21", modifiers=[plus(4)]).chances()] == [Chance("burns", Fraction(1))]


def test_a_row_that_cannot_come_may_be_said_too():
    chances = Roll([BURNS, OUT], "p. 44", modifiers=[plus(4)], whole=True).chances()
    assert [*chances] == [Chance("burns", Fraction(1)), Chance("out", Fraction(0))]


def test_dice_may_be_written_otherwise():
    turns = Roll([BURNS, OUT], "p. 44", modifiers=[plus(2)], shows=beside)
    assert [(line.value, line.text) for line in turns.read(Typed([3])).lines] == [("3 + 2", "burns")]


@pytest.mark.parametrize(("die", "row", "button"), [(5, BURNS, "burns"), (4, OUT, "extinguished")])
def test_dice_say_what_their_row_says(die, row, button):
    outcome = FIRE.read(Typed([die]))
    assert outcome == Outcome([Reason(str(die), row.text, "p. 21")], [Proposal(button, row.marks, "p. 21")])


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
    fire = attempt(FIRE)
    assert (fire.dice, fire.against, fire.reasons) == ("1D6", "5+", [Reason("1D6", "end of turn", "p. 21")])
    assert [(field.name, field.value) for field in fire.fields] == [("table", "0"), ("table-why", "")]


@pytest.mark.parametrize(("figure", "dice", "burns"), [(1, "1D6+1", Fraction(1, 2)), (-1, "1D6−1", Fraction(1, 6))])
def test_the_table_adds_to_the_figure(figure, dice, burns):
    """From 5 on: on 4, 5, 6 with one more, on a 6 with one less."""
    fire = attempt(FIRE, table=str(figure))
    assert (fire.dice, fire.chances[0]) == (dice, Chance("burns", burns))
    assert [row.text for row in fire.read(Typed([5])).lines] == ["burns" if figure > 0 else "out"]


def test_below_all_rows_the_lowest_stands():
    fire = attempt(FIRE, table="-9")
    assert fire.chances == [Chance("out", Fraction(1))]
    assert fire.read(Typed([6])).lines == [Reason("−3", "out", "p. 21")]


def test_each_modifier_is_worth_what_it_changes_of_the_first_outcome():
    """1/3 from 5 on; 2/3 with two more; with one less besides 1/2."""
    fire = attempt(Roll([BURNS, OUT], "p. 21", modifiers=[plus(2)]), table="-1")
    assert worths(fire) == [("1D6", None), ("+2", Fraction(1, 3)), ("−1", Fraction(-1, 6))]


def test_what_does_not_count_stays_listed_and_is_worth_nothing():
    fire = attempt(Roll([BURNS, OUT], "p. 21", modifiers=[replace(plus(2), counts=False)]))
    assert [(reason.value, reason.counts) for reason in fire.reasons] == [("1D6", True), ("+2", False)]
    assert (fire.dice, worths(fire)) == ("1D6", [("1D6", None), ("+2", Fraction(0))])


def test_a_die_less_is_worth_the_dice_that_are_left():
    """Below 4 with both dice: 1/4; with one of them: 1/2."""
    hurt = Modifier(-1, "wounded", "p. 19")
    fall = attempt(Roll([Row(1, "falls"), Row(4, "stands")], "p. 15", 2, max, [hurt]))
    assert (fall.dice, worths(fall)) == ("1D6", [("2D6", None), ("−1D6", Fraction(1, 4))])


def test_a_row_that_is_rolled_again_stands_the_second_time():
    """4 and more holds: 1/2, with a second roll 3/4; the roll again is worth 1/4."""
    again = Reason("1D6", "sound system", "p. 29")
    test = attempt(Roll([Row(4, "holds"), Row(0, "flees", [Mark.set("0/fled")], again=again)], "p. 23"))
    assert test.chances == [Chance("holds", Fraction(3, 4)), Chance("flees", Fraction(1, 4))]
    assert worths(test) == [("1D6", None), ("1D6", Fraction(1, 4))]
    outcome = test.read(Typed([3, 2]))
    assert [line.text for line in outcome.lines] == ["flees", "flees"]
    assert [proposal.commands for proposal in outcome.proposals] == [["set 0/fled 1"]]
    assert test.read(Typed([3, 4])).proposals == []


def test_what_is_added_to_a_further_roll_is_a_reason_too():
    """Trouble on 1 to 3; then stuck on 1 alone with one more, on 1 and 2 without: 1/12 less."""
    trouble = Roll([Row(0, "stuck"), Row(3, "nothing")], "p. 15", modifiers=[plus(1)])
    test = attempt(Roll([Row(0, "trouble", follows=trouble), Row(4, "passed", chance="nothing")], "p. 15"))
    assert worths(test) == [("1D6", None), ("+1", Fraction(-1, 12))]


def test_the_rows_of_a_further_roll_stand_among_the_chances_by_their_names():
    """On 1 and 2 trouble: one more die, of which 1 is an accident and all else nothing."""
    trouble = Roll([Row(0, "accident"), Row(2, "nothing")], "p. 15")
    test = Roll([Row(0, "trouble", follows=trouble), Row(3, "passed", chance="nothing")], "p. 15")
    assert [*test.chances()] == [Chance("accident", Fraction(1, 18)), Chance("nothing", Fraction(17, 18))]
    assert [line.text for line in test.read(Typed([2, 5])).lines] == ["trouble", "nothing"]
    assert [line.text for line in test.read(Typed([3])).lines] == ["passed"]


def test_what_is_added_is_said_in_the_dice_and_in_the_total():
    worn = Roll([BURNS, OUT], "p. 19", modifiers=[plus(1)])
    assert (worn.dice, worn.read(Typed([4])).lines) == ("1D6+1", [Reason("5", "burns", "p. 19")])
