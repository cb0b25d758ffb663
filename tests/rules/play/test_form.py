"""The form of an action: what the address says, as far as it makes sense."""

import pytest
from django.utils.translation import override

from builder.templatetags.battles import folded_line
from rules.play.actions import Attempt, Choice
from rules.play.entries import Modifier
from rules.play.form import ActionForm
from rules.text import Message, Text

COLOURS = (Choice("red", "Red"), Choice("blue", "Blue"))


@pytest.mark.parametrize(
    ("sent", "usual", "value"),
    [({}, "", "red"), ({}, "blue", "blue"), ({"c": "blue"}, "red", "blue"), ({"c": "pink"}, "blue", "blue")],
)
def test_a_choice_is_one_of_those_offered(sent, usual, value):
    form = ActionForm(sent)
    assert form.choice("c", "Colour", COLOURS, usual) == value
    assert [(one.name, one.value, one.kind) for one in form.fields] == [("c", value, "choice")]


@pytest.mark.parametrize(
    ("sent", "value"),
    [({}, 3), ({"n": "5"}, 5), ({"n": "99"}, 9), ({"n": "0"}, 1), ({"n": "-2"}, 3), ({"n": "x"}, 3), ({"n": "²"}, 3)],
)
def test_a_number_stays_within_its_bounds(sent, value):
    assert ActionForm(sent).number("n", "Number", 3, 1, 9) == value


def test_what_is_ticked_is_so_and_nothing_else():
    assert [ActionForm(sent).flag("f", "Flag") for sent in ({}, {"f": ""}, {"f": "1"})] == [False, False, True]


@pytest.mark.parametrize("usual", [False, True])
def test_a_choice_of_two_is_usual_until_somebody_says_otherwise(usual):
    said = [ActionForm(sent).either("e", "E", "no", "yes", usual) for sent in ({}, {"e": "no"}, {"e": "yes"})]
    assert said == [usual, False, True]
    form = ActionForm({})
    form.either("e", "E", "unharmed", "wounded", usual)
    assert form.fields[0].options == (Choice("no", "unharmed"), Choice("yes", "wounded"))


NAMED = Message("State of {name}", {"name": "Gordon"})


@pytest.mark.parametrize(
    ("sent", "line"),
    [
        ({}, "unharmed, no cover"),
        ({"w": "yes", "cover": "light"}, "wounded, light cover"),
        ({"s": "yes", "up": "1", "n": "2"}, "unharmed, State of Gordon: spent, no cover, Higher up, Enemies: 2"),
    ],
)
def test_what_the_marks_say_stands_in_one_line_and_what_is_as_usual_is_not_said(sent, line):
    form = ActionForm(sent)
    form.choice("weapon", "Weapon", COLOURS)
    form.either("w", "Shooter", "unharmed", "wounded", False, says_no=True)
    form.either("s", NAMED, "fresh", "spent", False)
    form.choice("cover", "Cover", (Choice("none", "no cover"), Choice("light", "light cover")), folded=True)
    form.choice("and", "And", (Choice("", "nobody else"), *COLOURS), folded=True)
    form.flag("up", "Higher up")
    form.number("n", "Enemies", 1, 1, 6, folded=True)
    assert [one.name for one in form.fields if not one.folded] == ["weapon"]
    with override("en"):
        assert folded_line(Attempt(form.fields)) == line


def test_the_table_may_give_or_take_dice_for_a_reason_of_its_own():
    given = ActionForm({"table": "-2", "table-why": "  fog  "})
    assert [*given.free_modifier()] == [Modifier(-2, Text("la table\u202f: fog", "the table: fog"))]
    assert [(one.name, one.value, one.kind) for one in given.fields] == [
        ("table", "-2", "number"),
        ("table-why", "fog", "text"),
    ]
    assert [[*ActionForm({"table": dice}).free_modifier()] for dice in ("0", "", "x")] == [[], [], []]
    assert next(ActionForm({"table": "99"}).free_modifier()).dice == 9
