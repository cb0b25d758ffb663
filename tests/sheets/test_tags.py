"""PDF/UA is true: a screen reader is told the headings in order, the names before the figures, and nothing twice."""

import io
import json
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from pypdf import PdfReader

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from builder.sheets.choices import PrintChoices
from builder.sheets.icons import icon_letters
from builder.sheets.paper import LAYOUTS
from tests.sheets.tagged import TaggedPdf

pytestmark = pytest.mark.django_db
SHARE = "https://bivouac.example/s/3kq9vYb0tT2n5x8LZp1cQw/"
SHEETS = [(game, layout) for game in sorted(GAME_UIS) for layout in LAYOUTS]
PARAGRAPHS = {"P", "H1", "H2", "H3", "H4", "H5", "H6"}


def example(game, times=1):
    """The example of a game; an illegal list where each of its units stands several times."""
    data = json.loads(GAME_UIS[game].example_file.read_text("utf-8"))
    data["units"] *= times
    return ExportSource(LoadedRoster.from_data(data), share_url=SHARE, revision=3)


@cache
def tagged(game, layout, times=1, sides="single"):
    source = replace(example(game, times), choices=PrintChoices(layout, sides=sides))
    return TaggedPdf(PdfReader(io.BytesIO(EXPORTS["pdf"].render(source, "fr"))))


@pytest.mark.parametrize(("game", "layout"), SHEETS)
@pytest.mark.parametrize("times", [1, 2])
def test_headings_begin_with_one_and_skip_none(game, layout, times):
    levels = tagged(game, layout, times).headings
    assert (levels[0], levels.count(1)) == (1, 1)
    assert [(one, two) for one, two in pairwise(levels) if two > one + 1] == []


@pytest.mark.parametrize(("game", "layout"), SHEETS)
def test_no_paragraph_or_heading_stands_in_another(game, layout):
    elements = tagged(game, layout).elements
    assert [one for one in elements if one.kind in PARAGRAPHS and PARAGRAPHS & set(one.above)] == []


@pytest.mark.parametrize(("game", "layout"), SHEETS)
def test_figures_say_what_they_show_and_lie_on_their_page(game, layout):
    pdf = tagged(game, layout)
    figures = [one for one in pdf.elements if one.kind == "Figure"]
    assert figures
    for one in figures:
        left, bottom, right, top = one.entry["/A"]["/BBox"]
        width, height = one.entry["/Pg"]["/MediaBox"][2:]
        assert one.entry["/Alt"].strip()
        assert 0 <= left < right <= width
        assert 0 <= bottom < top <= height


@pytest.mark.parametrize(("game", "layout"), SHEETS)
def test_language_and_title_are_told(game, layout):
    pdf = tagged(game, layout)
    assert (pdf.root["/Lang"], pdf.root["/MarkInfo"]["/Marked"]) == ("fr", True)
    assert pdf.root["/ViewerPreferences"]["/DisplayDocTitle"]
    told = pdf.root["/Metadata"].get_data().decode()
    title = pdf.reader.metadata.title
    assert title == example(game).loaded.document.name
    assert title in told
    assert re.search(r"pdfuaid:part.{0,4}1", told)


@pytest.mark.parametrize(("game", "layout"), SHEETS)
def test_all_that_is_printed_is_content_or_decoration(game, layout):
    assert tagged(game, layout).untagged == []


@pytest.mark.parametrize(("game", "layout"), SHEETS)
def test_footers_and_icons_are_not_read(game, layout):
    pdf = tagged(game, layout)
    aloud = pdf.read_aloud
    assert [letter for letter in icon_letters().values() if letter in aloud] == []
    assert "Bivouac, aide de jeu" not in aloud
    assert any("Bivouac-Icons" in font for font in pdf.fonts)


@pytest.mark.parametrize("game", sorted(GAME_UIS))
def test_dice_are_read_after_the_name_that_they_belong_to(game):
    aloud = squeezed(tagged(game, "cards").read_aloud)
    lines = [one for unit in example(game).sheet("fr").units for one in unit.card.lines if getattr(one, "asides", ())]
    assert lines
    for line in lines:
        cells = [word for cell in line.asides for word in (cell.label, cell.value)]
        assert squeezed("".join([line.head, line.text, line.ticks, *cells])) in aloud


def squeezed(text):
    return "".join(text.split())


@pytest.mark.parametrize(
    ("sides", "duplex"), [("single", "/Simplex"), ("double", "/DuplexFlipLongEdge"), ("fold", "/Simplex")]
)
def test_printers_are_told_the_sides_and_not_to_scale(sides, duplex):
    told = tagged("rbn", "cards", sides=sides).root["/ViewerPreferences"]
    assert (told["/Duplex"], told["/PrintScaling"]) == (duplex, "/None")
