"""Papers and layouts as data; static/print.css has the same figures. Lengths of papers are millimetres."""

from collections.abc import Mapping
from dataclasses import dataclass

POINTS = 72 / 25.4  # in a millimetre
MARGIN, FOOT = 8, 12  # left, right and top of a page; its bottom, with the footer
CARD_PADDING = 7  # points, on each side
CARD_HEAD, CARD_STATS, CARD_FOOT = 37, 34, 28  # points of a card's height taken by other parts than its lines
COST_WIDTH = 60  # points of the width of a card's head taken by the cost
NAME_SIZES = ((17, 1), (13, 1), (10, 2), (6.8, 3))  # (points, most lines in a card's head), largest first
# (points, leading) of a card's lines, largest first; small cards begin at TYPES[SMALL].
TYPES = ((10.8, 13), (10, 12), (9.2, 11), (8.5, 10), (7.9, 9.2), (7.3, 8.6))
SMALL = 2
TITLE_GAP = 3  # points above the title of a group of lines
ASIDE = 0.48  # part of a card's width for the figures at the right of a line
TEXT_TYPES = ((9, 10.6), (8.2, 9.5), (7.4, 8.5), (6.6, 7.5))  # (points, leading) of brief and reference, largest first
COLUMN_GAP = 10  # points
ROSTER_TYPE, ROSTER_LINES = 7.6, 2
ROSTER_LINE, ROSTER_GAP = 8.4, 3.4  # points: leading of a line, padding of a row
ROSTER_COLUMNS = {"name": 0.2, "summary": 0.66}  # parts of a page's width, without padding


@dataclass(frozen=True)
class Paper:
    """A paper; width and height in millimetres."""

    slug: str
    name: str
    width: float
    height: float

    @property
    def content_size(self) -> tuple[float, float]:
        """Width and height inside the margins, in millimetres."""
        return self.width - 2 * MARGIN, self.height - MARGIN - FOOT


@dataclass(frozen=True)
class Format:
    """A size of cards: how many fit across and down a page; the index in `TYPES` of their largest type."""

    across: int
    down: int
    largest: int = SMALL

    @property
    def per_page(self) -> int:
        return self.across * self.down

    def card_size(self, paper: Paper) -> tuple[float, float]:
        """Width and height of a card, in points. The cards leave 1 mm of the page's height, against rounding."""
        width, height = paper.content_size
        return width / self.across * POINTS, (height - 1) / self.down * POINTS

    def lines_size(self, paper: Paper) -> tuple[float, float]:
        """Width and height of a card that its lines may fill, in points."""
        width, height = self.card_size(paper)
        return width - 2 * CARD_PADDING, height - 2 * CARD_PADDING - CARD_HEAD - CARD_STATS - CARD_FOOT


@dataclass(frozen=True)
class Layout:
    """A way to print a list: its template, its parts (see `choices.PARTS`), and the formats of its cards by name.

    Without formats it has no cards.
    """

    slug: str
    template: str
    formats: Mapping[str, Format]
    parts: tuple[str, ...]


PAPERS = {
    paper.slug: paper
    for paper in (
        Paper("a4", "A4", 210, 297),
        Paper("letter", "Letter", 215.9, 279.4),
    )
}
FORMATS = {"sixth": Format(2, 3), "quarter": Format(2, 2), "half": Format(1, 2, 0), "full": Format(1, 1, 0)}
LAYOUTS = {
    layout.slug: layout
    for layout in (
        Layout("cards", "sheets/pdf/cards.html", FORMATS, ("head", "cards", "reference", "findings")),
        Layout("roster", "sheets/pdf/roster.html", {}, ("head", "roster", "reference", "findings")),
    )
}
DEFAULT_LAYOUT, DEFAULT_PAPER = next(iter(LAYOUTS)), next(iter(PAPERS))
