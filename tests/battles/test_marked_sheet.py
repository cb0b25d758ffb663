"""The sheet of a list with what is marked in a battle ticked on it."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.battles.marked_sheet import marked_unit, ticked
from builder.sheets.common import one_box
from builder.sheets.parts import TICKED, CardLine, SheetCard, SheetUnit, TickLine, Track
from rules.play.battle import BOXES, COUNTER, OUT, WORDS, BattleDocument, BattleSide, BattleUnit, Marker
from rules.text import Text
from tests.languages import in_language

WOUNDS = Marker("wounds", Text("Blessures", "Wounds"), BOXES, most=3, free=1)
VEST = Marker("vest-lost", Text("Gilet: perdu", "Vest: lost"))
STUNNED = Marker("stunned", Text("Sonné", "Stunned"))
LIFE = Marker("life", Text("Vie", "Life"), COUNTER, most=99, start=6)
SEAT = Marker("seat", Text("Pilote", "Driver"), WORDS)
OUT_MARKER = Marker(OUT, Text("Hors de combat", "Out"), ends=True)


def after(card, markers, marks, language="en"):
    """A card of a list of one unit as it prints in a battle with these marks of the unit: {key: value}."""
    unit = BattleUnit("0.0", Text("Maud", "Maud"), index=0, markers=tuple(markers))
    marks = {f"0/0.0/{key}": value for key, value in marks.items()}
    battle = BattleDocument("rbn", sides=(BattleSide(units=(unit,)),), marks=marks)
    printed = SheetUnit(0, "fighter", "Maud", 1, (), "", (), (card,))
    with override(language):
        return in_language(language, marked_unit, printed, battle, {(0, 0): "0/0.0"}).cards[0]


@pytest.mark.parametrize(
    ("boxes", "number", "result"),
    [("⬚◻◻", 0, "⬚◻◻"), ("⬚◻◻", 2, "☑☑◻"), ("◻◻", 5, "☑☑"), ("☑ ◻", 0, "◻ ◻"), ("◯⊗ ◯", 1, "●◯ ◯")],
)
def test_so_many_boxes_are_ticked(boxes, number, result):
    assert ticked(boxes, number) == result


@pytest.mark.parametrize(("language", "label"), [("fr", "Blessures"), ("en", "Wounds")])
def test_what_is_marked_is_ticked_on_the_card_in_both_languages(language, label):
    own, other = Track(label, "⬚◻◻", key="wounds"), Track("?", "◻")
    marked = after(SheetCard((), (), (own, other)), [WOUNDS], {"wounds": 2}, language)
    assert marked == SheetCard((), (), (replace(own, boxes="☑☑◻"), other))


def test_boxes_among_the_lines_are_ticked_too():
    wounds, used, lost = Track("Wounds", "◻◻◻", key="wounds"), one_box("used", "used"), one_box("lost", "vest-lost")
    card = SheetCard((), (TickLine((wounds,)), CardLine("Vest", "2D6", (used, lost))), ())
    lines = (
        TickLine((replace(wounds, boxes="☑◻◻"),)),
        CardLine("Vest", "2D6", (used, replace(lost, boxes=TICKED))),
    )
    assert after(card, [WOUNDS, VEST], {"wounds": 1, "vest-lost": 1}).lines == lines


def test_of_two_boxes_with_one_key_each_is_ticked_as_its_own():
    second = Marker("stunned-2", STUNNED.label)
    stunned = one_box("Stunned", "stunned")
    tracks = (stunned, replace(stunned, boxes=TICKED))
    assert after(SheetCard((), (), (stunned, stunned)), [STUNNED, second], {"stunned-2": 1}).tracks == tracks


def test_a_number_stands_instead_of_its_boxes():
    life = Track("Life", "◯◯◯", key="life")
    assert after(SheetCard((), (), (life,)), [LIFE], {}).tracks == (replace(life, boxes="→ 6 "),)


def test_what_the_sheet_has_no_box_for_is_a_line_before_the_others():
    marks = {"out": 1, "seat": "Mira", "life": 4, "wounds": 2}
    card = after(SheetCard((), (), ()), [OUT_MARKER, SEAT, LIFE, WOUNDS, STUNNED], marks)
    told = "Out\u00a0· Driver: Mira\u00a0· Life\u00a04\u00a0· Wounds\u00a02/3"
    assert card.lines == (CardLine("In the battle", told, splits=True),)


def test_a_unit_that_the_battle_does_not_have_stays_as_it_is():
    card = SheetCard((), (), (Track("Wounds", "◻"),))
    printed = SheetUnit(4, "fighter", "Maud", 1, (), "", (), (card,))
    assert in_language("en", marked_unit, printed, BattleDocument("rbn"), {}) == printed
