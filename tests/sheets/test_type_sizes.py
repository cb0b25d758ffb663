"""Sizes of type: at least 12 points in large print, where figures are larger than their labels, and 8 in a sleeve."""

import json
from dataclasses import replace

import pytest
from pypdfium2 import PdfDocument
from weasyprint.formatting_structure.boxes import TextBox

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.choices import PrintChoices
from builder.sheets.rendering import sheet_html
from rules.registry import GAMES
from tests.languages import in_language
from tests.paper import CITATION, texts_of
from tests.sheets.test_pdf import boxes
from tests.sheets.test_tags import example

pytestmark = [pytest.mark.django_db, pytest.mark.paper]
LARGE = PrintChoices(parts=("head", "cards", "roster", "reference", "findings"), large_print=True)
ROUNDED = 0.06  # points: what sizes in parts of others lose
POINT = 0.75  # of a CSS pixel
SLEEVES = PrintChoices(parts=("cards",), size="sleeve", sides="double")


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(("choices", "least"), [(LARGE, 12), (SLEEVES, 8)], ids=["large print", "sleeves"])
def test_no_type_is_smaller(game, choices, least):
    source = replace(example(game), choices=choices)  # the sleeves are printed for the tests of tags too
    pages = PdfDocument(in_language("fr", EXPORTS["pdf"].render, source))
    texts = [one for page in pages for one in texts_of(page) if "Icons" not in one.font]
    assert len(texts) > 50
    assert [one for one in texts if one.size < least - ROUNDED and one.size != CITATION] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_figures_of_large_print_are_larger_than_their_labels(game):
    data = json.loads(example_file(game).read_text("utf-8"))
    source = ExportSource(LoadedRoster.from_data(data), choices=PrintChoices(parts=("cards",), large_print=True))
    document = in_language("fr", sheet_html, in_language("fr", source.sheet), source.choices)
    figures, labels = set(), set()
    for css_class in ("stats", "shields", "noted-track", "dice", "strips", "figures-row"):
        parts = [getattr(box, "_box", box) for _page, box in boxes(document, css_class)]
        for part in parts:
            for text, size, is_figure in sizes(part) if "plain" not in part.element.get("class") else ():
                (figures if is_figure else labels).add((text, size))
    assert figures
    least = 1.2 * min(size for _text, size in labels)
    assert [(text, size) for text, size in figures if size < least] == []


def sizes(box):
    """(text, its size in points, whether it is a figure) of a part of a card, without small letters behind figures."""
    for part in box.descendants(placeholders=True):
        if not isinstance(part, TextBox) or not part.text.strip():
            continue
        tag, css_class = part.element.tag, part.element.get("class")
        if tag in ("p", "th", "b") or (tag == "td" and not css_class):
            is_dice = tag == "td" and any(child.tag == "small" for child in part.element)
            yield part.text.strip(), part.style["font_size"] * POINT, tag == "b" or is_dice
