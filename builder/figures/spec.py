"""What a game says of a list in figures: tables, worked out by a function that is registered in `FIGURES`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from builder.lists.loaded import LoadedRoster
from builder.registry import Registry

Number = Fraction | int


@dataclass(frozen=True)
class FigureTable:
    """Figures of a list under one heading.

    title, text -- what it is, and how it is worked out
    columns     -- their headings
    rows        -- (name, a number for each column)
    digits      -- behind the decimal point
    balances    -- whether two lists are fair where they are alike in it
    """

    title: Any
    columns: tuple[Any, ...]
    rows: tuple[tuple[Any, tuple[Number, ...]], ...]
    text: str = ""
    digits: int = 0
    balances: bool = True


FIGURES: Registry[Callable[[LoadedRoster], Iterable[FigureTable]]] = Registry("function for figures")
