"""Rolls on the tables of a book, with dice from a seed that anybody can check, or with dice typed in by the player."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect

from rules.books import DICE
from rules.catalogue import Catalogue, Table, TableRow
from rules.play.dice import LONGEST_SEED, BadDice, Dice, Thrown, Typed, new_seed
from rules.text import Message

LONGEST_TYPED = 100
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


@dataclass(frozen=True)
class Throw:
    """All dice of one request, with the rolls made of them. False if nothing was rolled on.

    slug  -- what was rolled on: a table, or another thing of the page
    seed  -- None for typed dice
    words -- the text of typed dice, such as "3 5"
    rolls -- the `TableRoll`s, or other results of the page's own
    dice  -- (value, sides) of each die, in order
    error -- why the typed dice are impossible
    """

    slug: str = ""
    seed: str | None = None
    words: str = ""
    rolls: tuple = ()
    dice: tuple[tuple[int, int], ...] = ()
    error: Message | None = None

    def __bool__(self) -> bool:
        return bool(self.slug)

    @property
    def by_table(self) -> dict[str, TableRoll]:
        """The rolls on tables, by the slug of the table."""
        return {roll.table.slug: roll for roll in self.rolls if isinstance(roll, TableRoll)}

    @property
    def proof(self) -> str:
        """The query of the page /dice/ that throws these dice again."""
        return proof_query(self.seed, [sides for _value, sides in self.dice])


def proof_query(seed: str | None, sides: Iterable[int]) -> str:
    """The query of the page /dice/ that throws dice with so many sides again."""
    return urlencode({"seed": seed, "dice": ",".join(f"1D{number}" for number in sides)})


def roll_dice(dice: Dice, formula: str) -> tuple[int, ...]:
    """The values of dice such as "2D6". Raises `BadDice`, and `ValueError` for what is no formula."""
    match = DICE(formula)
    if match is None:
        raise ValueError(formula)
    number, sides = map(int, match.groups())
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


def source(request: HttpRequest) -> Thrown | Typed:
    """The dice of an address: typed (?dice=3 5), or from ?seed=. Raises `BadDice`."""
    typed = request.GET.get("dice", "")[:LONGEST_TYPED].strip()
    return Typed.read(typed) if typed else Thrown(request.GET.get("seed", "")[:LONGEST_SEED])


def run_throw(request: HttpRequest, slug: str, run: Callable[[Dice], Iterable]) -> Throw:
    """The `Throw` of the dice in the address; `run` makes rolls of them."""
    words = request.GET.get("dice", "")[:LONGEST_TYPED]
    try:
        dice = source(request)
        rolls = run(dice)
        if isinstance(dice, Typed):
            dice.all_used()
    except BadDice as bad:
        return Throw(slug, words=words, error=bad.message)
    return Throw(slug, dice.seed, words, tuple(rolls), tuple(zip(dice.dice, dice.sides, strict=True)))


def redirect_with_seed(request: HttpRequest, slugs: Collection[str]) -> HttpResponseRedirect | None:
    """A redirect that adds a new seed to an address with ?roll= (one of `slugs`) but no seed and no dice; else None."""
    slug, given = request.GET.get("roll"), request.GET
    if slug not in slugs or given.get("seed", "").strip() or given.get("dice", "").strip():
        return None
    query = {key: value for key, value in given.items() if key != "dice"} | {"seed": new_seed()}
    return redirect(f"{request.path}?{urlencode(query)}#table-{slug}")


def requested_throw(request: HttpRequest, catalogue: Catalogue, slugs: Collection[str]) -> Throw:
    """The `Throw` on the table that ?roll= names; a false one if it is none of `slugs`."""
    slug = request.GET.get("roll", "")
    return run_throw(request, slug, lambda dice: roll_through(catalogue, slug, dice)) if slug in slugs else Throw()
