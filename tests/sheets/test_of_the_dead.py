"""The cards of of the dead on paper: two to a page, compasses of 8 mm, backs with rules, sleeves that lose nothing."""

import json

import pytest

from builder.registry import example_file
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.fit import Room, fit
from builder.sheets.measure import height, narrowed
from builder.sheets.paper import LARGE, NORMAL
from builder.sheets.parts import FigureRow, LabelledFigure, Writing
from builder.sheets.rendering import sheet_html
from builder.sheets.spec import SHEETS
from rules.document import read
from rules.registry import GAMES
from rules.verdict import judge
from tests.languages import in_language
from tests.printed import page_texts
from tests.rules.of_the_dead import make
from tests.sheets.test_heights import card_name, drawn, spills
from tests.sheets.test_pdf import boxes

pytestmark = pytest.mark.paper

MM = 96 / 25.4  # CSS pixels in a millimetre
RING = 0.8  # of an em: the dial of a compass in the font of boxes


def example():
    return read(json.loads(example_file("of-the-dead").read_text("utf-8")), GAMES)


def html(roster, language="fr", **choices):
    verdict = judge(roster, make.catalogue(make.GAME), GAMES[make.GAME])
    return in_language(
        language,
        sheet_html,
        in_language(language, SHEETS["of-the-dead"].build, roster, verdict),
        PrintChoices(**choices),
    )


def pages(document):
    return page_texts(pdf.render(document))


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_characters_stand_on_two_pages(paper, language):
    cards = list(boxes(html(example(), language, paper=paper), "card"))
    assert [page - cards[0][0] for page, _card in cards] == [0, 0, 1, 1]


def test_a_compass_is_at_least_eight_millimetres_wide():
    dials = [box for _page, box in boxes(html(example()), "dial") if type(box).__name__ == "TableCellBox"]
    sizes = [one.style["font_size"] for dial in dials for one in dial.descendants() if one.element_tag == "b"]
    assert len(dials) == 4 + 1
    assert min(sizes) * RING / MM >= 8


@pytest.mark.parametrize(
    "choices", [{}, {"large_print": True}, {"sides": "double"}, {"size": "sleeve", "language": "en"}]
)
def test_no_card_spills(choices):
    cards = [drawn(box) for _page, box in boxes(html(example(), **choices), "card")]
    assert [card_name(card) for card in cards if spills(card)] == []


def test_the_back_says_the_rules_that_are_the_same_for_all():
    front, back = pages(html(example(), sides="double", parts=("cards",)))[:2]
    for words in ("plus de la moitié, couvert modéré au moins", "2 Zèle", "portée effective"):
        assert (words in front, words in back) == (False, True)


def test_a_sleeve_loses_no_dice_no_object_and_no_line_to_write_on():
    text = " ".join(" ".join(pages(html(example(), size="sleeve", parts=("cards",)))).split())
    for words in (
        "Objectifs",
        "Hachette",
        "Seringue",
        "Conserves",
        "Masse de chantier",
        "Pistolet",
        "Caporal",
        "Sourd",
    ):
        assert words in text
    assert text.count("Encouragement") >= 4


def row(*labels, across=4):
    return FigureRow(tuple(LabelledFigure(label, "2D") for label in labels), across)


def test_in_a_narrow_column_fewer_figures_stand_beside_each_other():
    figures = row("a", "b", "c", "d")
    assert [narrowed(figures, width, 9, NORMAL).across for width in (4 * 36, 4 * 36 - 1, 1)] == [4, 2, 1]
    assert narrowed(figures, 200, 14, LARGE).across == 2
    assert narrowed(Writing("x"), 1, 9, NORMAL) == Writing("x")
    (fitted,) = fit([figures], [Room(4 * 36 - 1, 500)], NORMAL)
    assert fitted.columns == ((row("a", "b", "c", "d", across=2),),)
    assert [narrowed(row(word, *"bcd"), 262, 14, LARGE).across for word in ("a", "Encouragement")] == [4, 2]


def test_a_label_of_several_lines_makes_its_boxes_higher():
    low, high = (
        height(row("a", label), 100, 9, 11, NORMAL) for label in ("b", "un mot après l’autre, sur bien des lignes")
    )
    assert low == NORMAL.figure + 2
    assert high > low + NORMAL.caption[1]
