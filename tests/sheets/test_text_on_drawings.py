"""No word of a card lies on a drawing: words of the finished PDF against all that is painted around each figure."""

import io
import re
import subprocess
from typing import NamedTuple

import pytest
from pypdf import PdfReader

from builder.games.rbn.sheet.vehicle import SHAPES
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.rendering import sheet_html
from tests import make
from tests.languages import in_language
from tests.sheets import drawn
from tests.sheets.tagged import TaggedPdf
from tests.sheets.test_pdf import build_sheet, convoy, judged

pytestmark = pytest.mark.paper

WORD = re.compile(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>')
AIR = 0.15  # of a word's height is above and below its letters
LARGEST = 80  # points: what is painted larger is no part of a plan
ROSTER = convoy(make.fighter(), *(make.vehicle(shape) for shape in SHAPES))


class Box(NamedTuple):
    """A rectangle in points from the upper left corner of a page."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


def words(content: bytes) -> list[list[tuple[str, Box]]]:
    """The words of each page, each with the box of its letters."""
    text = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=content, capture_output=True, check=True).stdout
    return [[word_box(*found) for found in WORD.findall(page)] for page in text.decode().split("<page ")[1:]]


def word_box(left, top, right, bottom, word):
    air = AIR * (float(bottom) - float(top))
    return word, Box(float(left), float(top) + air, float(right), float(bottom) - air)


def plans(content: bytes) -> list[tuple[int, Box]]:
    """(page, what is painted) of each drawing of a vehicle, which may be larger than the box that it stands in."""
    reader = PdfReader(io.BytesIO(content))
    figures = [one.entry for one in TaggedPdf(reader).elements if one.kind == "Figure"]
    return [painted(reader, reader.get_page_number(one["/Pg"]), one["/A"]["/BBox"]) for one in figures]


def painted(reader, number, box):
    page = reader.pages[number]
    left, bottom, right, top = map(float, box)
    height = float(page.mediabox.height)
    figure = Box(left, height - top, right, height - bottom)
    shapes = [points(shape) for shape in drawn.shapes(page)]
    parts = [
        shape for shape in shapes if shape.meets(figure) and max(shape[2] - shape[0], shape[3] - shape[1]) < LARGEST
    ]
    lefts, tops, rights, bottoms = zip(*parts, strict=True)
    return number, Box(min(lefts), min(tops), max(rights), max(bottoms))


def points(shape):
    edges = (shape.left, shape.top, shape.left + shape.width, shape.top + shape.height)
    return Box(*(drawn.POINTS * edge for edge in edges))


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"paper": "letter"},
        {"sides": "fold"},
        {"sides": "double"},
        {"large_print": True},
        {"size": "sleeve", "large_print": True},
    ],
)
def test_no_word_lies_on_the_drawing_of_a_vehicle(pdftoppm, chosen, language):
    sheet = in_language(language, build_sheet, ROSTER, judged(ROSTER))
    content = pdf.render(in_language(language, sheet_html, sheet, PrintChoices(parts=("cards",), **chosen)))
    found, pages = plans(content), words(content)
    assert len(found) == len(SHAPES)
    assert [word for number, plan in found for word, box in pages[number] if box.meets(plan)] == []


def test_a_sleeve_has_no_drawing_but_what_each_side_does():
    sheet = in_language("fr", build_sheet, ROSTER, judged(ROSTER))
    content = pdf.render(in_language("fr", sheet_html, sheet, PrintChoices(parts=("cards",), size="sleeve")))
    printed = [word for page in words(content) for word, _box in page]
    assert plans(content) == []
    assert printed.count("Arrière") == len(SHAPES)
