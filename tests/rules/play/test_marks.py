"""What is marked is a value; its text is a command."""

import pytest

from rules.play.actions import Proposal
from rules.play.marks import Mark, MarkShape
from rules.shapes import Refused

WOUND, OUT = Mark.add("0/1.0/wounds"), Mark.set("0/1.0/out")


@pytest.mark.parametrize(
    ("mark", "text"),
    [
        (WOUND, "add 0/1.0/wounds 1"),
        (Mark.set("0/1.0/on-fire", 0), "set 0/1.0/on-fire 0"),
        (Mark.say("0/2.0/seat-1", "Ada Lovelace"), "say 0/2.0/seat-1 Ada Lovelace"),
        (Mark.say("0/2.0/seat-1", "Ada ; Bob"), "say 0/2.0/seat-1 Ada, Bob"),
        (Mark.say("0/2.0/seat-1", "Ada ;"), "say 0/2.0/seat-1 Ada,"),
        (Mark.say("0/2.0/seat-1"), "say 0/2.0/seat-1"),
        (Mark("met", "zombie", 2), "met zombie 2"),
        (Mark("next-round"), "next-round"),
    ],
)
def test_a_mark_reads_as_its_command(mark, text):
    assert str(mark) == text


def test_several_marks_are_one_command():
    assert Proposal("hit", [WOUND]).command == "add 0/1.0/wounds 1"
    assert Proposal("killed", [WOUND, OUT]).command == "all add 0/1.0/wounds 1 ; set 0/1.0/out 1"


def test_an_effect_of_a_book_marks_a_unit():
    shape = MarkShape()
    mark = shape.read("add breakdowns -1")
    assert (mark, mark.on("1/0.0"), shape.write(mark)) == (
        Mark("add", "breakdowns", -1),
        Mark("add", "1/0.0/breakdowns", -1),
        "add breakdowns -1",
    )


@pytest.mark.parametrize("text", ["wounds", "add wounds", "put-on wounds 1", "add wounds many", "add wounds 1 2", 3])
def test_a_mark_that_no_effect_has_is_refused(text):
    with pytest.raises(Refused):
        MarkShape().read(text)
