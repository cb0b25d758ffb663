"""The columns of the dense sheet: as wide as their content. Lengths are points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from django.utils.text import capfirst

from builder.sheets.common import short_numbers
from builder.sheets.measure import with_ticks
from builder.sheets.paper import LARGE, Metrics
from builder.sheets.parts import Cell
from builder.sheets.rows import Line, Row
from builder.sheets.widths import text_width, title_width

SILHOUETTE = 37  # points of its column
NAME, COST = 0.19, 0.058  # parts of the table's width, with padding
MOST_COLUMN = 0.2  # of that width for a column of figures
LEAST_WEAPONS = 0.14  # of it for the names and rules of weapons: with less, their figures stand among the words
PADDING = 6  # points beside the text of a cell
SPARE = 1  # points of a column that is as wide as its figures, against rounding
TITLE = 8.5  # size of the labels of columns
DICE, FIGURES = 1.5, 1.7  # ems of the table's type: dice, the figures of units
SHORT_EFFECT = 16  # letters of what boxes bring, in the heading above them
LETTER = 14  # points of a copy's letter


class Column(NamedTuple):
    """A column of the table; its width is in points."""

    title: str
    width: float

    @property
    def head(self) -> str:
        """What stands above it and those beside it that begin alike: "normal range" of "normal range, on foot"."""
        return capfirst(self.title.partition(", ")[0])

    @property
    def below(self) -> str:
        return self.title.partition(", ")[2]


class Heading(NamedTuple):
    """A heading over columns, each with what stands below it."""

    title: str
    columns: list[Column]

    @property
    def is_whole(self) -> bool:
        """Whether nothing stands below it."""
        return not any(column.below for column in self.columns)


@dataclass(eq=False)
class RowColumns:
    """The columns for rows of units in one of the types of `metrics`, by its number, in so many points of width.

    tight -- whether the labels of figures in columns stand among the rules of a weapon, which is less high too
    """

    units: Sequence[Row]
    number: int
    width: float
    metrics: Metrics
    tight: bool = False

    def __post_init__(self) -> None:
        self.size, self.leading = self.metrics.rows[self.number]
        self.title_size = max(TITLE, self.metrics.caption[0])

    @cached_property
    def has_points(self) -> bool:
        return any(row.unit.cost is not None for row in self.units)

    @cached_property
    def figures(self) -> list[Column]:
        """The columns of the units' figures, in the order in which they are met."""
        return self.columns([row.unit.row.cells for row in self.units], FIGURES) or [Column("", 0)]

    @cached_property
    def weapons(self) -> list[Column]:
        """The columns of the weapons' figures; none where names and rules would be crowded beside them."""
        cells = [weapon.cells for row in self.units for weapon in row.unit.row.weapons]
        columns = self.columns(cells, DICE)
        room = self.words_width - sum(column.width for column in columns)
        return columns if room >= LEAST_WEAPONS * self.width or (room > 0 and self.metrics is LARGE) else []

    @property
    def is_stacked(self) -> bool:
        """Whether names of weapons may stand above their figures, as beside them they would be crowded."""
        return bool(self.weapons) and self.words_width - self.figures_width < LEAST_WEAPONS * self.width

    @property
    def figures_width(self) -> float:
        return sum(column.width for column in self.weapons)

    def columns(self, rows: Iterable[Sequence[Cell]], loud: float) -> list[Column]:
        """A column for each heading that has a figure; what spans several of them widens each."""
        cells = [cell for cells in rows for cell in cells]
        used = {cell.column for cell in cells if cell.value and cell.column}
        widths = {cell.column: 0.0 for cell in cells if cell.column in used}
        for cell in cells:
            if cell.column in used:
                widths[cell.column] = max(widths[cell.column], self.cell_width(cell, loud))
        columns = [Column(title, width) for title, width in widths.items()]
        labels = [cell for cell in cells if cell.label] if loud == DICE and not self.tight else []
        columns = [wider for heading in headings(columns) for wider in self.headed(heading, labels)]
        spanning = max((self.spanning_width(cell) for cell in cells if not cell.column), default=0.0)
        columns = widened(columns or [Column("", 0.0)] * bool(spanning), spanning)
        return [column._replace(width=min(column.width, MOST_COLUMN * self.width)) for column in columns]

    def cell_width(self, cell: Cell, loud: float) -> float:
        """The width of a figure, or of what stands below its heading."""
        value = text_width(short_numbers(cell.value), loud * self.size, title_width)
        below = text_width(cell.column.partition(", ")[2], self.title_size, title_width)
        return max(value, below) + PADDING + SPARE

    def headed(self, heading: Heading, labels: Iterable[Cell]) -> list[Column]:
        """Columns as wide as their heading, and as the labels above figures in them."""
        titles = {column.title for column in heading.columns}
        wide = [text_width(cell.label, self.title_size, title_width) for cell in labels if cell.column in titles]
        return widened(heading.columns, max([self.longest(heading.title), *wide]) + PADDING + SPARE)

    def spanning_width(self, cell: Cell) -> float:
        """The width of a figure over all columns, with its label in the heading above it."""
        value = text_width(short_numbers(cell.in_parts.value), DICE * self.size, title_width)
        above = (text_width(line, self.title_size, title_width) for line in cell.in_parts.label_lines)
        return max(value, *above, 0.0) + PADDING + SPARE

    def longest(self, words: str) -> float:
        """The width of the longest word of a heading."""
        return max(text_width(word, self.title_size, title_width) for word in words.split(" "))

    @cached_property
    def words_width(self) -> float:
        """What the fixed columns and the units' figures leave."""
        fixed = SILHOUETTE + (NAME + COST * self.has_points) * self.width + self.boxes_width
        return self.width - fixed - sum(column.width for column in self.figures)

    @cached_property
    def boxes_width(self) -> float:
        """The width of the column of boxes."""
        in_column = [row for row in self.units if not row.is_apart]
        boxes = max(map(self.life_width, in_column), default=0.0)
        return PADDING + max([boxes, *map(self.longest, self.life_heading)])

    @cached_property
    def life_heading(self) -> tuple[str, ...]:
        """What the boxes in their column are, and what they bring."""
        lives = [row.life for row in self.units if not row.has_heading and row.life.label]
        is_short = bool(lives) and len(lives[0].effect) <= SHORT_EFFECT
        return tuple(filter(None, (lives[0].label, lives[0].effect * is_short))) if lives else ()

    @property
    def figure_headings(self) -> list[Heading]:
        return headings(self.figures)

    @property
    def weapon_headings(self) -> list[Heading]:
        return headings(self.weapons)

    @property
    def headed_below(self) -> list[Column]:
        """The columns with something below their heading."""
        return [column for column in (*self.figures, *self.weapons) if column.below]

    @property
    def heading_rows(self) -> int:
        """1 or 2 rows of headings."""
        return 1 + bool(self.headed_below)

    @property
    def span(self) -> int:
        """How many columns the words of a unit take."""
        return 1 + len(self.weapons)

    @property
    def widths(self) -> list[float]:
        """The width of each column."""
        figures, weapons = ([column.width for column in group] for group in (self.figures, self.weapons))
        cost = [COST * self.width] * self.has_points
        words = self.words_width - self.figures_width
        return [SILHOUETTE, NAME * self.width, *figures, words, *weapons, self.boxes_width, *cost]

    @cached_property
    def own(self) -> int:
        """How many columns at the right boxes of a kind of their own need in a row of words; 0: there is no room."""
        need = max((self.life_width(row) + PADDING / 2 for row in self.units if row.has_heading), default=0.0)
        columns = [column.width for column in self.weapons] + [self.boxes_width]
        return next((number for number in range(1, len(columns) + 1) if sum(columns[-number:]) >= need), 0)

    def arms_width(self, line: Line) -> float:
        """The room for the name of a weapon."""
        return self.words_width - sum(column.width for column in self.weapons[line.span - 1 :])

    @property
    def beyond(self) -> list[float]:
        """For each column of weapons the width of those behind it under the same heading, over which labels reach."""
        columns = [heading.columns for heading in self.weapon_headings]
        return [sum(column.width for column in group[at + 1 :]) for group in columns for at in range(len(group))]

    def life_width(self, row: Row) -> float:
        """The width of the boxes of a copy, with its letter."""
        glyphs = with_ticks(self.metrics.caption[0], self.metrics, title_width)
        return text_width(row.life.boxes, self.metrics.caption[0], glyphs) + LETTER * (row.unit.count > 1)


def headings(columns: Iterable[Column]) -> list[Heading]:
    """The headings of columns, each over those that begin alike."""
    return [Heading(head, list(group)) for head, group in groupby(columns, lambda column: column.head)]


def widened(columns: list[Column], width: float) -> list[Column]:
    """Columns that have at least so much width together."""
    lacking = max(0.0, width - sum(column.width for column in columns)) / max(1, len(columns))
    return [column._replace(width=column.width + lacking) for column in columns]
