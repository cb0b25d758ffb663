"""Rolls on the tables of a book, and on those that their rows lead to."""

from dataclasses import dataclass
from fractions import Fraction

from rules.books import DICE
from rules.catalogue import Catalogue, Table, TableRow
from rules.play.actions import Chance, Reason
from rules.play.dice import Dice
from rules.play.rolls import faces

THEN, NUMBER = "then", "number"  # figures of a row: the slug of the table to roll on next; dice for a number of things


@dataclass(frozen=True)
class TableRoll:
    """A roll on a table.

    dice   -- the values of the dice
    row    -- the row that their total leads to
    seed   -- None for typed dice
    number -- the dice for the row's figure `number`, such as "1D3"; empty if the row has none
    """

    table: Table
    row: TableRow
    dice: tuple[int, ...]
    seed: str | None = None
    number: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.dice)

    @property
    def count(self) -> int | None:
        """The sum of the dice in `number`; None without them."""
        return sum(self.number) if self.number else None

    @property
    def reason(self) -> Reason:
        """Its total and the row that came."""
        return Reason(str(self.total), self.row.name, str(self.row.cite))


def chances(table: Table) -> list[Chance]:
    """How likely each row of a table of D6 is."""
    number, _sides = number_and_sides(table.dice)
    totals = faces(number, sum)
    likely = [sum(times for total, times in totals.items() if row.covers(total)) for row in table.rows.values()]
    return [
        Chance(row.name, Fraction(times, totals.total()))
        for row, times in zip(table.rows.values(), likely, strict=True)
    ]


def number_and_sides(formula: str) -> tuple[int, int]:
    """Of dice such as "2D6"; raises `ValueError` for what is no formula."""
    match = DICE(formula)
    if match is None:
        raise ValueError(formula)
    number, sides = map(int, match.groups())
    return number, sides


def roll_dice(dice: Dice, formula: str) -> tuple[int, ...]:
    """The values of dice such as "2D6". Raises `BadDice`, and `ValueError` for what is no formula."""
    number, sides = number_and_sides(formula)
    return dice.several(number, sides)


def roll(table: Table, dice: Dice) -> TableRoll:
    """A roll on a table that has dice. Raises `BadDice`."""
    values = roll_dice(dice, table.dice)
    row = table.row(sum(values))
    if row is None:
        raise ValueError(f"{table.slug} has no row for {sum(values)}")
    formula = row.figures.get(NUMBER)
    return TableRoll(table, row, values, dice.seed, roll_dice(dice, formula) if formula else ())


def roll_through(catalogue: Catalogue, slug: str, dice: Dice) -> tuple[TableRoll, ...]:
    """The rolls on a table and on the tables that its rows lead to. Raises `BadDice`."""
    rolls = [roll(catalogue.tables[slug], dice)]
    while then := rolls[-1].row.figures.get(THEN):
        rolls.append(roll(catalogue.tables[then], dice))
    return tuple(rolls)
