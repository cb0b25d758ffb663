"""The frame of the table kit: its parts share pages after all others, on both papers, with a scale bar that is true."""

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from builder.exports.registry import EXPORTS
from builder.games.rbn.kit.build import table_kit
from builder.games.rbn.sheet.build import build_sheet
from builder.sheets import pdf
from builder.sheets.choices import PRESETS, PrintChoices
from builder.sheets.kit import KitPage
from builder.sheets.rendering import sheet_html
from rules.registry import GAMES
from rules.verdict import judge
from tests import make
from tests.languages import in_language
from tests.printed import page_texts
from tests.sheets import drawn
from tests.sheets.test_tags import example

pytestmark = pytest.mark.paper

TITLES = ("Gabarit d’explosion", "Marqueurs")
LOW = tuple(KitPage(str(number), title, "sheets/kit/page.html", cite="p. 21") for number, title in enumerate(TITLES))


def printed(layout="cards", paper="a4", language="fr", kit=LOW):
    roster = make.Convoy(units=(make.fighter(),), name="Les Chacals")
    sheet = in_language(language, build_sheet, roster, judge(roster, make.catalogue(), GAMES["rbn"]))
    html = in_language(language, sheet_html, sheet, PrintChoices(layout, paper), kit=kit)
    return PdfReader(io.BytesIO(pdf.render(html)))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("layout", ["cards", "roster"])
def test_low_parts_of_the_kit_share_a_page_after_all_others(layout, paper):
    pages = page_texts(printed(layout, paper).stream.getvalue())
    assert [[title for title in TITLES if title in page] for page in pages] == [
        *[[]] * (len(pages) - 1),
        list(TITLES),
    ]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_scale_bars_are_five_centimetres_and_two_inches(paper):
    roster = make.Convoy(units=(make.vehicle("lourd", "lance-flammes-sur-pivot"),))
    kit = in_language("fr", table_kit, roster, judge(roster, make.catalogue(), GAMES["rbn"]))
    for page in printed(paper=paper, kit=[part for part in kit if part.slug in ("explosion", "flames")]).pages[-2:]:
        bars = [shape for shape in drawn.shapes(page) if shape.size in {(50.0, 2.4), (50.8, 2.4)}]
        assert {bar.size for bar in bars} == {(50.0, 2.4), (50.8, 2.4)}
        assert all(bar.top + bar.height < float(page.mediabox.height) / drawn.POINTS - 12 for bar in bars)


def test_a_page_with_a_code_of_a_ruling_says_once_in_its_foot_what_it_is():
    """Codes stand in tables, on cards and beside the template of accidents; none beside tokens."""
    roster = make.Convoy(units=(make.fighter("arbalete", T=4), make.vehicle("lourd")), activity="pillards")
    kit = in_language("en", table_kit, roster, judge(roster, make.catalogue(), GAMES["rbn"]))
    reader = printed(language="en", kit=[part for part in kit if part.slug in ("accident", "explosion", "tokens")])
    texts = [page.extract_text() for page in reader.pages]
    has_code = [bool(re.search(r"\bA\d+\)", text)) for text in texts]
    assert [text.count("Codes A: rulings of Bivouac, /rules/rbn/") for text in texts] == has_code
    assert 0 < sum(has_code) < len(texts)


@pytest.mark.django_db
@pytest.mark.parametrize("game", sorted(GAMES))
def test_kits_are_well_formed_so_that_the_fast_parser_reads_them(game, monkeypatch):
    monkeypatch.setattr(pdf.HTML, "__init__", None)  # WeasyPrint's own parser
    in_language("fr", EXPORTS["pdf"].render, replace(example(game), choices=PRESETS["play"]))
