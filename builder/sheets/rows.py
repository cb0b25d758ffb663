"""The dense sheet: a row for each unit, as high as its text asks."""

from dataclasses import dataclass

from builder.sheets.choices import PrintChoices
from builder.sheets.paper import POINTS, Paper
from builder.sheets.parts import BOX, Sheet, SheetUnit
from builder.sheets.widths import break_lines

NUMBER, NAME, COST = 0.06, 0.2, 0.075  # parts of the page's width, with padding
PADDING = 6  # points beside the text of a cell
ROW_GAP = 5  # points between two rows
BOX_WIDTH = 13  # points of the box of a copy
BOXES = 6  # boxes beside each other below the name


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of the dense sheet: how many of its copies are printed, with a box for each."""

    unit: SheetUnit
    count: int

    @property
    def boxes(self) -> str:
        """A box for each copy, in groups of five."""
        return " ".join(BOX * min(5, self.count - start) for start in range(0, self.count, 5))

    @property
    def points(self) -> int | None:
        return None if self.unit.cost is None else self.unit.cost * self.count


def rows_of(sheet: Sheet, choices: PrintChoices) -> list[Row]:
    rows = [Row(unit, sum(choices.prints_copy(unit.index, copy) for copy in range(unit.count))) for unit in sheet.units]
    return [row for row in rows if row.count]


def rows_height(sheet: Sheet, rows: list[Row], row_type: tuple[float, float], paper: Paper) -> float:
    """The greatest height of the table with its totals, in points, in a type of (size, leading)."""
    size, leading = row_type
    width = paper.content_size[0] * POINTS
    lines = [row_lines(row, width, size) for row in rows]
    return sum(lines) * leading + (len(rows) + len(sheet.totals) + 1) * ROW_GAP + (len(sheet.totals) + 2) * leading


def row_lines(row: Row, width: float, size: float) -> float:
    def lines(text: str, part: float) -> int:
        return len(break_lines(text, size, lambda _line: width * part - PADDING))

    boxes = -(-row.count * BOX_WIDTH // (width * NAME - PADDING)) * 1.5 if row.count > 1 else 0.4
    summary = 1 - NUMBER - NAME - COST
    return max(lines(f"{row.unit.name} {BOX}", NAME) + boxes, lines(row.unit.summary, summary), 1 + (row.count > 1))
