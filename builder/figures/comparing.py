"""Figures of a list beside those of another, with bars as wide as the largest of their table allows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from builder.figures.spec import FigureTable, Number

WIDTH = 100
LARGEST = 10**12  # what players typed may be larger than any number of a processor


@dataclass(frozen=True)
class Bar:
    """A number and how wide it is drawn, up to `WIDTH`."""

    number: float
    width: str


@dataclass(frozen=True)
class ComparedTable:
    """A table whose cells hold a `Bar` for each list; rows that only one of them has are 0 for the other."""

    table: FigureTable
    rows: list[tuple[Any, list[list[Bar]]]]


def compared(*lists: Iterable[FigureTable]) -> Iterator[ComparedTable]:
    """The tables of lists of one game, in its order."""
    for tables in in_common(*lists):
        rows = [{name: tuple(map(drawn, numbers)) for name, numbers in table.rows} for table in tables]
        blank = (0,) * len(tables[0].columns)
        names = dict.fromkeys(name for of_list in rows for name in of_list)
        most = max((number for of_list in rows for numbers in of_list.values() for number in numbers), default=0)
        cells = {name: zip(*(of_list.get(name, blank) for of_list in rows), strict=True) for name in names}
        yield ComparedTable(
            tables[0], [(name, [[bar(number, most) for number in cell] for cell in row]) for name, row in cells.items()]
        )


def in_common(*lists: Iterable[FigureTable]) -> Iterator[tuple[FigureTable, ...]]:
    """The tables that all of some lists have, by their titles: large lists lack some."""
    first, *others = ({table.title: table for table in tables} for tables in lists)
    for title, table in first.items():
        if all(title in tables for tables in others):
            yield table, *(tables[title] for tables in others)


def drawn(number: Number) -> Number:
    return max(-LARGEST, min(number, LARGEST))


def bar(number: Number, most: Number) -> Bar:
    return Bar(float(number), f"{max(0.0, float(WIDTH * number / most)) if most else 0:.1f}")
