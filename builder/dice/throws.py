"""Rolls on the tables of a book, with dice from a seed that anybody can check, or with dice typed in by the player."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect

from rules.catalogue import Catalogue
from rules.play.dice import LONGEST_SEED, BadDice, Dice, Thrown, Typed, new_seed
from rules.play.tables import TableRoll, roll_through
from rules.text import Message

LONGEST_TYPED = 100


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
