"""No line of a card is printed higher than it is counted, or the last ones would be cut off at the card's foot."""

import json
from pathlib import Path

import pytest
from django.utils.translation import override

from builder.exports.registry import ExportSource
from builder.lists.loaded import LoadedRoster
from builder.sheets.choices import SIZES, PrintChoices
from builder.sheets.fit import has_air
from builder.sheets.layout import Pages
from builder.sheets.measure import height
from builder.sheets.parts import CardLine, FigureRow, Writing
from builder.sheets.rendering import sheet_html
from builder.sheets.widths import text_width, title_width
from tests.languages import in_language
from tests.sheets.test_pdf import BELOW_INK, boxes

pytestmark = pytest.mark.paper

ROSTERS = Path(__file__).parents[1] / "rosters"
LISTS = (
    "rbn/mutants",
    "rbn/sidecar-deux-armes",
    "rbn/scenario-08-deux-soigneurs",
    "first-wave/enfant-a-la-batte",
    "chain-reaction/patrouille-militaire",
    "of-the-dead/suiveurs",
    "of-the-dead/gang-de-cinq",
    "reichbusters/deux-faces",
)
CROWDS = ("rbn/survivants-900-huit-roquettes", "first-wave/foule-600")
CHOICES = (
    PrintChoices(parts=("cards",), sides="double"),
    PrintChoices(parts=("cards",), size="sleeve"),
    PrintChoices(parts=("cards",), large_print=True),
    PrintChoices(parts=("cards",), paper="letter"),
)
ROUNDING = 0.6  # points


@pytest.mark.django_db
@pytest.mark.parametrize("choices", CHOICES, ids=["double", "sleeve", "large", "letter"])
@pytest.mark.parametrize("name", LISTS)
def test_no_line_of_a_card_is_higher_than_counted_and_all_end_above_the_states(name, choices):
    """In each language in turn."""
    language = ("en", "fr")[(LISTS.index(name) + CHOICES.index(choices)) % 2]
    pages, document = laid_out(name, choices, language)
    cards = [drawn(box) for _page, box in boxes(document, "card")]
    assert cards
    assert [card_name(card) for card in cards if spills(card)] == []
    assert higher(pages, document) == []


@pytest.mark.django_db
def test_what_stands_under_a_name_ends_before_the_tag_on_each_face():
    """Which face it is, "1/3", stands before it."""
    choices = PrintChoices(parts=("cards",), size="sleeve")
    pages, _document = laid_out("rbn/mercenaires-900", choices)
    faces = [slot.face for page in pages.card_pages for slot in page if slot.face]
    marked = [(f"{face.part}/{face.of} · " * (face.of > 1) + face.subtitle, face) for face in faces]
    usual, narrow = pages.metrics.subtitle[0], pages.metrics.caption[0]
    assert any(face.of > 1 for _words, face in marked)
    assert all(
        text_width(words.upper(), narrow if face.has_narrow_subtitle else usual, title_width)
        <= pages.maker.bar_room(face.card, face.width) + ROUNDING
        for words, face in marked
    )


@pytest.mark.django_db
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CROWDS)
def test_no_row_of_a_crowd_is_higher_than_counted(name, size):
    assert higher(*laid_out(name, PrintChoices(parts=("cards",), crowd=True, size=size))) == []


def higher(pages, document):
    """What is printed higher than counted: (kind, words, counted, printed)."""
    faces = [slot.face for page in pages.card_pages for slot in page if slot.face]
    columns = [drawn(box) for _page, box in boxes(document, "lines-column")]
    lines = [(face.fitted, column) for face in faces for column in face.fitted.columns]
    found = []
    for (fitted, column), box in zip(lines, columns, strict=True):
        printed = iter([child.margin_height() * 0.75 for child in box.children])
        for number, item in enumerate(column):
            counted = height(item, box.width * 0.75, *pages.metrics.types[fitted.type], pages.metrics)
            counted += fitted.air * (number > 0 and has_air(item))
            printed_height = sum(next(printed) for _part in range(parts(item)))
            if printed_height > counted + ROUNDING:
                found.append((type(item).__name__, item.words, counted, printed_height))
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("name", LISTS)
def test_the_first_page_holds_what_was_counted_for_it(name):
    choices = PrintChoices(parts=("head", "roster"))
    _pages, document = laid_out(name, choices)
    assert {page for page, _box in boxes(document, "rules")} <= {0}


@pytest.mark.django_db
@pytest.mark.parametrize(("size", "name"), [("auto", "chain-reaction/six-pnj"), ("sleeve", "reichbusters/deux-faces")])
@pytest.mark.parametrize("sides", ["double", "fold"])
def test_tables_on_backs_are_as_wide_as_their_card(sides, size, name):
    """They were as wide as a page, and cut at the card's edge."""
    choices = PrintChoices(parts=("cards",), sides=sides, size=size)
    _pages, document = laid_out(name, choices)
    cards = [(drawn(box), within(drawn(box), "tables")) for _page, box in boxes(document, "card")]
    assert any(tables for _card, tables in cards)
    assert [table for card, tables in cards for table in tables if table.width > card.width + ROUNDING] == []


def laid_out(name, choices, language="fr"):
    data = json.loads((ROSTERS / f"{name}.json").read_text("utf-8"))
    with override(language):
        sheet = in_language(language, ExportSource(LoadedRoster.from_data(data)).sheet)
        return Pages(sheet, choices), in_language(language, sheet_html, sheet, choices)


def drawn(box):
    """What stands in the place of a box that is out of the flow."""
    return getattr(box, "_box", box)


def within(card, name):
    """The parts of a card of a class, and all that is drawn in them."""
    found = (drawn(box) for box in card.descendants(placeholders=True))
    return [box for box in found if box.element is not None and name in (box.element.get("class") or "").split()]


def card_name(card):
    return next((box.element.get("data-label") for box in within(card, "name")), "")


def spills(card):
    """Whether lines of a card reach into its states."""
    return lowest(card, "lines") > highest(card, "states") + ROUNDING


def lowest(card, name):
    edges = [
        one.position_y + one.margin_height()
        for part in within(card, name)
        for one in (drawn(box) for box in part.descendants())
        if isinstance(one.height, (int, float))
    ]
    return max(edges, default=0) * 0.75


def highest(card, name):
    """The upper edge of parts of a card; where it has none its lower edge, and what is no ink below it."""
    edge = card.position_y + card.height + BELOW_INK
    return min((part.position_y for part in within(card, name)), default=edge) * 0.75


def parts(item):
    """How many boxes an item of a card is printed as."""
    if isinstance(item, FigureRow):
        return len(item.rows)
    if isinstance(item, CardLine) and item.asides:
        return 1 + item.text_is_below
    return len(item.labels) if isinstance(item, Writing) else 1
