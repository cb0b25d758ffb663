"""Papers, layouts and the sizes of printed things as data; static/print.css has the same figures."""

from dataclasses import dataclass, replace

POINTS = 72 / 25.4  # in a millimetre
MARGIN, FOOT = 8, 12  # millimetres: left, right and top of a page; its bottom, with the footer
ROWS = 36  # a page of cards has so many rows; the height of a card is a number of them
LEAST_ROWS = 7
CARD_PADDING = 7  # points, on each side
SLEEVE = (63, 88)  # millimetres
SLEEVES_ACROSS, SLEEVES_DOWN = 3, 3
COLUMN_GAP = 10  # points between two columns of texts
WIDE_COLUMN = 0.485  # of a wide card's width, of which two columns stand beside each other
TITLE_GAP = 3  # points above the title of a group of lines
ICON = 1.26  # ems that an icon before a line takes, with the space behind it
CELLS = {0: 0.0, 1: 0.25, 2: 0.48, 3: 0.6, 4: 0.68}  # part of a column's width for so many cells of a line
COST_WIDTH, EMBLEM_WIDTH = 52, 24  # points of the width of a card's head
# (size, leading) of brief and reference, largest first
COLUMN_TYPES = (
    (10.6, 12.5),
    (10.2, 12),
    (9.8, 11.5),
    (9.4, 11),
    (9, 10.6),
    (8.6, 10),
    (8.2, 9.5),
    (7.8, 9),
    (7.4, 8.5),
    (7, 8),
    (6.6, 7.5),
)
FOOTER_LETTERS = 60


@dataclass(frozen=True)
class Metrics:
    """Sizes of type and heights of what is printed, in points.

    types      -- (size, leading) of a card's lines, largest first
    wished     -- the index of the type at which a card's height is chosen; it may grow or shrink after that
    reading    -- the index of the smallest type in which a card also prints what is spare
    names      -- (size, leading, most lines) of a name, largest first; in the last it is cut
    texts      -- (size, leading) of brief and reference, largest first
    rows       -- (size, leading) of the dense sheet, largest first
    facts, small, cite -- (size, leading) of the facts in a list's head, of its notes and findings, of a citation
    plain_label, plain_value -- (size, leading) of the label of a box with words, and of the words with their most lines
    stats_across -- the most figures beside each other on a narrow card; twice as many on a wide one
    """

    types: tuple[tuple[float, float], ...]
    wished: tuple[int, ...]
    names: tuple[tuple[float, float, int], ...]
    texts: tuple[tuple[float, float], ...]
    rows: tuple[tuple[float, float], ...]
    facts: tuple[float, float] = (9, 11.5)
    small: tuple[float, float] = (7.6, 9.2)
    cite: tuple[float, float] = (6.2, 7.2)
    head_figure: float = 45  # the boxes in the head of a list, with their gap
    stats_across: int = 7
    badges: float = 14
    stats: float = 31
    cell: float = 25
    cell_label: tuple[float, float] = (6.8, 7.6)
    figure: float = 31
    least_box: float = 38  # the least width of a box with a figure
    plain_figure: float = 27
    plain_label: tuple[float, float] = (8.4, 10)
    plain_value: tuple[float, float, int] = (9.2, 11, 1)
    write: float = 18.5
    tick: float = 14  # the size of the font of boxes
    tick_line: float = 15.5
    foot_type: float = 8.4
    label: float = 6.6
    reading: int = 4


NORMAL = Metrics(
    types=((12, 14.2), (11.4, 13.5), (10.8, 13), (10, 12), (9.2, 11), (8.5, 10), (7.9, 9.2), (7.3, 8.6)),
    wished=(2, 3, 4),
    names=((17, 20, 1), (13, 16, 1), (13, 14, 2), (10, 11, 9)),
    texts=COLUMN_TYPES,
    rows=((11, 13), (10, 12), (9.2, 11), (8.4, 10), (7.6, 9)),
)
SLEEVED = replace(NORMAL, cell_label=(7, 7.6), label=7, plain_label=(7, 10), plain_value=(9.2, 11, 2))
LARGE = Metrics(
    types=((15, 18), (14, 16.8), (13, 15.6), (12, 14.4)),
    wished=(3,),
    names=((17, 20, 1), (14, 16, 2), (12, 14, 9)),
    texts=((13, 15.2), (12, 14)),
    rows=((13, 15.6), (12, 14.4)),
    facts=(12, 14),
    small=(12, 14),
    cite=(12, 14),
    head_figure=53,
    stats_across=4,
    badges=17,
    stats=37,
    cell=31,
    cell_label=(12, 13),
    figure=37,
    least_box=64,
    plain_figure=37,
    plain_label=(12, 13),
    plain_value=(12, 15, 2),
    foot_type=12,
    label=12,
    reading=3,
)


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

    @property
    def cards_size(self) -> tuple[float, float]:
        """Width and height of a page of cards, in points; 1 mm of the height is left, against rounding."""
        width, height = self.content_size
        return width * POINTS, (height - 1) * POINTS


@dataclass(frozen=True)
class Format:
    """A width of cards: how many stand beside each other, and the columns of each; the height follows the content."""

    across: int
    columns: int = 1
    least: int = LEAST_ROWS


@dataclass(frozen=True)
class Layout:
    """A way to print a list: its parts (see `choices.PARTS`)."""

    slug: str
    parts: tuple[str, ...]


PAPERS = {
    paper.slug: paper
    for paper in (
        Paper("a4", "A4", 210, 297),
        Paper("letter", "Letter", 215.9, 279.4),
    )
}
NARROW, WIDE = "narrow", "wide"
FORMATS = {NARROW: Format(across=2), WIDE: Format(across=1, columns=2, least=12)}
LAYOUTS = {
    layout.slug: layout
    for layout in (
        Layout("cards", ("head", "cards", "reference", "findings")),
        Layout("roster", ("head", "roster", "reference", "findings")),
        Layout("opponent", ("roster",)),
    )
}
DEFAULT_LAYOUT, DEFAULT_PAPER = next(iter(LAYOUTS)), next(iter(PAPERS))
