"""PDF/UA is true: a screen reader is told the headings in order, the names before the figures, and nothing twice."""

import io
import json
import re
import subprocess
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
import segno
from pypdf import PdfReader

from builder.exports.formats.pdf import html as pdf_html
from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.building import kit_of
from builder.sheets.choices import PrintChoices
from builder.sheets.icons import icon_letters
from builder.sheets.paper import LAYOUTS, POINTS
from builder.sheets.rendering import sheet_html
from rules.registry import GAMES
from tests.languages import in_language
from tests.sheets.tagged import TaggedPdf

pytestmark = [pytest.mark.django_db, pytest.mark.paper]
SHARE = "https://bivouac.example/s/3kq9vYb0tT2n5x8LZp1cQw/"
SHEETS = [(game, layout) for game in sorted(GAMES) for layout in LAYOUTS]
PARAGRAPHS = {"P", "H1", "H2", "H3", "H4", "H5", "H6"}


def example(game, times=1):
    """The example of a game; an illegal list where each of its units stands several times."""
    data = json.loads(example_file(game).read_text("utf-8"))
    data["units"] *= times
    return ExportSource(LoadedRoster.from_data(data), share_url=SHARE, revision=3)


@cache
def tagged(game, layout, sides="single"):
    source = replace(example(game), choices=PrintChoices(layout, sides=sides))
    return read(source)


def read(source):
    return TaggedPdf(PdfReader(io.BytesIO(in_language("fr", EXPORTS["pdf"].render, source))))


def headings_are_those_of_the_document(game, layout):
    assert tagged(game, layout).headings == headings(example(game), layout)


def headings(source, layout):
    """The levels of the headings of a sheet's HTML."""
    html = in_language("fr", pdf_html, replace(source, choices=PrintChoices(layout)))
    return list(map(int, re.findall(r"<h([1-6])\b", html)))


@pytest.mark.parametrize(("game", "layout"), SHEETS)
@pytest.mark.parametrize("times", [1, 2])
def test_headings_begin_with_one_and_skip_none(game, layout, times):
    levels = headings(example(game, times), layout)
    assert (levels[0], levels.count(1)) == (1, 1)
    assert [(one, two) for one, two in pairwise(levels) if two > one + 1] == []


def no_paragraph_or_heading_stands_in_another(game, layout):
    elements = tagged(game, layout).elements
    assert [one for one in elements if one.kind in PARAGRAPHS and PARAGRAPHS & set(one.above)] == []


def figures_say_what_they_show_and_lie_on_their_page(game, layout):
    figures = figures_of(tagged(game, layout))
    assert figures or layout == "opponent"
    are_well_told(figures)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("large", [False, True])
def test_figures_of_every_page_of_a_kit_say_what_they_show_in_cells_of_tables_too(game, large):
    source = example(game)
    every = tuple(page.slug for page in in_language("fr", kit_of, source.loaded))
    choices = PrintChoices(parts=("kit",), kit=every, large_print=large)
    figures = figures_of(read(replace(source, choices=choices)))
    assert figures
    are_well_told(figures)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(
    "chosen", [{"size": "sleeve", "sides": "double"}, {"sides": "fold"}, {"crowd": True, "blank": 3}]
)
def test_figures_of_cards_say_what_they_show_however_they_are_printed(game, chosen):
    are_well_told(figures_of(read(replace(example(game), choices=PrintChoices(parts=("cards",), **chosen)))))


def figures_of(pdf):
    return [one for one in pdf.elements if one.kind == "Figure"]


def are_well_told(figures):
    for one in figures:
        left, bottom, right, top = one.entry["/A"]["/BBox"]
        width, height = one.entry["/Pg"]["/MediaBox"][2:]
        assert one.entry["/Alt"].strip()
        assert 0 <= left < right <= width
        assert 0 <= bottom < top <= height


def language_and_title_are_told(game, layout):
    pdf = tagged(game, layout)
    assert (pdf.root["/Lang"], pdf.root["/MarkInfo"]["/Marked"]) == ("fr", True)
    assert pdf.root["/ViewerPreferences"]["/DisplayDocTitle"]
    told = pdf.root["/Metadata"].get_data().decode()
    title = pdf.reader.metadata.title
    assert title == example(game).loaded.document.name
    assert title in told
    assert re.search(r"pdfuaid:part.{0,4}1", told)


def all_that_is_printed_is_content_or_decoration(game, layout):
    assert tagged(game, layout).untagged == []


def footers_and_icons_are_not_read(game, layout):
    pdf = tagged(game, layout)
    aloud = pdf.read_aloud
    assert [letter for letter in icon_letters().values() if letter in aloud] == []
    assert "Bivouac, outil" not in aloud
    assert any("Bivouac-Icons" in font for font in pdf.fonts)


@pytest.mark.parametrize("game", ["chain-reaction", "first-wave", "rbn"])  # the others have their dice in rows of boxes
def test_dice_are_read_after_the_name_that_they_belong_to(game):
    aloud = squeezed(tagged(game, "cards").read_aloud)
    lines = [
        one
        for unit in in_language("fr", example(game).sheet).units
        for one in unit.card.lines
        if getattr(one, "asides", ())
    ]
    assert lines
    for line in lines:
        rows = ["".join(row.dice) for row in line.rows] or [aside.value for aside in line.asides]
        rows = [*(aside.label for aside in line.asides), *rows]
        targets = [row.target for row in line.rows]
        first_word = re.split(r"\s", line.text)[0]  # what a rule does stands there where it has room
        pieces = [squeezed(words) for words in (line.head, first_word, line.ticks, *targets, *rows)]
        starts = [found.start() for found in re.finditer(re.escape(pieces[0]), aloud)]
        together = [aloud[start : start + sum(map(len, pieces)) + len(line.text)] for start in starts]
        assert any(all(piece in words for piece in pieces) for words in together), pieces


def squeezed(text):
    return "".join(text.split())


@pytest.mark.parametrize(
    ("sides", "duplex"), [("single", "/Simplex"), ("double", "/DuplexFlipLongEdge"), ("fold", "/Simplex")]
)
def test_printers_are_told_the_sides_and_not_to_scale(sides, duplex):
    told = tagged("rbn", "cards", sides=sides).root["/ViewerPreferences"]
    assert (told["/Duplex"], told["/PrintScaling"]) == (duplex, "/None")


def test_the_share_link_can_be_read_and_followed():
    pdf = tagged("rbn", "cards")
    page = pdf.reader.pages[0]
    links = [one.get_object() for one in page["/Annots"]]
    assert [(one["/Subtype"], one["/A"]["/URI"]) for one in links] == [("/Link", SHARE)]
    assert abs(links[0]["/Rect"][3] - links[0]["/Rect"][1]) >= 7
    assert sum(one.kind == "Link" for one in pdf.elements) == 1
    assert SHARE in "".join(pdf.read_aloud.split())


@pytest.mark.parametrize("layout", ["cards", "roster"])
def test_the_code_is_22_millimetres_in_a_zone_of_white(pdftoppm, layout):
    pdf = tagged("rbn", layout)
    (figure,) = [one for one in pdf.elements if one.kind == "Figure" and one.entry["/Alt"] == "Lien de lecture"]
    left, bottom, right, top = figure.entry["/A"]["/BBox"]
    assert (right - left, top - bottom) == (pytest.approx(top - bottom), pytest.approx(right - left))
    assert right - left >= 22 * POINTS
    zone = 4 * (right - left) / segno.make(SHARE, micro=False, error="m").symbol_size(border=0)[0]
    height = pdf.root["/Pages"]["/Kids"][0].get_object()["/MediaBox"][3]
    assert darkest_around(pdftoppm, pdf.reader, (left, height - top, right, height - bottom), zone) > 250


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_opponent_reads_one_page_without_notes_log_and_link(game):
    pdf = tagged(game, "opponent")
    data = json.loads(example_file(game).read_text("utf-8"))
    said = "".join(pdf.read_aloud.split())
    assert len(pdf.reader.pages) == 1
    assert SHARE not in said
    for unit in data["units"]:
        assert "".join(unit.get("name", "").split()) in said
    secret = with_secrets(data)
    page = in_language("fr", sheet_html, in_language("fr", secret.sheet), PrintChoices("opponent"), share_url=SHARE)
    assert (page.count("Secret"), page.count('class="qr"')) == (0, 0)
    cards = in_language("fr", sheet_html, in_language("fr", secret.sheet), PrintChoices("cards"), share_url=SHARE)
    assert ("Secret" in cards, cards.count('class="qr"')) == (True, 1)


def with_secrets(data):
    """A list with notes everywhere, and a log."""
    units = [unit | {"notes": "Secret"} for unit in data["units"]]
    log = [{"date": "2026-10-03", "title": "Secret", "text": "Secret", "units": [0], "rolls": []}]
    return ExportSource(LoadedRoster.from_data(data | {"notes": "Secret", "units": units, "log": log}))


def darkest_around(pdftoppm, reader, box, zone):
    """The darkest shade, 0 to 255, within `zone` points around a box of the first page; a pixel is a quarter point."""
    reader.stream.seek(0)
    command = [pdftoppm, "-r", "288", "-f", "1", "-l", "1", "-gray", "-"]
    picture = subprocess.run(command, input=reader.stream.read(), capture_output=True, check=True).stdout
    header = re.match(rb"P5\s(\d+)\s(\d+)\s255\s", picture)
    width, grey = int(header[1]), picture[header.end() :]
    left, top, right, bottom = (round(4 * edge) for edge in box)
    out = int(4 * zone)
    rows = [grey[y * width + left - out : y * width + right + out] for y in range(top - out, bottom + out)]
    inside = range(out - 2, out + bottom - top + 2)
    return min(min(row[: out - 2] + row[-out + 2 :] if number in inside else row) for number, row in enumerate(rows))


def bookmarks(pdf):
    return [one.title for one in flattened(pdf.reader.outline)]


def flattened(outline):
    for one in outline:
        yield from flattened(one) if isinstance(one, list) else (one,)


def bookmarks_carry_no_citations_and_tell_copies_apart(game, layout):
    titles = bookmarks(tagged(game, layout))
    assert [one for one in titles if re.search(r"p\.\s\d|\bv2,|«", one) or not one.strip()] == []
    assert [one for one in titles for letter in icon_letters().values() if letter in one] == []
    cards = in_language("fr", example(game).sheet).units if layout == "cards" else ()
    assert [one.name for one in cards if one.count == 1 and one.name not in titles] == []
    assert [one.name for one in cards if one.count > 1 and f"{one.name} {one.tag(1)}" not in titles] == []


def no_citation_breaks_before_its_number_and_no_guillemet_stands_alone(game, layout):
    texts = [text.strip() for text in tagged(game, layout).texts.values()]
    assert [one for one in texts if re.search(r"\bp\.$|«$|^»|^[;:!?]", one)] == []


@pytest.mark.parametrize(("game", "layout"), SHEETS)
def test_a_sheet_is_read_aloud_as_it_is_meant(game, layout):
    """All that is asked of each sheet at once: reading the tags of a PDF takes as long as printing it."""
    for check in (
        headings_are_those_of_the_document,
        no_paragraph_or_heading_stands_in_another,
        figures_say_what_they_show_and_lie_on_their_page,
        language_and_title_are_told,
        all_that_is_printed_is_content_or_decoration,
        footers_and_icons_are_not_read,
        bookmarks_carry_no_citations_and_tell_copies_apart,
        no_citation_breaks_before_its_number_and_no_guillemet_stands_alone,
    ):
        check(game, layout)


@pytest.mark.parametrize(
    ("name", "is_long"), [("La Meute des Cendres du Désert", True), ("La Meute des Cendres", False)]
)
def test_a_name_beside_a_code_has_smaller_letters_where_one_line_holds_no_large_ones(name, is_long):
    """264 points are left between emblem and points there; the first name takes more in letters of 22."""
    source = example("rbn")
    sheet = replace(in_language("fr", source.sheet), name=name)
    page = in_language("fr", sheet_html, sheet, PrintChoices("cards"), share_url=SHARE)
    assert ('class="long">' in page.split("</h1>")[0]) == is_long
