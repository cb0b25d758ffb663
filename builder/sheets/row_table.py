"""The rows of the dense sheet, measured. Lengths are points."""

from dataclasses import replace
from functools import cached_property

from builder.sheets.common import uncapitalised
from builder.sheets.measure import TICKED_RISE, groups_height
from builder.sheets.paper import Metrics
from builder.sheets.parts import Cell, count_words
from builder.sheets.row_columns import DICE, FIGURES, NAME, PADDING, Heading, RowColumns
from builder.sheets.rows import Line, PrintedRow, Row, in_columns, joined, one_after_another, things_text, words_of
from builder.sheets.widths import Glyphs, letter_width, line_count, title_width

ROW_GAP = 3.6  # points below the text of a row, with its rule
HEADER, LEADING = 2.8, 1.2  # points around the labels of the columns; ems of a line
# Ems of the table's type: names of units and weapons, silhouettes with what is around them.
NAMES, ARMS, ICONS = 1.28, 1.1, 3.0
RISE = 0.3  # ems by which figures of units are higher than all that stands on their line
SOLID = 1.1  # ems of a line of figures
TRACK_GAP = 9  # points behind the boxes of a copy
LEADS = 5  # points around the labels above the first unit of a kind
BOX_LINE = 16  # points of a line of boxes
BOX_SIZE, TRACK_LINE = 14, 15.5  # points of a box of a unit, and of a line of them


class Table(RowColumns):
    """The table of the dense sheet: a row for each unit, and how high each is."""

    @cached_property
    def rows(self) -> list[PrintedRow]:
        rows = [self.printed(row) for row in self.units]
        first = next((row for row in rows if row.has_heading), None)
        return [replace(row, leads=row is first, top=self.top(row)) for row in rows]

    def top(self, row: PrintedRow) -> float:
        """The room above the first line of a row."""
        return 2 + max(0.0, ICONS * self.size - self.content_height(row)) / 2

    def printed(self, row: Row) -> PrintedRow:
        content = row.unit.row
        things, words = content.things, content.words
        lines: tuple[Line, ...] = ()
        if self.weapons:
            lines = tuple(map(self.arranged, joined(content.weapons, [column.title for column in self.weapons])))
        elif content.weapons:
            things, words = (), content.gear
        own = self.own if row.has_heading else 0
        printed = PrintedRow(
            row.unit,
            row.copies,
            about=one_after_another(content.about),
            figures=self.placed_figures(row),
            lines=lines,
            things=things,
            words=one_after_another(words),
            span=self.span + bool(own) - own,
            own=own,
            apart=row.is_apart,
        )
        below = replace(printed, apart=True)
        return below if self.tight and self.row_height(below) < self.row_height(printed) else printed

    def arranged(self, line: Line) -> Line:
        """A weapon with its rules: behind its name where they have room in its line, else below."""
        rules = ", ".join([*(line.labels if self.tight else ()), *map(uncapitalised, line.weapon.rules)])
        beside = replace(line, rules=rules)
        beside = replace(beside, is_stacked=self.is_stacked and not self.is_in_line(beside))
        room = self.arms_width(beside) - PADDING
        if line_count(beside.words, ARMS * self.size, room, title_width) == 1:
            return beside
        is_under = (
            line.labels
            and not beside.is_stacked
            and not self.tight
            and line_count(rules, self.size, room, letter_width) == 1
        )
        return replace(beside, rules="", under=rules) if is_under else replace(beside, rules="", below=rules)

    def is_in_line(self, line: Line) -> bool:
        """Whether the name of a weapon has room in the line of its figures."""
        return (
            line_count(replace(line, rules="").words, ARMS * self.size, self.arms_width(line) - PADDING, title_width)
            == 1
        )

    def placed_figures(self, row: Row) -> tuple[tuple[Cell | None, int], ...]:
        cells = row.unit.row.cells
        if row.has_heading:
            return ((cells[0].in_parts, len(self.figures)),)
        return tuple((cell, 1) for cell in in_columns(cells, [column.title for column in self.figures]))

    @cached_property
    def boxes(self) -> Metrics:
        """Sizes of the boxes of a unit."""
        return replace(self.metrics, tick=BOX_SIZE, tick_line=TRACK_LINE, caption=(self.title_size, TRACK_LINE))

    def count_words(self) -> int:
        """How many words its headings and rows have."""
        titles = [column.title for column in (*self.figures, *self.weapons)]
        texts = (words for row in self.units for words in words_of(row.unit, bool(self.weapons)))
        return count_words(" ".join([*titles, *self.life_heading, *texts]))

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
        gear = max(sum(self.line_heights(row)), figures)
        beside = 0.0 if row.apart else row.count * self.box_line
        return max(name, gear, beside) + RISE * self.size

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
        return max(text + self.tracks_height(row), self.leading)

    @property
    def box_line(self) -> float:
        """The height of a line of boxes."""
        return max(BOX_LINE, self.metrics.tick)

    def title(self, row: Row) -> str:
        return f"{row.unit.index + 1} {row.unit.name}" + (f" ×{row.count}" if row.count > 1 else "")

    def tracks_height(self, row: Row) -> float:
        """The height of a unit's further boxes."""
        return groups_height(row.tracks, self.words_width - PADDING, self.boxes) + TICKED_RISE if row.tracks else 0.0

    def weapon_height(self, line: Line) -> float:
        dice = DICE * SOLID * self.size + LEADING * self.title_size * (not self.tight and bool(line.labels))
        below = self.text(line.below, self.words_width) if line.below else 0.0
        words = self.text(line.words, self.arms_width(line), ARMS, title_width) + self.leading * bool(line.under)
        return (words + dice if line.is_stacked else max(words, dice)) + below

    def text(self, words: str, width: float, larger: float = 1.0, glyphs: Glyphs = letter_width) -> float:
        """The height of words in a cell so wide, in letters so much larger than the table's type."""
        size = larger * self.size
        leading = self.leading if larger == 1 else LEADING * size
        return leading * line_count(words, size, width - PADDING, glyphs)
