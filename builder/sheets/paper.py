"""Papers, layouts and the sizes of printed things as data; static/print.css has the same figures."""

from dataclasses import dataclass, replace

POINTS = 72 / 25.4  # in a millimetre
MARGIN, FOOT = 8, 12  # millimetres: left, right and top of a page; its bottom, with the footer
MODULE = 97  # millimetres: the width of a module of cards, of which two stand beside each other
DOWN = 4  # modules below each other on a page; they share its height
DOWNS = DOWN, 3, 2  # the same where cards of one height need more, as low as all of them allow
SLEEVE = (63, 88)  # millimetres
SLEEVES_ACROSS, SLEEVES_DOWN = 3, 3
COLUMN_GAP = 10  # points between two columns of texts or of a card
TITLE_GAP = 3  # points above the title of a group of lines
ICON = 1.26  # ems that an icon before a line takes, with the space behind it
FOOTER_LETTERS = 60
LOW_PAPER = 280  # millimetres
MOST_WORDS = 500  # of the first page of a roster


@dataclass(frozen=True)
class Metrics:
    """Sizes of type and heights of what is printed, in points.

    types   -- (size, leading) of cards' lines, largest first: a deck has two next to each other at most
    names   -- (size, leading, most lines) of a name on its bar, largest first; in the last it is cut
    tables  -- (size, leading) of tables of rules, largest first; table_columns: so many stand beside each other
    rows    -- (size, leading) of the dense sheet, largest first
    facts, small, cite -- (size, leading) of the facts in a list's head, of its notes and findings, of a citation
    head    -- the height of the list's head
    padding -- of a card, on each side
    bar     -- the height of the bar with the name; silhouette: the width of what stands before the name; tag: the size
               of the letters behind it
    subtitle -- (size, leading) of what stands under the name
    shield  -- the width and height of a shield, with the gap below it
    body    -- the left edge of what stands beside shields
    stats   -- the least height of a row of figures under the bar, stat: of a figure in it; stats_across: the most of
               them beside each other
    band, dice -- the height of the heading of dice, and of a row of them; column: the width of a column of dice
    arm, target, heading -- (size, leading) of a weapon's name, of its targets, of the headings of its dice
    plan    -- the largest (size, leading) of words in a plan
    tick, tick_line -- the size of the font of boxes, the height of a line of them
    caption -- (size, leading) of the labels of boxes and figures
    figure, value -- the least height of a box with a figure, and that of the figure in it
    plain_figure -- the least height of a box with words
    strip   -- (size, leading) of the large line of a strip
    state   -- the height of a state at the foot of a card: its caption and boxes
    plate   -- the height of a plate with the gap below it
    write   -- the height of a line to write on
    icons   -- whether states have icons only, where they have one
    note_lines -- the lines of what stands beside the boxes of a state
    shields_across -- whether shields stand in one row, at the left of the lines (the others: below each other)
    in_columns -- whether the lines of a mat stand in columns
    boxes_beside -- whether the boxes of weapons stand right of their names (else below them), in the whole deck
    """

    types: tuple[tuple[float, float], ...]
    names: tuple[tuple[float, float, int], ...]
    tables: tuple[tuple[float, float], ...]
    rows: tuple[tuple[float, float], ...]
    table_columns: int = 3
    facts: tuple[float, float] = (9, 11.5)
    small: tuple[float, float] = (8.5, 10.2)
    cite: tuple[float, float] = (7, 8)
    head: float = 71
    padding: float = 7
    bar: float = 32
    silhouette: float = 39
    tag: float = 28
    subtitle: tuple[float, float] = (9, 10)
    shield: tuple[float, float] = (42.5, 49.4)
    body: float = 49.3
    stats: float = 37
    stat: float = 17
    stats_across: int = 6
    band: float = 14.6
    dice: float = 17.2
    column: float = 40
    arm: tuple[float, float] = (12, 13)
    target: tuple[float, float] = (10, 11)
    heading: tuple[float, float] = (8, 8.9)
    plan: tuple[float, float] = (9, 10.8)
    tick: float = 15.3
    tick_line: float = 17
    caption: tuple[float, float] = (8, 8.9)
    state: float = 27
    figure: float = 31
    value: float = 16.7
    strip: tuple[float, float] = (12, 12.5)
    plain_figure: float = 24
    plate: float = 36
    write: float = 18.5
    icons: bool = False
    note_lines: int = 2
    shields_across: bool = False
    in_columns: bool = True
    boxes_beside: bool = True


NORMAL = Metrics(
    types=((10, 12.2), (9, 10.8), (8, 9.5)),
    names=((17, 19, 1), (13, 15, 1), (11, 12, 1), (8.5, 9.5, 2)),
    tables=((10.6, 12.6), (10, 12), (9.4, 11.2), (9, 10.8), (8.5, 10.2)),
    rows=((10, 12), (9.4, 11.2), (9, 10.6), (8.5, 10)),
)
LOW = replace(NORMAL, names=((15, 17, 1), *NORMAL.names[1:]), padding=6, bar=27.6, state=26)  # modules of Letter
SLEEVED = replace(
    NORMAL,
    types=((9, 10.6), (8, 9.4)),
    names=((13, 15, 1), (11, 12, 1), (8.5, 9.5, 2)),
    tables=(*NORMAL.tables, (8, 9.4)),
    padding=6,
    bar=27,
    silhouette=25,
    tag=19,
    shield=(34, 33),
    body=0,
    stats_across=5,
    stats=29,
    stat=13,
    dice=17,
    column=28,
    target=(9, 10),
    write=15.5,
    icons=True,
    in_columns=False,
)
LARGE = Metrics(
    types=((14, 16.8), (12, 14.4)),
    names=((20, 23, 1), (16, 18, 1), (13, 14, 1)),
    tables=((15, 17.6), (13.5, 15.8), (12, 14)),
    table_columns=2,
    rows=((13, 15.6), (12, 14.4)),
    facts=(12, 14),
    small=(12, 14),
    cite=(12, 14),
    head=92,
    padding=5,
    bar=36.2,
    silhouette=46,
    tag=32,
    subtitle=(12, 13.5),
    shield=(62, 62),
    body=66,
    stats=41,
    stat=22,
    stats_across=7,
    band=17.5,
    dice=22,
    column=66,
    arm=(15, 16),
    target=(12, 13),
    heading=(12, 12.6),
    plan=(13, 15.6),
    tick=18.4,
    tick_line=20.4,
    caption=(12, 12.6),
    state=32.6,
    figure=40,
    value=22.5,
    strip=(16, 16.4),
    plain_figure=29,
    plate=40,
    write=24,
    note_lines=1,
    shields_across=True,
    in_columns=False,
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
        """Width and height of a page of cards, in points; 0.2 mm of the height are left, against rounding."""
        return (self.width - 2 * MARGIN) * POINTS, (self.height - 2 * MARGIN - 0.2) * POINTS


@dataclass(frozen=True)
class Format:
    """The size of a card in modules; columns: of its lines."""

    across: int
    down: int
    columns: int = 1


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
FORMATS = {
    "module": Format(1, 1),
    "tall": Format(1, 2),
    "quarter": Format(1, 2, columns=2),
    "mat": Format(2, 2, columns=2),
}
LAYOUTS = {
    layout.slug: layout
    for layout in (
        Layout("cards", ("head", "cards", "reference", "findings")),
        Layout("roster", ("head", "roster", "reference", "findings")),
        Layout("opponent", ("roster",)),
    )
}
DEFAULT_LAYOUT, DEFAULT_PAPER = next(iter(LAYOUTS)), next(iter(PAPERS))
