"""make paper: what the sheets of all documents of tests/rosters take on paper, read from the finished PDFs.

It asserts nothing. `--only rbn` prints one game, `--most 10` so many documents of each; `--language en`,
`--paper letter`.
"""

import argparse
import io
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.core.management import call_command
from django.test.utils import setup_databases, teardown_databases
from django.utils.translation import gettext, override
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.sheets.choices import PrintChoices
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.sheets.parts import AIM, count_words
from rules.document import decode
from rules.registry import GAMES
from tests.languages import in_language

ROSTERS = Path(__file__).parent / "rosters"
TICKS_FILE = Path(__file__).parent.parent / "static" / "print" / "ticks.woff2"
TICKS = "Bivouac-Ticks"  # as a PDF names the font of the tick boxes
SIGNS = (TICKS, "Bivouac-Icons")  # fonts of what is no text
POINT = 25.4 / 72  # millimetres
MARGIN, FOOTER, SQUARE = 8, 12, 10  # millimetres: the stylesheet's margins; the squares of a page that are looked at
WHITE = 250  # of 255: what is lighter is no ink
CARD_NUMBER, CARD_FONT = re.compile(r"\s*#\d+\b"), "Barlow"  # findings name a unit in the face of texts
ELLIPSIS = re.compile(r"\S(?<!loin)(?<!far)…")  # of a text that is cut; those two end a scenario's name
COLUMNS = ("documents", "pages", "of cards", "used", "least type", "ellipses", "go on", "appendix pages", "least box")


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
    type     -- the smallest, in points; box: the smallest, in millimetres, None without boxes
    ellipses -- texts that are cut; going_on: cards that go on in the appendix
    """

    pages: int
    card_pages: int
    appendix_pages: int
    used: tuple[float, ...]
    type: float
    ellipses: int
    going_on: int
    box: float | None


def measured(content: bytes, language: str, has_cards: bool) -> Measured:
    with override(language):
        appendix = gettext("Appendix: what didn’t fit")
    reader = PdfReader(io.BytesIO(content))
    pages = [list(texts_of(page)) for page in reader.pages]
    rest = appendix_pages(reader, appendix)
    cards = [any(is_card_number(text) for text in texts) for texts in pages[: len(pages) - rest]]
    texts = [one for page in pages for one in page]
    _count, ellipses, going_on = counted([" ".join(one.text for one in page) for page in pages], language)
    return Measured(
        pages=len(pages),
        card_pages=sum(cards) * has_cards,
        appendix_pages=rest,
        used=tuple(used_shares(content)),
        type=min(text.size for text in texts if not text.font.endswith(SIGNS)),
        ellipses=ellipses,
        going_on=going_on,
        box=min(boxes(texts), default=None),
    )


def counted(pages: Sequence[str], language: str) -> tuple[int, int, int]:
    """The number of pages, of texts that are cut, and of cards that go on in the appendix. pages -- their texts"""
    with override(language):
        goes_on = gettext("… continued in the appendix")
    whole = " ".join(" ".join(pages).split())
    return len(pages), len(ELLIPSIS.findall(whole)), whole.count(goes_on)


def texts_of(page) -> Iterator[Text]:
    found: list[Text] = []

    def visit(text, outer, matrix, font, size):
        if text.strip():
            scale = abs(outer[3] * matrix[3])
            found.append(Text(text, str((font or {}).get("/BaseFont", "")), round(size * scale, 2)))

    page.extract_text(visitor_text=visit)
    yield from found


def is_card_number(one: Text) -> bool:
    return CARD_FONT in one.font and bool(CARD_NUMBER.match(one.text))


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


def appendix_pages(reader, heading) -> int:
    """The pages from the appendix's heading on, without that of the heading if it stands under something else."""
    for item in flattened(reader.outline):
        if item.title.startswith(heading):
            page = reader.get_destination_page_number(item)
            top = float(reader.pages[page].mediabox.height) - MARGIN / POINT
            return len(reader.pages) - page - (item.top < top - 20)
    return 0


def flattened(outline) -> Iterator:
    for item in outline:
        yield from flattened(item) if isinstance(item, list) else (item,)


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


def printed(loaded: LoadedRoster, layout: str, paper: str, language: str) -> bytes:
    return printed_as(loaded, PrintChoices(layout, paper), language)


def printed_as(loaded: LoadedRoster, choices: PrintChoices, language: str) -> bytes:
    return in_language(language, EXPORTS["pdf"].render, ExportSource(loaded, choices=choices))


def words_of(page: Sequence[Text]) -> int:
    """How many words a page has, as its first page counts them: figures, dice and single letters are none."""
    return count_words(" ".join(text.text for text in page))


def summary(sheets: list[Measured]) -> tuple[str, ...]:
    """The cells of a row, in the order of `COLUMNS`."""
    found_boxes = [sheet.box for sheet in sheets if sheet.box is not None]
    return (
        f"{len(sheets)}",
        f"{sum(sheet.pages for sheet in sheets)}",
        f"{sum(sheet.card_pages for sheet in sheets)}",
        f"{mean(share for sheet in sheets for share in sheet.used):.0%}",
        f"{min(sheet.type for sheet in sheets):.1f} pt",
        f"{sum(sheet.ellipses for sheet in sheets)}",
        f"{sum(sheet.going_on for sheet in sheets)}",
        f"{sum(sheet.appendix_pages for sheet in sheets)}",
        f"{min(found_boxes):.2f} mm" if found_boxes else "–",
    )


def print_row(first: str, cells: tuple[str, ...]) -> None:
    print(f"{first:<26}" + "".join(f"{cell:>15}" for cell in cells), flush=True)


def print_all(only: list[str], most: int | None, language: str, paper: str) -> None:
    print_row("", COLUMNS)
    for game in only or GAMES:
        lists = [LoadedRoster.from_data(decode(file.read_bytes())) for file in documents(game, most)]
        for layout in LAYOUTS:
            has_cards = "cards" in LAYOUTS[layout].parts
            sheets = [measured(printed(one, layout, paper, language), language, has_cards) for one in lists]
            print_row(f"{game}, {layout}", summary(sheets))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make paper", description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=list(GAMES), metavar="GAME")
    parser.add_argument("--most", type=int)
    parser.add_argument("--language", default="fr", choices=("fr", "en"))
    parser.add_argument("--paper", default="a4", choices=list(PAPERS))
    options = parser.parse_args()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        call_command("books", "load", verbosity=0, stdout=io.StringIO())
        print_all(options.only, options.most, options.language, options.paper)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
