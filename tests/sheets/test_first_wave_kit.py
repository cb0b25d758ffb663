"""The table kit of First Wave: who enters and what they do, tokens, and cards with all dice worked out."""

import io
from dataclasses import replace
from types import SimpleNamespace

import pytest
from pypdf import PdfReader

from builder.games.first_wave.kit import table_kit, tokens_and_markers
from builder.games.first_wave.sheet.build import build_sheet
from builder.games.first_wave.sheet.reference import play
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.rendering import sheet_html
from rules.games.first_wave.play.book import KitToken
from rules.text import Text
from tests.languages import in_language
from tests.rules.first_wave import make
from tests.sheets import drawn

pytestmark = pytest.mark.paper

GROUP = make.group(make.fighter())


def kit(language="en"):
    return in_language(language, table_kit, GROUP, make.judge(GROUP))


def encounters():
    return kit()[0].context


def card(name):
    return next(unit.card for unit in kit()[2].units if unit.name == name)


def figures(name):
    """Its shields, its dice, the successes of shots and melees against it."""
    dice, _text, effects = card(name).lines
    labels = [aside.label for aside in effects.asides]
    return (
        {one.label: one.value for one in card(name).shields}
        | {one.label or dice.head: one.value for one in dice.asides}
        | {row.target: dict(zip(labels, row.dice, strict=True)) for row in effects.rows}
    )


def plain(text):
    return text.replace("\u00a0", " ")


def test_the_chart_leads_from_step_to_step():
    chart = [(number, yes, no) for number, _question, yes, no in encounters()["steps"]]
    assert chart == [(1, 6, 2), (2, 3, 5), (3, 4, 5), (4, 3, 7), (5, 6, 7), (6, 6, 7), (7, None, None)]


def test_every_total_of_2d6_says_who_enters():
    assert [(totals, who, bool(icon)) for totals, icon, who in encounters()["entry"]] == [
        ("2-5", "nobody", False),
        ("6-7", "1D3 infected humans", True),
        ("8", "1D3 infected dogs", True),
        ("9", "1 household robot", True),
        ("10", "1 construction robot", True),
        ("11-12", "1D3 military robots", True),
    ]


def test_the_resources_say_where_they_lie():
    assert encounters()["places"].rows[-1] == (
        "Resources",
        "3 tokens per player, more than 15\xa0cm from their own zone",
    )


def test_infection_says_what_the_die_must_show():
    assert encounters()["infection"].matrix[1] == ("Lost on", "4+", "3+", "2+", "always")


INFECTED = {
    "Shot": {"disoriented": "1", "immobilised": "2-3", "eliminated": "4+"},
    "Melee lost by": {"disoriented": "–", "immobilised": "1-2", "eliminated": "3+"},
}
MACHINE = INFECTED | {"Shot": {"disoriented": "1-2", "immobilised": "3-4", "eliminated": "5+"}}


def shields(shooting, combat, move):
    return ({"T · shooting": shooting} if shooting else {}) | {"C · combat": combat, "move, cm": move}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Infected human", shields("", "5+", "10") | {"Melee": "4D6"} | INFECTED),
        ("Infected dog", shields("", "5+", "15") | {"Melee": "4D6"} | INFECTED),
        ("Household robot", shields("", "4+", "15") | {"Melee": "4D6"} | MACHINE),
        ("Construction robot", shields("", "4+", "15") | {"Melee": "5D6"} | MACHINE),
        (
            "Military robot",
            shields("4+", "4+", "15") | {"0-30 cm": "6D6", "30-50 cm": "4D6", "melee": "4D6"} | MACHINE,
        ),
    ],
)
def test_profiles(name, expected):
    """The five of the bestiary (p. 11), the tables of shots and of melees beside them."""
    assert {plain(label): value for label, value in figures(name).items()} == expected


def test_a_profile_has_boxes_for_as_many_as_enter_together():
    """1D3 (p. 10); up to three markers of disorientation, and one of immobility."""
    tracks = card("Infected dog").tracks
    assert [(track.boxes, track.names) for track in tracks] == [
        ("◻◻◻◻", ("knocked-out-stars", "knocked-out-stars", "knocked-out-stars", "sleepy"))
    ] * 3


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_kit_takes_a_page_and_one_of_cards(paper):
    sheet = in_language("fr", build_sheet, GROUP, make.judge(GROUP))
    html = in_language("fr", sheet_html, sheet, PrintChoices("cards", paper, parts=("kit",)), kit=kit("fr"))
    cards, page = PdfReader(io.BytesIO(pdf.render(html))).pages
    assert "Robot militaire" in cards.extract_text()
    assert (50.0, 2.4) in drawn.sizes(page)


def test_a_book_stored_before_has_no_tables_of_the_game_nor_icons_of_tokens():
    book = make.catalogue()
    old = replace(book.play, sheet_tables=(), tokens=(KitToken(name=Text("Ressource", "Resource"), count=2),))
    analysis = SimpleNamespace(context=SimpleNamespace(catalogue=replace(book, play=old)))
    titles = [passage.title for passage in in_language("en", lambda: list(play(analysis)))]
    assert titles[:3] == ["Shooting effect", "What an NPC does", "Bestiary"]
    page = in_language("en", tokens_and_markers, analysis.context.catalogue)
    assert [disc.label for disc in page.context["groups"][0].discs] == ["Resource", "Resource"]
