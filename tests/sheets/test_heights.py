"""No line of a card is printed higher than it is counted, or the last ones would be cut off at the card's foot."""

import json
from pathlib import Path

import pytest
from django.utils.translation import override

from builder.exports.registry import ExportSource
from builder.lists.loaded import LoadedRoster
from builder.sheets.choices import PrintChoices
from builder.sheets.layout import Pages
from builder.sheets.measure import height
from builder.sheets.parts import FigureRow, Writing
from builder.sheets.rendering import sheet_html
from tests.languages import in_language
from tests.sheets.test_pdf import boxes

pytestmark = pytest.mark.paper

ROSTERS = Path(__file__).parents[1] / "rosters"
LISTS = (
    "rbn/mutants",
    "rbn/sidecar-deux-armes",
    "rbn/scenario-08-deux-soigneurs",
    "first-wave/enfant-a-la-batte",
    "chain-reaction/patrouille-militaire",
    "of-the-dead/gang-de-cinq",
    "reichbusters/deux-faces",
)
CHOICES = (
    PrintChoices(parts=("cards",), sides="double"),
    PrintChoices(parts=("cards",), size="sleeve"),
    PrintChoices(parts=("cards",), large_print=True),
)
ROUNDING = 0.6  # points


@pytest.mark.django_db
@pytest.mark.parametrize("choices", CHOICES, ids=["double", "sleeve", "large"])
@pytest.mark.parametrize("name", LISTS)
def test_no_line_of_a_card_is_higher_than_counted(name, choices):
    data = json.loads((ROSTERS / f"{name}.json").read_text("utf-8"))
    with override("fr"):
        sheet = in_language("fr", ExportSource(LoadedRoster.from_data(data)).sheet)
        pages = Pages(sheet, choices)
        document = in_language("fr", sheet_html, sheet, choices)
        sides = [slot.side for page in pages.card_pages for slot in page]
    columns = [box for _page, box in boxes(document, "lines-column")]
    lines = [(side.fitted.type, column) for side in sides for column in side.fitted.columns]
    higher = []
    for (number, column), box in zip(lines, columns[: len(lines)], strict=True):
        printed = iter([child.margin_height() * 0.75 for child in getattr(box, "_box", box).children])
        for item in column:
            counted = height(item, box.width * 0.75, *pages.metrics.types[number], pages.metrics)
            drawn = sum(next(printed) for _part in range(parts(item)))
            if drawn > counted + ROUNDING:
                higher.append((item.words, counted, drawn))
    assert higher == []


@pytest.mark.django_db
@pytest.mark.parametrize("choices", CHOICES, ids=["double", "sleeve", "large"])
def test_no_figures_beside_a_line_reach_into_the_next(choices):
    """A rider of the cultists has three, with labels that may take two lines."""
    data = json.loads((ROSTERS / "rbn/devoreurs.json").read_text("utf-8"))
    with override("fr"):
        document = in_language(
            "fr", sheet_html, in_language("fr", ExportSource(LoadedRoster.from_data(data)).sheet), choices
        )
    found = [one for _page, box in boxes(document, "beside") for one in [(box, *cells_in(box))]]
    assert len(found) > 2
    assert [line.height for line, cells in found if cells.height > line.margin_height() + ROUNDING] == []


def cells_in(line):
    """The cells of a line, as they are printed."""
    drawn = (getattr(one, "_box", one) for one in line.descendants(placeholders=True))
    return [one for one in drawn if one.element is not None and one.element.get("class") == "cells"]


def parts(item):
    """How many boxes an item of a card is printed as."""
    if isinstance(item, FigureRow):
        return len(item.rows)
    return item.lines if isinstance(item, Writing) else 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", LISTS)
def test_copies_of_a_unit_on_a_page_have_one_type(name):
    data = json.loads((ROSTERS / f"{name}.json").read_text("utf-8"))
    with override("fr"):
        pages = Pages(in_language("fr", ExportSource(LoadedRoster.from_data(data)).sheet), PrintChoices("cards"))
        types = [{(slot.side.unit.index, slot.side.fitted.type) for slot in page} for page in pages.card_pages]
    assert [page for page in types if len(page) > len({index for index, _type in page})] == []
