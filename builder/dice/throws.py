"""Rolls on the tables of a book, by a seed that others can roll again, or with dice that fell at the table."""

from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.shortcuts import redirect

from rules.books import DICE
from rules.catalogue import Table, TableRow
from rules.dice import LONGEST_SEED, BadDice, Thrown, Typed, new_seed
from rules.text import Message

LONGEST_TYPED = 100
THEN, NUMBER = "then", "number"  # figures of a row: the table to roll on next, the dice that say how many


class Rolled(NamedTuple):
    """A roll on a table: the dice as they fell, the row that their total leads to, the seed (None for typed dice).

    `number` are the dice for how many of the row's things there are, where the row has such a figure ("1D3").
    """

    table: Table
    row: TableRow
    dice: tuple
    seed: str | None = None
    number: tuple = ()

    @property
    def total(self):
        return sum(self.dice)

    @property
    def count(self):
        """How many of the row's things there are; None where the row does not say."""
        return sum(self.number) if self.number else None


@dataclass(frozen=True)
class Throw:
    """What the address of a page asks to be rolled: the rolls by the slugs of their tables, in their order.

    slug  -- the table, or whatever else of the page, that is rolled on; "" where nothing is, and the throw is false
    words -- the dice as they were typed
    fell  -- all dice in their order, as (value, sides)
    error -- a `Message` where typed dice cannot have fallen
    """

    slug: str = ""
    seed: str | None = None
    words: str = ""
    rolls: tuple = ()
    fell: tuple = ()
    error: Message | None = None

    def __bool__(self):
        return bool(self.slug)

    @property
    def of(self):
        return {one.table.slug: one for one in self.rolls if isinstance(one, Rolled)}

    @property
    def proof(self):
        """The query of the page that throws these dice again."""
        return urlencode({"seed": self.seed, "dice": ",".join(f"1D{sides}" for _value, sides in self.fell)})


def several(dice, words):
    """As many dice as `words` such as "2D6" say, from a source of dice."""
    number, sides = (int(one) for one in DICE(words).groups())
    return dice.several(number, sides)


def roll(table, dice):
    """A roll on a `Table` that has dice, from a `Thrown` or a `Typed`. Raises `BadDice`."""
    fell = several(dice, table.dice)
    row = table.row(sum(fell))
    words = row.figures.get(NUMBER)
    return Rolled(table, row, fell, dice.seed, several(dice, words) if words else ())


def roll_through(catalogue, slug, dice):
    """The rolls on a table and on those that its rows lead on to. Raises `BadDice`."""
    rolls = [roll(catalogue.tables[slug], dice)]
    while then := rolls[-1].row.figures.get(THEN):
        rolls.append(roll(catalogue.tables[then], dice))
    return tuple(rolls)


def source(request):
    """The dice that an address gives: typed in (?dice=3 5), else thrown by its seed. Raises `BadDice`."""
    words = request.GET.get("dice", "")[:LONGEST_TYPED].strip()
    return Typed.read(words) if words else Thrown(request.GET.get("seed", "")[:LONGEST_SEED])


def run_throw(request, slug, run):
    """The `Throw` that `run(dice)` -> rolls makes of the dice in the address."""
    about = {"slug": slug, "words": request.GET.get("dice", "")[:LONGEST_TYPED]}
    try:
        dice = source(request)
        rolls = run(dice)
        if isinstance(dice, Typed):
            dice.all_used()
    except BadDice as bad:
        return Throw(**about, error=bad.message)
    return Throw(**about, seed=dice.seed, rolls=tuple(rolls), fell=tuple(zip(dice.dice, dice.sides, strict=True)))


def redirect_with_seed(request, slugs):
    """Where ?roll= comes without seed and without dice: a redirect to the same address with a fresh seed, else None."""
    slug, given = request.GET.get("roll"), request.GET
    if slug not in slugs or given.get("seed", "").strip() or given.get("dice", "").strip():
        return None
    query = {key: value for key, value in given.items() if key != "dice"} | {"seed": new_seed()}
    return redirect(f"{request.path}?{urlencode(query)}#table-{slug}")


def requested_throw(request, catalogue, slugs):
    """The `Throw` on one of the tables `slugs` that ?roll= names; a false one where it names none."""
    slug = request.GET.get("roll")
    return run_throw(request, slug, lambda dice: roll_through(catalogue, slug, dice)) if slug in slugs else Throw()
