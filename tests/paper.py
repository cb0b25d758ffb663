"""make paper: what the sheets of all documents of tests/rosters take on paper, read from the finished PDFs.

It asserts nothing. `--examples` prints the example of each game instead; `--only rbn` one game, `--most 10` so many
documents of each; `--language en`, `--paper letter`.
"""

import argparse
import io
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot
from pathlib import Path
from statistics import mean

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.core.management import call_command
from django.test.utils import setup_databases, teardown_databases
from fontTools.ttLib import TTFont
from pypdfium2 import PdfDocument, PdfObject, PdfPage
from pypdfium2.raw import FPDF_PAGEOBJ_TEXT

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.choices import PRESETS, PrintChoices
from builder.sheets.paper import LAYOUTS, NORMAL, PAPERS
from builder.sheets.parts import AIM, count_words
from rules.document import decode
from rules.registry import GAMES
from tests.faces import card_pages
from tests.languages import in_language

ROSTERS = Path(__file__).parent / "rosters"
TICKS_FILE = Path(__file__).parent.parent / "static" / "print" / "ticks.woff2"
TICKS = "Bivouac-Ticks"  # as a PDF names the font of the tick boxes
SIGNS = (TICKS, "Bivouac-Icons")  # fonts of what is no text
POINT = 25.4 / 72  # millimetres
MARGIN, FOOTER, SQUARE = 8, 12, 10  # millimetres: the stylesheet's margins; the squares of a page that are looked at
CITATION = NORMAL.cite[0]  # points, as large as the footer
WHITE = 250  # of 255: what is lighter is no ink
ELLIPSIS = re.compile(r"\S(?<!loin)(?<!far)…")  # of a text that is cut; those two end a scenario's name
COLUMNS = (
    "documents", "pages", "of cards", "used", "least type", "words page 1", "cuts a page", "unused faces", "cut texts",
    "least box",
)  # fmt: skip


@dataclass(frozen=True)
class Text:
    """A piece of text on a page: `size` in points, `font` as the PDF names it."""

    text: str
    font: str
    size: float


@dataclass(frozen=True)
class Measured:
    """A sheet.

    used     -- the share of each page
    type     -- the smallest but for citations, in points; words: those of the first page
    cuts     -- the straight cuts of each page of cards; unused_faces: modules or places of sleeves without a word
    cut_texts -- how many end in an ellipsis; box: the smallest, in millimetres, None without boxes
    """

    pages: int
    used: tuple[float, ...]
    type: float
    words: int
    cuts: tuple[int, ...]
    unused_faces: int
    cut_texts: int
    box: float | None


def measured(content: bytes) -> Measured:
    pages = [list(texts_of(page)) for page in PdfDocument(content)]
    texts = [text for page in pages for text in page]
    cards = card_pages(content)
    return Measured(
        pages=len(pages),
        used=tuple(used_shares(content)),
        type=min(text.size for text in texts if text.size != CITATION and not text.font.endswith(SIGNS)),
        words=words_of(pages[0]),
        cuts=tuple(page.cuts for page in cards),
        unused_faces=sum(page.unused for page in cards),
        cut_texts=cut_texts([" ".join(text.text for text in page) for page in pages]),
        box=min(boxes(texts), default=None),
    )


def cut_texts(pages: Sequence[str]) -> int:
    """How many texts of these pages are cut."""
    return len(ELLIPSIS.findall(" ".join(" ".join(pages).split())))


def texts_of(page: PdfPage) -> Iterator[Text]:
    """The texts of a page, in the order of painting."""
    for part in page.get_objects([FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage()):
        if (text := part.extract()).strip():
            yield Text(text, part.get_font().get_base_name(), round(part.get_font_size() * scale(part), 2))


def scale(part: PdfObject) -> float:
    """By how much it is scaled, with the drawing that it stands in."""
    matrix = part.get_matrix()
    return hypot(matrix.c, matrix.d) * (scale(part.container) if part.container else 1)


def boxes(texts) -> Iterator[float]:
    """The height of each tick box, in millimetres."""
    heights = tick_heights()
    for text in texts:
        if TICKS in text.font:
            ticked = set(text.text) & heights.keys() - {AIM}
            yield from (round(heights[letter] * text.size * POINT, 2) for letter in ticked)


@cache
def tick_heights() -> dict[str, float]:
    """The height of each sign of the font of tick boxes, in ems."""
    font = TTFont(TICKS_FILE)
    shapes = {chr(code): font["glyf"][name] for code, name in font.getBestCmap().items()}
    em = font["head"].unitsPerEm
    return {letter: (one.yMax - one.yMin) / em for letter, one in shapes.items() if one.numberOfContours}


def used_shares(content: bytes) -> Iterator[float]:
    """For each page, the share of its squares within the margins in which something is printed."""
    # A pixel is a millimetre: netpbm's grey pictures, one after the other.
    command = ["pdftoppm", "-r", "25.4", "-gray", "-"]
    pictures = subprocess.run(command, input=content, capture_output=True, check=True).stdout
    start = 0
    while header := re.compile(rb"P5\s(\d+)\s(\d+)\s255\s").match(pictures, start):
        width, height = int(header[1]), int(header[2])
        start = header.end() + width * height
        yield used_share(pictures[header.end() : start], width, height)


def used_share(grey: bytes, width: int, height: int) -> float:
    squares = [
        any(min(grey[y * width + left : y * width + left + SQUARE]) < WHITE for y in range(top, top + SQUARE))
        for top in range(MARGIN, height - FOOTER - SQUARE + 1, SQUARE)
        for left in range(MARGIN, width - MARGIN - SQUARE + 1, SQUARE)
    ]
    return mean(squares)


def documents(game: str, most: int | None) -> list[Path]:
    files = [file for file in sorted((ROSTERS / game).glob("*.json")) if not file.name.endswith(".expected.json")]
    return files[:most]


def choices_of(layout: str, paper: str) -> PrintChoices:
    """A preset or a layout, as the command line names it."""
    return PrintChoices.from_data({"layout": layout, "paper": paper})


def printed(loaded: LoadedRoster, layout: str, paper: str, language: str) -> bytes:
    return printed_as(loaded, choices_of(layout, paper), language)


def printed_as(loaded: LoadedRoster, choices: PrintChoices, language: str) -> bytes:
    return in_language(language, EXPORTS["pdf"].render, ExportSource(loaded, choices=choices))


def words_of(page: Sequence[Text]) -> int:
    """How many words a page has, as its first page counts them: figures, dice and single letters are none."""
    return count_words(" ".join(text.text for text in page))


def summary(sheets: list[Measured]) -> tuple[str, ...]:
    """The cells of a row, in the order of `COLUMNS`."""
    heights = [sheet.box for sheet in sheets if sheet.box is not None]
    cuts = [number for sheet in sheets for number in sheet.cuts]
    return (
        f"{len(sheets)}",
        f"{sum(sheet.pages for sheet in sheets)}",
        f"{len(cuts)}",
        f"{mean(share for sheet in sheets for share in sheet.used):.0%}",
        f"{min(sheet.type for sheet in sheets):.1f} pt",
        f"{max(sheet.words for sheet in sheets)}",
        f"{mean(cuts):.1f}" if cuts else "–",
        f"{sum(sheet.unused_faces for sheet in sheets)}" if cuts else "–",
        f"{sum(sheet.cut_texts for sheet in sheets)}",
        f"{min(heights):.2f} mm" if heights else "–",
    )


def print_row(first: str, cells: tuple[str, ...]) -> None:
    print(f"{first:<26}" + "".join(f"{cell:>14}" for cell in cells), flush=True)


def print_all(files: dict[str, list[Path]], language: str, paper: str) -> None:
    """A row for each game and layout. files -- the documents of each game"""
    print_row("", COLUMNS)
    for game, documents_of_game in files.items():
        lists = [LoadedRoster.from_data(decode(file.read_bytes())) for file in documents_of_game]
        for layout in PRESETS | LAYOUTS:
            sheets = [measured(printed(loaded, layout, paper, language)) for loaded in lists]
            print_row(f"{game}, {layout}", summary(sheets))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make paper", description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=list(GAMES), metavar="GAME")
    parser.add_argument("--most", type=int)
    parser.add_argument("--examples", action="store_true", help="the example of each game alone")
    parser.add_argument("--language", default="fr", choices=("fr", "en"))
    parser.add_argument("--paper", default="a4", choices=list(PAPERS))
    options = parser.parse_args()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        call_command("books", "load", verbosity=0, stdout=io.StringIO())
        games = options.only or list(GAMES)
        files = {game: [example_file(game)] if options.examples else documents(game, options.most) for game in games}
        print_all(files, options.language, options.paper)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
