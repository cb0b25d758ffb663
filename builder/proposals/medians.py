"""The median of random legal lists of a budget, in figures: medians, as JSON and as tables."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from builder.figures.comparing import in_common
from builder.figures.page import figures_of
from builder.figures.spec import FigureTable
from builder.proposals.completing import is_complete_list, random_list
from rules.text import Text


def worked_out(game: str, budget: int, number: int) -> dict[str, Any]:
    """The median of each figure over random legal lists: how many `lists`, and `tables` as [title, rows]."""
    made = (random_list(game, f"median/{seed}", "", budget) for seed in range(number))
    counted = [[*figures_of(loaded)] for loaded in made if is_complete_list(loaded)]
    return {"lists": len(counted), "tables": [written_table(tables) for tables in in_common(*counted)]}


def written_table(tables: Sequence[FigureTable]) -> list[Any]:
    return [written(tables[0].title), [[written(name), numbers] for name, numbers in medians(tables)]]


def medians(tables: Sequence[FigureTable]) -> Iterator[tuple[Any, list[float]]]:
    """(name, the median of each column) of each row that most tables have; 0 where a list has no such row."""
    rows = [dict(table.rows) for table in tables]
    blank = (0,) * len(tables[0].columns)
    for name in dict.fromkeys(name for of_list in rows for name in of_list):
        columns = zip(*(of_list.get(name, blank) for of_list in rows), strict=True)
        numbers = [round(float(median(column)), 3) for column in columns]
        if any(numbers):
            yield name, numbers


def written(name: Any) -> Any:
    return [name.fr, name.en] if isinstance(name, Text) else name


def read_name(data: Any) -> Any:
    return data if isinstance(data, str) else Text(*data)


def tables_in(made: dict[str, Any]) -> Iterator[FigureTable]:
    for title, rows in made["tables"]:
        named = ((read_name(name), tuple(numbers)) for name, numbers in rows)
        yield FigureTable(read_name(title), (), tuple(named))
