"""The units as a table for spreadsheets, a row each."""

import csv
import io
from typing import Any

from django.utils.translation import gettext

from builder.exports.registry import Export, ExportSource

BYTE_ORDER_MARK = "\ufeff"  # without it some spreadsheets take UTF-8 for something else
BLANK = "__"  # in what is written in on paper
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # at the beginning of a cell


def render(source: ExportSource) -> bytes:
    sheet = source.sheet()
    rows: list[list[Any]] = [
        ["#", gettext("Number"), gettext("Name"), gettext("Weapons"), gettext("Other"), gettext("Points")]
    ]
    for unit in sheet.units:
        figures = [cell.words for cell in unit.row.cells if cell.words and BLANK not in cell.words]
        other = "; ".join(filter(None, [unit.row.about, unit.row.made, *figures, unit.row.besides]))
        weapons = "; ".join(filter(None, (weapon.words for weapon in unit.row.weapons)))
        rows.append([unit.index + 1, unit.count, unit.name, weapons, other, unit.points])
    table = io.StringIO()
    csv.writer(table).writerows([[without_formula(cell) for cell in row] for row in rows])
    return (BYTE_ORDER_MARK + table.getvalue()).encode()


def without_formula(cell: Any) -> Any:
    """A text that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


EXPORT = Export(
    name="csv",
    label="CSV",
    icon="save",
    content_type="text/csv; charset=utf-8",
    render=render,
    pasted=True,
    position=6,
)
