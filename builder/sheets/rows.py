"""The table of the dense sheet: a row for each unit, its figures and weapons in columns as wide as their content."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, zip_longest
from typing import NamedTuple

from django.utils.text import capfirst

from builder.sheets.choices import PrintChoices
from builder.sheets.common import short_numbers, uncapitalised
from builder.sheets.icons import icon_letter
from builder.sheets.measure import TICKED_RISE, height, with_ticks
from builder.sheets.paper import LARGE, Metrics
from builder.sheets.parts import (
    BOX,
    NO_BREAK,
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
from builder.sheets.widths import Glyphs, letter_width, line_count, text_width, title_width

SILHOUETTE = 37  # points of its column
NAME, COST = 0.19, 0.058  # parts of the table's width, with padding
MOST_COLUMN = 0.2  # of that width for a column of figures
LEAST_WEAPONS = 0.14  # of it for the names and rules of weapons: with less, their figures stand among the words
PADDING = 6  # points beside the text of a cell
SPARE = 1  # points of a column that is as wide as its figures, against rounding
ROW_GAP = 3.6  # points below the text of a row, with its rule
HEADER, LEADING = 2.8, 1.2  # points around the labels of the columns; ems of a line
TITLE = 8.5  # size of these labels
# Ems of the table's type: names of units and weapons, dice, the figures of units, silhouettes with what is around them.
NAMES, ARMS, DICE, FIGURES, ICONS = 1.28, 1.1, 1.5, 1.7, 3.0
RISE = 0.3  # ems by which figures of units are higher than all that stands on their line
SOLID = 1.1  # ems of a line of figures
SHORT_EFFECT = 16  # letters of what boxes bring, in the heading above them
TRACK_GAP = 9  # points behind a group of boxes
BESIDE = 4  # copies whose boxes stand below each other; those of more stand under the words
MOST_BOXES = 4  # of a copy in the column of boxes
LEADS = 5  # points around the labels above the first unit of a kind
LETTER, BOX_LINE = 14, 16  # points of a copy's letter, of a line of boxes
BOX_SIZE, TRACK_LINE = 14, 15.5  # points of a box of a unit, and of a line of them


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
    def is_apart(self) -> bool:
        """Whether the boxes of the copies stand outside their column, where a line holds more than in it."""
        return self.count > BESIDE or self.has_icon

    @property
    def has_icon(self) -> bool:
        """Whether each copy has so many boxes that they are not what each unit has, and have a heading of their own."""
        return len(self.life.boxes) > MOST_BOXES

    @property
    def tracks(self) -> tuple[Track, ...]:
        return self.unit.row.tracks


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


@dataclass(frozen=True, slots=True)
class Line:
    """A weapon with its figures, None in a column where it has none.

    rules -- behind its name; under: beside the labels of its figures; below: under these, where neither has room
    """

    weapon: WeaponRow
    cells: tuple[Cell | None, ...]
    rules: str = ""
    under: str = ""
    below: str = ""

    @property
    def words(self) -> str:
        """What stands beside its figures, as it is measured."""
        return ", ".join(
            filter(None, [NO_BREAK.join(filter(None, [icon_letter(self.weapon.icon), self.weapon.name])), self.rules])
        )

    @property
    def labels(self) -> list[str]:
        return [cell.label for cell in self.cells if cell and cell.label]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRow(Row):
    """A row with its cells where they stand.

    about   -- what stands below the name
    figures -- (the figure or None, how many columns it takes)
    things, words -- what stands below the weapons, over `span` columns
    apart   -- whether the boxes of its copies stand there too; own: how many columns at the right they take beside
               these words, 0: they stand below
    is_stacked -- whether the figures of its weapons stand in lines of their own
    leads   -- whether it is the first of its kind, above which a heading of its own stands
    top     -- the room above its first line, so that all stand in the middle of the row
    """

    about: str
    figures: tuple[tuple[Cell | None, int], ...]
    lines: tuple[Line, ...]
    things: tuple[WeaponRow, ...]
    words: str
    span: int
    apart: bool
    is_stacked: bool
    own: int = 0
    leads: bool = False
    top: float = 0.0

    @property
    def has_more(self) -> bool:
        """Whether something stands below the weapons."""
        return bool(self.things or self.words or self.apart or not self.lines)

    @property
    def lines_height(self) -> int:
        """How many rows of the table its weapons take."""
        return len(self.lines) * (1 + self.is_stacked) + sum(bool(line.below) for line in self.lines)

    @property
    def height(self) -> int:
        """How many rows of the table it takes without that of the boxes below its figures."""
        return self.lines_height + self.has_more

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
    tight      -- whether the labels of figures in columns stand among the rules of a weapon, which is less high too
    """

    def __init__(
        self,
        sheet: Sheet,
        rows: Sequence[Row],
        number: int,
        width: float,
        metrics: Metrics,
        in_columns: bool = True,
        tight: bool = False,
    ):
        self.sheet, self.units, self.width, self.metrics = sheet, rows, width, metrics
        self.number, self.in_columns, self.tight = number, in_columns, tight
        self.size, self.leading = metrics.rows[number]
        self.title_size = max(TITLE, metrics.caption[0])
        self.boxes = replace(metrics, tick=BOX_SIZE, tick_line=TRACK_LINE, caption=(self.title_size, TRACK_LINE))

    # --- columns -----------------------------------------------------------------------------------------------------

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
        columns = self.columns(cells, DICE) if self.in_columns else []
        room = self.words_width - sum(column.width for column in columns)
        return columns if room >= LEAST_WEAPONS * self.width or (room > 0 and self.metrics is LARGE) else []

    @property
    def is_stacked(self) -> bool:
        """Whether names of weapons stand above their figures, as beside them they would be crowded."""
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
        labels = [] if self.tight else [cell for cell in cells if cell.label]
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
        lives = [row.life for row in self.units if not row.has_icon and row.life.label]
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
    def tracks_span(self) -> int:
        """How many columns the boxes of a unit take."""
        return len(self.figures) + self.span

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
        need = max((self.life_width(row) + PADDING for row in self.units if row.has_icon), default=0.0)
        columns = [column.width for column in self.weapons] + [self.boxes_width]
        return next((number for number in range(1, len(columns) + 1) if sum(columns[-number:]) >= need), 0)

    # --- rows --------------------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> list[PrintedRow]:
        rows = [self.printed(row) for row in self.units]
        first = next((row for row in rows if row.has_icon), None)
        return [replace(row, leads=row is first, top=self.top(row)) for row in rows]

    def top(self, row: PrintedRow) -> float:
        """The room above the first line of a row."""
        return 2 + max(0.0, ICONS * self.size - self.content_height(row)) / 2

    def printed(self, row: Row) -> PrintedRow:
        content = row.unit.row
        about, things, words = content.about, content.things, content.words
        lines: tuple[Line, ...] = ()
        if self.weapons:
            lines = tuple(map(self.arranged, joined(content.weapons, self.weapons)))
        elif content.weapons or not self.in_columns:
            things, words = (), content.gear
        if not self.in_columns:
            about, words = "", SEPARATOR.join(filter(None, (about, words)))
        own = self.own if row.has_icon else 0
        printed = PrintedRow(
            row.unit,
            row.copies,
            about=one_after_another(about),
            figures=self.placed_figures(content),
            lines=lines,
            things=things,
            words=one_after_another(words),
            span=self.span + bool(own) - own,
            own=own,
            apart=row.is_apart,
            is_stacked=self.is_stacked,
        )
        below = replace(printed, apart=True)
        return below if self.tight and self.row_height(below) < self.row_height(printed) else printed

    def arranged(self, line: Line) -> Line:
        """A weapon with its rules: behind its name where they have room in its line, else below."""
        rules = ", ".join([*(line.labels if self.tight else ()), *map(uncapitalised, line.weapon.rules)])
        beside = replace(line, rules=rules)
        room = self.arms_width - PADDING
        if line_count(beside.words, ARMS * self.size, room, title_width) == 1:
            return beside
        is_under = (
            line.labels
            and not self.is_stacked
            and not self.tight
            and line_count(rules, self.size, room, letter_width) == 1
        )
        return replace(line, under=rules) if is_under else replace(line, below=rules)

    @cached_property
    def arms_width(self) -> float:
        """The room for the name of a weapon."""
        return self.words_width - self.figures_width * (not self.is_stacked)

    def placed_figures(self, row: UnitRow) -> tuple[tuple[Cell | None, int], ...]:
        if any(not cell.column for cell in row.cells):
            return ((row.cells[0].in_parts, len(self.figures)),)
        return tuple((cell, 1) for cell in in_columns(row.cells, self.figures))

    @property
    def beyond(self) -> list[float]:
        """For each column of weapons the width of those behind it under the same heading, over which labels reach."""
        columns = [heading.columns for heading in self.weapon_headings]
        return [sum(column.width for column in group[at + 1 :]) for group in columns for at in range(len(group))]

    @cached_property
    def track_widths(self) -> list[float]:
        """The widths of a unit's tracks one after the other, so that they line up; none where that costs a line."""
        rows = [row.tracks for row in self.units]
        widths = [max(own) for own in zip_longest(*map(self.widths_of_tracks, rows), fillvalue=0.0)]
        most = max(map(self.track_lines, map(self.widths_of_tracks, rows)), default=0)
        fits = max(widths, default=0.0) <= self.tracks_width and self.track_lines(widths) <= most
        return widths if fits else []

    def widths_of_tracks(self, tracks: Iterable[Track]) -> list[float]:
        glyphs = with_ticks(self.title_size, self.boxes, title_width)
        words = (f"{track.label} {track.boxes}" for track in tracks)
        return [text_width(text, self.title_size, glyphs) + TRACK_GAP for text in words]

    def track_lines(self, widths: Iterable[float]) -> int:
        """How many lines tracks of these widths take."""
        lines, left = 0, 0.0
        for width in widths:
            if width > left:
                lines, left = lines + 1, self.tracks_width
            left -= width
        return lines

    @property
    def tracks_width(self) -> float:
        """The room for the boxes of a unit."""
        return self.words_width + sum(column.width for column in self.figures) - PADDING

    def count_words(self) -> int:
        """How many words its headings and rows have."""
        titles = [column.title for column in (*self.figures, *self.weapons)]
        texts = (words for row in self.units for words in words_of(row.unit, bool(self.weapons)))
        return count_words(" ".join([*titles, *self.life_heading, *texts]))

    # --- heights -----------------------------------------------------------------------------------------------------

    @cached_property
    def height(self) -> float:
        """The greatest height of the table with its totals, in points."""
        return self.header_height + sum(self.row_heights) + len(self.row_heights) * ROW_GAP

    @property
    def header_height(self) -> float:
        titles = [self.heading_lines(heading) for heading in (*self.figure_headings, *self.weapon_headings)]
        life = sum(line_count(words, self.title_size, self.boxes_width - PADDING) for words in self.life_heading)
        return HEADER + LEADING * self.title_size * max([1, life, *titles])

    def heading_lines(self, heading: Heading) -> int:
        width = sum(column.width for column in heading.columns) - PADDING
        below = [line_count(column.below, self.title_size, column.width - PADDING) for column in heading.columns]
        return line_count(heading.title, self.title_size, width) + (0 if heading.is_whole else max(below))

    @cached_property
    def row_heights(self) -> list[float]:
        return [self.row_height(row) for row in self.rows]

    @property
    def lost_on_a_page(self) -> float:
        """The greatest height that a page end costs: headings again, and the row that has no room before it."""
        return self.header_height + max(self.row_heights, default=0.0) + ROW_GAP

    def row_height(self, row: PrintedRow) -> float:
        """The height of a row with the heading above it."""
        heading = LEADS + LEADING * self.title_size * self.leading_lines(row) if row.leads else 0.0
        return heading + max(self.content_height(row), ICONS * self.size)

    def content_height(self, row: PrintedRow) -> float:
        """The height of the text and boxes of a row, which begin on one line: that of the unit’s figures."""
        name = self.text(self.title(row), NAME * self.width, NAMES, title_width)
        name += self.text(row.about, NAME * self.width) if row.about else 0.0
        figures = FIGURES * SOLID * self.size
        gear = max(sum(self.line_heights(row)), figures) + self.tracks_height(row)
        beside = 0.0 if row.apart else row.count * self.box_line
        return max(name, gear, beside) + RISE * self.size * (not row.tracks)

    def leading_lines(self, row: PrintedRow) -> int:
        """The lines of the heading above the first row of its kind."""
        figures = [len(cell.label_lines) for cell, _columns in row.figures if cell]
        words = f"{row.life.label} {row.life.effect}"
        room = sum(self.widths[-self.own - self.has_points :]) if self.own else self.words_width
        return max([line_count(words, self.title_size, room - PADDING), *figures])

    def line_heights(self, row: PrintedRow) -> list[float]:
        """The height of each line of weapons, then of what stands below them."""
        heights = list(map(self.weapon_height, row.lines))
        return [*heights, self.more_height(row)] if row.has_more else heights

    def more_height(self, row: PrintedRow) -> float:
        """The height of what stands below the weapons, with the boxes there."""
        width = self.words_width - sum(column.width for column in self.weapons[row.span - 1 :])
        text = self.text(things_text(row.things), width, ARMS, title_width) if row.things else 0.0
        text += self.text(row.words, width) if row.words else 0.0
        if row.own:
            return max(text, row.count * self.box_line)
        if row.apart:
            across = max(1, int((width - PADDING) // (TRACK_GAP + self.life_width(row))))
            text += -(-row.count // across) * self.box_line
        return max(text, self.leading)

    @property
    def box_line(self) -> float:
        """The height of a line of boxes."""
        return max(BOX_LINE, self.metrics.tick)

    def title(self, row: Row) -> str:
        return f"{row.unit.index + 1} {row.unit.name}" + (f" ×{row.count}" if row.count > 1 else "")

    def life_width(self, row: Row) -> float:
        """The width of the boxes of a copy, with its letter."""
        glyphs = with_ticks(self.metrics.caption[0], self.metrics, title_width)
        return text_width(row.life.boxes, self.metrics.caption[0], glyphs) + LETTER * (row.unit.count > 1)

    def tracks_height(self, row: Row) -> float:
        if not row.tracks:
            return 0.0
        if aligned := self.track_lines(self.track_widths[: len(row.tracks)]):
            return aligned * (TRACK_LINE + TICKED_RISE)
        return height(TickLine(row.tracks), self.tracks_width, self.size, self.leading, self.boxes)

    def weapon_height(self, line: Line) -> float:
        dice = DICE * SOLID * self.size + LEADING * self.title_size * (not self.tight and bool(line.labels))
        below = self.text(line.below, self.words_width) if line.below else 0.0
        words = self.text(line.words, self.arms_width, ARMS, title_width) + self.leading * bool(line.under)
        return (words + dice if self.is_stacked else max(words, dice)) + below

    def text(self, words: str, width: float, larger: float = 1.0, glyphs: Glyphs = letter_width) -> float:
        """The height of words in a cell so wide, in letters so much larger than the table's type."""
        size = larger * self.size
        leading = self.leading if larger == 1 else LEADING * size
        return leading * line_count(words, size, width - PADDING, glyphs)


def headings(columns: Iterable[Column]) -> list[Heading]:
    """The headings of columns, each over those that begin alike."""
    return [Heading(head, list(group)) for head, group in groupby(columns, lambda column: column.head)]


def widened(columns: list[Column], width: float) -> list[Column]:
    """Columns that have at least so much width together."""
    lacking = max(0.0, width - sum(column.width for column in columns)) / max(1, len(columns))
    return [column._replace(width=column.width + lacking) for column in columns]


def in_columns(cells: Iterable[Cell], columns: Iterable[Column]) -> Iterator[Cell | None]:
    """The cell of each column."""
    by_column = {cell.column: cell for cell in cells}
    return (by_column.get(column.title) for column in columns)


def joined(weapons: Iterable[WeaponRow], columns: Sequence[Column]) -> list[Line]:
    """A line for each weapon; figures that may join the weapon before stand there, where it has none of its own."""
    lines = list[Line]()
    for weapon in weapons:
        cells = tuple(in_columns(weapon.cells, columns))
        pairs = list(zip(cells, lines[-1].cells if lines else cells, strict=True))
        if not (weapon.joins and lines) or any(mine and other and mine.value and other.value for mine, other in pairs):
            lines.append(Line(weapon, cells))
            continue
        both = tuple(mine if mine and mine.value else other for mine, other in pairs)
        rules = tuple(f"{uncapitalised(weapon.name)} {rule}" for rule in weapon.rules)
        lines[-1] = Line(replace(lines[-1].weapon, rules=(*lines[-1].weapon.rules, *rules)), both)
    return lines


def one_after_another(words: str) -> str:
    """Words with a comma between them, or where they have some a point that no line begins with."""
    return words if {",", ":"} & set(words) else words.replace(SEPARATOR, ", ")


def things_text(things: Iterable[WeaponRow]) -> str:
    """Gear without figures, each with its icon, as it is measured."""
    return ", ".join(Line(thing, (), ", ".join(thing.rules)).words for thing in things)


def words_of(unit: SheetUnit, in_columns: bool) -> Iterator[str]:
    """What a unit's row says besides figures; in_columns: whether its weapons have columns."""
    yield from (unit.name, unit.row.about, unit.row.words)
    for weapon in (*unit.row.weapons, *unit.row.things):
        yield from (weapon.name, *weapon.rules) if in_columns else (weapon.words,)
    yield from (track.label for track in unit.row.tracks)
