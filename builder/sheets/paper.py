"""Papers and layouts as data; static/print.css has the same figures. Lengths of papers are millimetres."""

from dataclasses import dataclass

POINTS = 72 / 25.4  # in a millimetre
MARGIN, FOOT = 8, 12  # around a page, and below it, where the footer stands
CARD_PADDING = 7  # points, all around
CARD_HEAD, CARD_STATS, CARD_FOOT = 37, 34, 28  # points of a card that its lines cannot have
COST_WIDTH = 60  # points of a card's head that its name cannot have
NAME_SIZES = ((17, 1), (13, 1), (10, 2), (6.8, 3))  # points, and the lines that a card's head holds of them
# Points and leadings of a card's lines: the largest that fits, on small cards from SMALL on.
TYPES = ((10.8, 13), (10, 12), (9.2, 11), (8.5, 10), (7.9, 9.2), (7.3, 8.6))
SMALL = 2
TITLE_GAP = 3  # points above the head of a group of lines
ASIDE = 0.48  # of the width of a card: the figures at the right of a line
TEXT_TYPES = ((9, 10.6), (8.2, 9.5), (7.4, 8.5), (6.6, 7.5))  # of brief and reference: the largest that fits
COLUMN_GAP = 10
ROSTER_TYPE, ROSTER_LINES = 7.6, 2
ROSTER_LINE, ROSTER_GAP = 8.4, 3.4  # points of a line, and of what is around a row
ROSTER_COLUMNS = {"name": 0.2, "summary": 0.66}  # of the width of a page, paddings not counted


@dataclass(frozen=True)
class Paper:
    """A paper: its name for a reader, its width and height."""

    slug: str
    name: str
    width: float
    height: float

    @property
    def room(self):
        """Width and height inside the margins."""
        return self.width - 2 * MARGIN, self.height - MARGIN - FOOT


@dataclass(frozen=True)
class Format:
    """A size of cards: so many beside and so many below each other on a page; the largest of `TYPES` for them."""

    across: int
    down: int
    largest: int = SMALL

    @property
    def per_page(self):
        return self.across * self.down

    def card(self, paper):
        """Width and height of a card, in points; a hair of the height is left to the page."""
        width, height = paper.room
        return width / self.across * POINTS, (height - 1) / self.down * POINTS

    def room(self, paper):
        """Width and height that a card's lines have, in points."""
        width, height = self.card(paper)
        return width - 2 * CARD_PADDING, height - 2 * CARD_PADDING - CARD_HEAD - CARD_STATS - CARD_FOOT


@dataclass(frozen=True)
class Layout:
    """A way to print a list: its template, and the formats of its cards by name (none: no cards)."""

    slug: str
    template: str
    formats: dict


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
        Layout("cards", "sheets/pdf/cards.html", FORMATS),
        Layout("roster", "sheets/pdf/roster.html", {}),
    )
}
DEFAULT_LAYOUT, DEFAULT_PAPER = next(iter(LAYOUTS)), next(iter(PAPERS))
