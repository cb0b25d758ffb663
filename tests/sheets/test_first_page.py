"""The first page of a roster and the opponent's: one page, few words, nothing that is hard to read."""

import re
from collections import defaultdict

import pytest
from pypdfium2 import PdfDocument

from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.building import sheet_of
from builder.sheets.choices import PrintChoices
from builder.sheets.layout import Pages
from builder.sheets.parts import Plan
from rules.document import decode
from rules.registry import GAMES
from tests.languages import in_language
from tests.paper import ROSTERS, printed_as, texts_of, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.paper]
MOST_WORDS, LEAST_TYPE, CITATION = 500, 8.5, 7  # points; the footer is as small as a citation
PLAYED = PrintChoices(parts=("head", "roster"))
# Lists of up to 12 units: the longest of each game, and some with vehicles, missions, notes, many boxes.
LISTS = [
    "rbn/devoreurs-archeologues",
    "rbn/scenario-10-deux-sonos",
    "rbn/sidecar-deux-armes",
    "rbn/mutants",
    "first-wave/munitions-interdites",
    "first-wave/trois-machoires",
    "first-wave/lignee",
    "chain-reaction/six-pnj",
    "chain-reaction/patrouille-militaire",
    "of-the-dead/les-dix-vocations",
    "of-the-dead/gang-de-cinq",
    "reichbusters/cinq-heros",
    "reichbusters/tout-a-la-fois",
]


def load(name):
    return LoadedRoster.from_data(decode((ROSTERS / f"{name}.json").read_bytes()))


def example(game):
    return LoadedRoster.from_data(decode(example_file(game).read_bytes()))


def pages_of(loaded, choices, language="fr"):
    return [list(texts_of(page)) for page in PdfDocument(printed_as(loaded, choices, language))]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", LISTS)
def test_the_first_page_is_one_page_of_few_words_that_can_be_read(name, language):
    loaded = load(name)
    (page,) = pages_of(loaded, PLAYED, language)
    small = {text.text for text in page if text.size < LEAST_TYPE and text.size != CITATION}
    assert (words_of(page) <= MOST_WORDS, small) == (True, set())


@pytest.mark.parametrize("name", LISTS)
def test_headings_of_columns_keep_their_words(name):
    def columns():
        table = Pages(sheet_of(load(name)), PLAYED).tables.units
        return [(heading, table) for heading in (*table.figure_headings, *table.weapon_headings)]

    for heading, table in in_language("fr", columns):
        lines = table.heading_lines(heading)
        assert lines <= max(1, len(heading.title.split())) + (not heading.is_whole), heading


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_opponent_reads_what_the_list_has_on_one_page_without_notes(game):
    loaded = example(game)
    pages = pages_of(loaded, PrintChoices("opponent"))
    text = re.sub(r"\s", "", " ".join(piece.text for page in pages for piece in page))
    sheet = in_language("fr", sheet_of, loaded)
    assert len(pages) == 1
    assert [table.title for table in (*sheet.gear, *sheet.rules) if re.sub(r"\s", "", table.title) not in text] == []
    assert [note for note in sheet.notes if re.sub(r"\s", "", note) in text] == []


@pytest.mark.parametrize("choices", [PLAYED, PrintChoices("opponent")], ids=["play", "opponent"])
def test_where_all_play_together_everybody_has_the_whole_round_track_in_its_order(choices):
    """The longest has 7 rounds before the alarm and 6 after it; this list does not say which one its mission has."""
    page = PdfDocument(printed_as(load("reichbusters/plein-a-ras-bord"), choices, "fr"))[0].get_textpage()
    lines = defaultdict(list)
    for at in range(page.count_chars()):
        if (letter := page.get_text_range(at, 1)).isdigit():
            left, bottom, _right, _top = page.get_charbox(at)
            lines[round(bottom)].append((left, letter))
    assert "1234567123456" in ["".join(letter for _left, letter in sorted(line)) for line in lines.values()]


def test_no_table_of_the_first_page_stands_among_the_cards_too():
    choices = PrintChoices(parts=("head", "cards", "roster"))
    on_first, twice = set(), {}
    for game in GAMES:
        pages = in_language("fr", Pages, sheet_of(example(game)), choices)
        first = {table.title for column in pages.tables.first_tables[0].columns for table in column}
        twice[game] = first & {table.title for page in pages.card_pages for slot in page for table in slot.tables}
        on_first |= first
    assert "Tir" in on_first
    assert not any(twice.values()), twice


def test_the_opponent_has_each_plan_of_damage_once_with_its_vehicles():
    loaded = example("rbn")
    pages = Pages(in_language("fr", sheet_of, loaded), PrintChoices("opponent"))
    vehicles = [unit for unit in pages.sheet.units if any(isinstance(line, Plan) for line in unit.card.lines)]
    assert [names for names, _plan in pages.plans] == [f"{unit.index + 1} {unit.name}" for unit in vehicles]
    assert Pages(pages.sheet, PLAYED).plans == []
