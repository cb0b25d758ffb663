"""Dice of tests and tables: passes against REP and their exact odds, half dice."""

from collections import Counter
from collections.abc import Iterable
from math import comb
from typing import NamedTuple

from rules.catalogue import Table

SIDES = 6


class Odds(NamedTuple):
    """How many of `out_of` equally likely throws give each number of passes: `ways` are (passes, throws)."""

    ways: tuple[tuple[int, int], ...]
    out_of: int


def good_faces(rep: int) -> int:
    """How many faces of a D6 pass a test against this REP: those up to it, but never a 6 ("Gestion des tests")."""
    return min(max(rep, 0), SIDES - 1)


def passes(rep: int, dice: Iterable[int]) -> int:
    """How many of these dice pass a test against this REP; more than two count as two (ruling cr-54)."""
    return min(2, sum(die <= good_faces(rep) for die in dice))


def pass_odds(rep: int, dice: int = 2) -> Odds:
    """The `Odds` of passes against this REP, most first; more than two count as two (ruling cr-54)."""
    good = good_faces(rep)
    ways: Counter[int] = Counter()
    for n in range(dice, -1, -1):
        ways[min(2, n)] += comb(dice, n) * good**n * (SIDES - good) ** (dice - n)
    return Odds(tuple(ways.items()), SIDES**dice)


def dice_of(table: Table) -> tuple[int, int]:
    """How many dice a table is rolled on with, and of how many sides."""
    number, sides = table.dice.split("D")
    return int(number), int(sides)


def half(die: int) -> int:
    """Half a die, rounded up: 1 and 2 make 1, 3 and 4 make 2, 5 and 6 make 3 (ruling cr-15)."""
    return -(-die // 2)
