"""The dense sheet: a row for each unit, as high as its text asks."""

from dataclasses import dataclass

from builder.sheets.choices import PrintChoices
from builder.sheets.measure import with_ticks
from builder.sheets.paper import NORMAL, POINTS, Paper
from builder.sheets.parts import BOX, Sheet, SheetUnit
from builder.sheets.widths import Glyphs, bold_width, break_lines, letter_width

NUMBER, NAME, COST = 0.06, 0.2, 0.075  # parts of the page's width, with padding
SUMMARY = 1 - NUMBER - NAME - COST
PADDING = 6  # points beside the text of a cell
ROW_GAP = 4.5  # points above and below the text of a row, with its rule
HEADER = 20  # points of the labels of the columns, with the gap above them
BOXES, BOX_LINE, BOXES_WIDTH = 5, 13.5, 71  # boxes of a group; points of a line of them, and the width of a group


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of the dense sheet: how many of its copies are printed, with a box for each."""

    unit: SheetUnit
    count: int

    @property
    def boxes(self) -> str:
        """A box for each copy, in groups of five."""
        return " ".join(BOX * min(BOXES, self.count - start) for start in range(0, self.count, BOXES))

    @property
    def boxes_are_many(self) -> bool:
        """Whether the boxes of the copies stand under the figures, where a line holds more than under the name."""
        return self.count > BOXES

    @property
    def points(self) -> int | None:
        return None if self.unit.cost is None else self.unit.cost * self.count


def rows_of(sheet: Sheet, choices: PrintChoices) -> list[Row]:
    rows = [Row(unit, sum(choices.prints_copy(unit.index, copy) for copy in range(unit.count))) for unit in sheet.units]
    return [row for row in rows if row.count]


def rows_height(sheet: Sheet, rows: list[Row], row_type: tuple[float, float], paper: Paper) -> float:
    """The greatest height of the table with its totals, in points, in a type of (size, leading)."""
    width = paper.content_size[0] * POINTS
    heights = [row_height(row, width, *row_type) for row in rows] + [row_type[1]] * len(sheet.totals)
    return HEADER + sum(heights) + len(heights) * ROW_GAP


def row_height(row: Row, width: float, size: float, leading: float) -> float:
    """The height of the text and boxes of a row, in points, on a page so wide."""

    def lines(text: str, part: float, glyphs: Glyphs) -> int:
        return len(break_lines(text, size, lambda _line: width * part - PADDING, glyphs))

    several = row.count > 1
    name_and_box = row.unit.name if several else f"{row.unit.name} {BOX}"
    name = lines(name_and_box, NAME, with_ticks(size, NORMAL, bold_width)) * leading
    summary = lines(row.unit.summary, SUMMARY, letter_width) * leading
    if row.boxes_are_many:
        groups = -(-row.count // BOXES)
        summary += -(-groups // int((width * SUMMARY - PADDING) // BOXES_WIDTH)) * BOX_LINE
    elif several:
        name += max(leading, BOX_LINE)
    return max(name, summary, leading * (1 + several))
