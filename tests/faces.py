"""The faces of cards on the pages of a PDF, read from their printed edges: what is cut, and what is printed on none."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pypdf import PdfReader
from pypdfium2 import PdfDocument, PdfTextPage

from builder.sheets.paper import DOWN, MARGIN, MODULE, PAPERS, POINTS, SLEEVE, SLEEVES_ACROSS, SLEEVES_DOWN
from tests.sheets.drawn import Shape, shapes

NEAR = 1.5  # millimetres: edges of neighbours are one line


@dataclass(frozen=True)
class CardPage:
    """The faces of a page.

    cuts   -- the straight lines on which their edges lie
    unused -- the modules, or places of sleeves, on which no word is printed
    """

    faces: tuple[Shape, ...]
    cuts: int
    unused: int


def card_pages(content: bytes) -> list[CardPage]:
    """The pages of a PDF on which there are faces."""
    pages = zip(PdfReader(io.BytesIO(content)).pages, PdfDocument(content), strict=True)
    read = ((page, printed.get_textpage(), tuple(dict.fromkeys(faces(shapes(page))))) for page, printed in pages)
    return [CardPage(found, cuts(found), unused(page, texts, found)) for page, texts, found in read if found]


def faces(drawn: Sequence[Shape]) -> Iterator[Shape]:
    """A face for sleeves is a rectangle; a module has four dashed edges, its upper one first."""
    yield from (shape for shape in drawn if shape.size == SLEEVE)
    for upper, right, lower, left in zip(drawn, drawn[1:], drawn[2:], drawn[3:], strict=False):
        across, down = upper.width, lower.top - upper.top
        edges = [(across, 0), (0, down), (across, 0), (0, down)]
        if across > MODULE - NEAR and down > NEAR and all(map(is_edge, (upper, right, lower, left), edges)):
            yield Shape(upper.left, right.top, across, right.height)


def is_edge(shape: Shape, size: tuple[float, float]) -> bool:
    return abs(shape.width - size[0]) < NEAR and abs(shape.height - size[1]) < NEAR


def cuts(found: Sequence[Shape]) -> int:
    upright = [edge for face in found for edge in (face.left, face.left + face.width)]
    level = [edge for face in found for edge in (face.top, face.top + face.height)]
    return lines(upright) + lines(level)


def lines(edges: Sequence[float]) -> int:
    """How many of them are further than `NEAR` from the one before."""
    ordered = sorted(edges)
    return 1 + sum(after - before > NEAR for before, after in pairwise(ordered))


def unused(page, texts: PdfTextPage, found: Sequence[Shape]) -> int:
    """The places of a page without the area of the faces on which something is printed."""
    height = float(page.mediabox.height)
    width, tall, places = place_size(page, found)
    printed = sum(face.width * face.height for face in found if words_on(face, texts, height))
    return places - round(printed / (width * tall))


def place_size(page, found: Sequence[Shape]) -> tuple[float, float, int]:
    """Width and height of a place, in millimetres, and the number of places on such a page."""
    if found[0].size == SLEEVE:
        return *SLEEVE, SLEEVES_ACROSS * SLEEVES_DOWN
    paper = min(PAPERS.values(), key=lambda paper: abs(paper.height - float(page.mediabox.height) / POINTS))
    width = min(face.width for face in found)
    return width, paper.cards_size[1] / DOWN / POINTS, DOWN * int((paper.width - 2 * MARGIN + 1) / width)


def words_on(face: Shape, texts: PdfTextPage, height: float) -> str:
    left, right = face.left * POINTS, (face.left + face.width) * POINTS
    top, bottom = height - face.top * POINTS, height - (face.top + face.height) * POINTS
    return texts.get_text_bounded(left=left, bottom=bottom, right=right, top=top).strip()
