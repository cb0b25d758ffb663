"""The table of the dense sheet: a row for each unit, its figures and weapons in columns as wide as their content."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from django.utils.text import capfirst

from builder.sheets.choices import PrintChoices
from builder.sheets.common import short_numbers
from builder.sheets.measure import height, with_ticks
from builder.sheets.paper import LARGE, Metrics
from builder.sheets.parts import (
    BOX,
    SEPARATOR,
    Cell,
    Sheet,
    SheetUnit,
    TickLine,
    Track,
    UnitRow,
    WeaponRow,
    copy_letters,
    count_words,
)
from builder.sheets.widths import Glyphs, break_lines, letter_width, line_count, text_width, title_width

SILHOUETTE = 31  # points of its column
NAME, COST = 0.175, 0.06  # parts of the table's width, with padding
MOST_COLUMN = 0.2  # of that width for a column of figures
LEAST_WEAPONS = 0.14  # of it for the names and rules of weapons: with less, their figures stand among the words
WIDE_WEAPONS, LABEL_GAP = 0.18, 4  # of it, so that labels stand beside figures; between these, in points
PADDING = 6  # points beside the text of a cell
SPARE = 1  # points of a column that is as wide as its figures, against rounding
ROW_GAP = 4.9  # points above and below the text of a row, with its rule
HEADER, HEADER_LEADING = 7.5, 1.2  # points around the labels of the columns, and of a line of them
TITLE = 8.5  # size of these labels
LOUD, LOUDEST, LABEL_LINE = 1.12, 1.3, 9  # sizes of the figures of weapons and units; points of a line below these
NAME_SIZE = 1.15
TRACK_GAP = 9  # points behind a group of boxes
BESIDE = 4  # copies whose boxes stand below each other; those of more stand under the words
MOST_BOXES = 4  # of a copy in the column of boxes
LETTER, BOX_LINE, LARGE_BOX_LINE = 12.5, 15, 18.6  # points of a copy's letter, of a line of boxes
BOX_SIZE, TRACK_LINE = 14, 15.5  # points of a box of a unit, and of a line of them


WeaponLines = tuple[tuple[WeaponRow, tuple[Cell | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of the dense sheet, with the numbers (from 1) of its copies that are printed."""

    unit: SheetUnit
    copies: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.copies)

    @property
    def life(self) -> Track:
        """What is ticked of each copy."""
        return self.unit.row.life or Track("", BOX)

    @property
    def boxes(self) -> list[tuple[str, Track]]:
        """The letter of each copy, "" for a single one, with its boxes."""
        return [(copy_letters(copy) if self.unit.count > 1 else "", self.life) for copy in self.copies]

    @property
    def boxes_are_many(self) -> bool:
        """Whether the boxes of the copies stand under the words, where a line holds more than beside them."""
        return self.count > BESIDE or self.has_icon

    @property
    def has_icon(self) -> bool:
        """Whether the icon stands before the boxes of each copy: only so many are not what each unit has."""
        return len(self.life.boxes) > MOST_BOXES

    @property
    def tracks(self) -> tuple[Track, ...]:
        return self.unit.row.tracks


class Column(NamedTuple):
    """A column of the table; its width is in points."""

    title: str
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRow(Row):
    """A row with its cells where they stand.

    about   -- what stands below the name
    figures -- (the figure or None, how many columns it takes)
    lines   -- each weapon with its figures, None in a column where it has none
    words   -- what stands below the weapons, over all columns
    """

    about: str
    figures: tuple[tuple[Cell | None, int], ...]
    lines: WeaponLines
    words: str

    @property
    def has_more(self) -> bool:
        """Whether something stands below the weapons."""
        return bool(self.words or self.boxes_are_many or not self.lines)

    @property
    def height(self) -> int:
        """How many rows of the table it takes without that of the boxes below its figures."""
        return len(self.lines) + self.has_more

    @property
    def whole_height(self) -> int:
        return self.height + bool(self.tracks)


def rows_of(sheet: Sheet, choices: PrintChoices) -> list[Row]:
    copies = [
        tuple(copy + 1 for copy in range(unit.count) if choices.prints_copy(unit.index, copy)) for unit in sheet.units
    ]
    return [Row(unit, numbers) for unit, numbers in zip(sheet.units, copies, strict=True) if numbers]


class Table:
    """The rows of a sheet in one of the types of `metrics`, by its number, in so many points of width.

    in_columns -- whether weapons have columns; else all but the figures are words beside them, which is less high
    """

    def __init__(
        self, sheet: Sheet, rows: Sequence[Row], number: int, width: float, metrics: Metrics, in_columns: bool = True
    ):
        self.sheet, self.units, self.width, self.metrics = sheet, rows, width, metrics
        self.number, self.in_columns = number, in_columns
        self.size, self.leading = metrics.rows[number]
        self.boxes = replace(metrics, tick=BOX_SIZE, tick_line=TRACK_LINE, caption=(self.title_size, TRACK_LINE))

    # --- columns -----------------------------------------------------------------------------------------------------

    @cached_property
    def has_points(self) -> bool:
        return any(row.unit.cost is not None for row in self.units)

    @cached_property
    def figures(self) -> list[Column]:
        """The columns of the units' figures, in the order in which they are met."""
        return self.columns([row.unit.row.cells for row in self.units], LOUDEST) or [Column("", 0)]

    @property
    def weapons(self) -> list[Column]:
        """The columns of the weapons' figures; none where names and rules would be crowded beside them."""
        return self.weapon_columns[0]

    @property
    def labels_beside(self) -> bool:
        """Whether labels stand beside the weapons' figures, where there is room, or above them."""
        return self.weapon_columns[1]

    @cached_property
    def weapon_columns(self) -> tuple[list[Column], bool]:
        cells = [weapon.cells for row in self.units for weapon in row.unit.row.weapons]
        for beside, least in ((True, WIDE_WEAPONS), (False, LEAST_WEAPONS)) if self.in_columns else ():
            columns = self.columns(cells, LOUD, beside)
            if self.words_width - sum(column.width for column in columns) >= least * self.width:
                return columns, beside
        return [], False

    def columns(self, rows: Iterable[Sequence[Cell]], loud: float, beside: bool = False) -> list[Column]:
        """A column for each heading that has a figure; what spans them all widens each."""
        cells = [cell for cells in rows for cell in cells]
        used = {cell.column for cell in cells if cell.value and cell.column}
        widths = {cell.column: 0.0 for cell in cells if cell.column in used}
        for cell in cells:
            if cell.column in used:
                widths[cell.column] = max(widths[cell.column], self.cell_width(cell, loud, beside))
        spanning = max((self.cell_width(cell, LOUD) for cell in cells if not cell.column), default=0.0)
        widths = widths or ({"": 0.0} if spanning else {})
        wider = max(0.0, spanning - sum(widths.values())) / max(1, len(widths))
        return [Column(title, min(width + wider, MOST_COLUMN * self.width)) for title, width in widths.items()]

    def cell_width(self, cell: Cell, loud: float, beside: bool = False) -> float:
        """The width of a figure with its label, or of the longest word of its heading.

        A figure over all columns has its label below it.
        """
        value = text_width(short_numbers(cell.value), loud * self.size, title_width)
        if not cell.column:
            below = (text_width(line, self.title_size, title_width) for line in cell.label_lines)
            return max(value, *below, 0.0) + PADDING + SPARE
        label = text_width(cell.label, self.title_size, title_width)
        if beside and label:
            label, value = 0.0, label + LABEL_GAP + value
        heading = [text_width(word, self.title_size, title_width) for word in capfirst(cell.column).split(" ")]
        return max(label, value, *heading, 0.0) + PADDING + SPARE

    @property
    def title_size(self) -> float:
        return max(TITLE, self.metrics.caption[0])

    @cached_property
    def words_width(self) -> float:
        """What the fixed columns and the units' figures leave."""
        fixed = SILHOUETTE + (NAME + COST * self.has_points) * self.width + self.boxes_width
        return self.width - fixed - sum(column.width for column in self.figures)

    @cached_property
    def boxes_width(self) -> float:
        """The width of the column of boxes."""
        beside = [row for row in self.units if not row.boxes_are_many]
        return LETTER + PADDING + max(map(self.life_width, beside), default=0.0)

    @property
    def span(self) -> int:
        """How many columns the words of a unit take."""
        return 1 + len(self.weapons)

    @property
    def tracks_span(self) -> int:
        """How many columns the boxes of a unit take."""
        return len(self.figures) + self.span

    @property
    def widths(self) -> list[float]:
        """The width of each column."""
        figures, weapons = ([column.width for column in group] for group in (self.figures, self.weapons))
        cost = [COST * self.width] * self.has_points
        words = self.words_width - sum(weapons)
        return [SILHOUETTE, NAME * self.width, *figures, words, *weapons, self.boxes_width, *cost]

    # --- rows --------------------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> list[PrintedRow]:
        return [self.printed(row) for row in self.units]

    def printed(self, row: Row) -> PrintedRow:
        content = row.unit.row
        about, words = content.about, content.words
        lines: WeaponLines = ()
        if self.weapons:
            lines = tuple((weapon, tuple(in_columns(weapon.cells, self.weapons))) for weapon in content.weapons)
        elif self.in_columns:
            words = content.gear
        else:
            about, words = "", SEPARATOR.join(filter(None, (about, content.gear)))
        figures = self.placed_figures(content)
        return PrintedRow(row.unit, row.copies, about=about, figures=figures, lines=lines, words=words)

    def placed_figures(self, row: UnitRow) -> tuple[tuple[Cell | None, int], ...]:
        if any(not cell.column for cell in row.cells):
            return ((row.cells[0], len(self.figures)),)
        return tuple((cell, 1) for cell in in_columns(row.cells, self.figures))

    @cached_property
    def track_widths(self) -> list[float]:
        """The widths of a unit's tracks one after the other, so that they line up; none where a line is too short."""
        glyphs = with_ticks(self.title_size, self.boxes, title_width)
        of_rows = (
            [text_width(f"{track.label} {track.boxes}", self.title_size, glyphs) + TRACK_GAP for track in row.tracks]
            for row in self.units
        )
        widths = [max(widths_of_track) for widths_of_track in zip_longest(*of_rows, fillvalue=0.0)]
        return widths if sum(widths) <= self.tracks_width else []

    @property
    def tracks_width(self) -> float:
        """The room for the boxes of a unit."""
        return self.words_width + sum(column.width for column in self.figures) - PADDING

    def count_words(self) -> int:
        """How many words its headings and rows have."""
        headings = [column.title for column in (*self.figures, *self.weapons)]
        texts = (words for row in self.units for words in words_of(row.unit, bool(self.weapons)))
        return count_words(" ".join([*headings, *texts]))

    # --- heights -----------------------------------------------------------------------------------------------------

    @cached_property
    def height(self) -> float:
        """The greatest height of the table with its totals, in points."""
        return self.header_height + sum(self.row_heights) + len(self.row_heights) * ROW_GAP

    @property
    def header_height(self) -> float:
        titles = [self.title_lines(column) for column in (*self.figures, *self.weapons)]
        return HEADER + HEADER_LEADING * self.title_size * max([1, *titles])

    @cached_property
    def row_heights(self) -> list[float]:
        return [self.row_height(row) for row in self.rows]

    @property
    def lost_on_a_page(self) -> float:
        """The greatest height that a page end costs: headings again, and the row that has no room before it."""
        return self.header_height + max(self.row_heights, default=0.0) + ROW_GAP

    def title_lines(self, column: Column) -> int:
        return line_count(column.title, self.title_size, column.width - PADDING)

    def row_height(self, row: PrintedRow) -> float:
        """The height of the text and boxes of a row."""
        size = NAME_SIZE * self.size
        name = self.text(self.title(row), NAME * self.width, title_width, size) * NAME_SIZE
        name += self.text(row.about, NAME * self.width) if row.about else 0.0
        below = self.text(row.words, self.words_width) if row.words else 0.0
        box_line = LARGE_BOX_LINE if self.metrics is LARGE else BOX_LINE
        beside = 0.0 if row.boxes_are_many else row.count * box_line
        if row.boxes_are_many:
            letter = LETTER * (1 + row.has_icon)
            across = max(1, int((self.words_width - PADDING) // (letter + TRACK_GAP + self.life_width(row))))
            below += -(-row.count // across) * box_line
        weapons = sum(self.weapon_height(weapon) for weapon, _cells in row.lines)
        gear = max(weapons + below, self.leading) + self.tracks_height(row)
        labels = max((len(cell.label_lines) for cell, _columns in row.figures if cell), default=0)
        figures = LOUDEST * self.leading + LABEL_LINE * labels
        return max(name, gear, beside, figures, SILHOUETTE - ROW_GAP)

    def title(self, row: Row) -> str:
        return f"{row.unit.index + 1} {row.unit.name}" + (f" ×{row.count}" if row.count > 1 else "")

    def life_width(self, row: Row) -> float:
        glyphs = with_ticks(self.metrics.caption[0], self.metrics, title_width)
        return text_width(row.life.boxes, self.metrics.caption[0], glyphs)

    def tracks_height(self, row: Row) -> float:
        if not row.tracks:
            return 0.0
        return height(TickLine(row.tracks), self.tracks_width, self.size, self.leading, self.boxes)

    def weapon_height(self, weapon: WeaponRow) -> float:
        beside = self.words_width - sum(column.width for column in self.weapons)
        words = self.text(SEPARATOR.join([weapon.name, *weapon.rules]), beside, bold=len(weapon.name))
        is_above = weapon.has_labels and not self.labels_beside
        labels = HEADER_LEADING * self.title_size * is_above
        return max(words, labels + self.leading)

    def text(
        self, words: str, width: float, glyphs: Glyphs = letter_width, size: float | None = None, bold: int = 0
    ) -> float:
        """The height of words in a cell so wide."""
        starts = break_lines(words, size or self.size, width - PADDING, glyphs, bold)
        return len(starts) * self.leading


def in_columns(cells: Iterable[Cell], columns: Iterable[Column]) -> Iterator[Cell | None]:
    """The cell of each column."""
    by_column = {cell.column: cell for cell in cells}
    return (by_column.get(column.title) for column in columns)


def words_of(unit: SheetUnit, in_columns: bool) -> Iterator[str]:
    """What a unit's row says besides figures; in_columns: whether its weapons have columns."""
    yield from (unit.name, unit.row.about, unit.row.words)
    for weapon in unit.row.weapons:
        yield from (weapon.name, *weapon.rules) if in_columns else (weapon.words,)
    yield from (track.label for track in unit.row.tracks)
