"""Two lists from one box of models, as fair as can be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

from builder.figures.comparing import in_common
from builder.figures.spec import FIGURES, FigureTable
from builder.lists.boxes import BoxDocument, Matcher
from builder.lists.loaded import LoadedRoster
from builder.proposals.completing import NO_WISHES, Wishes, is_complete_list, random_list
from builder.proposals.moves import Limits
from rules.document import NAME
from rules.loading import catalogue

DEALS, LISTS_A_HALF = 2, 2  # how often the models are dealt, and how many lists are made of each half
EFFORT = Wishes(tries=1, trials=2_000)  # for each list: a pair of 300 points takes up to two seconds, of 900 up to five
FAIR = Fraction(1, 10)  # of a difference, below which the models are not dealt again


class Pair(NamedTuple):
    """Two lists, and the part in which their figures differ: 0 none, 1 all."""

    lists: tuple[LoadedRoster, LoadedRoster]
    difference: Fraction


class Side(NamedTuple):
    loaded: LoadedRoster
    tables: tuple[FigureTable, ...]


def fair_pair(box: BoxDocument, budget: int, seed: Any, most: int = DEALS) -> Pair | None:
    """Two legal lists within 2 % of a budget for which no model is needed twice; None where none are found.

    The models are dealt to two players, and some lists are made by chance of what each has: those two are taken of
    which the figures differ least (`difference`). The same for the same seed.

    most -- how often the models are dealt at most while there are no two lists
    """
    best = None
    for deal in range(most):
        for one, other in pairs_of(box, budget, f"{seed}/{deal}"):
            pair = Pair((one.loaded, other.loaded), difference(one, other))
            best = pair if best is None or pair.difference < best.difference else best
        if best and (best.difference < FAIR or deal + 1 >= DEALS):
            break
    return best


def pairs_of(box: BoxDocument, budget: int, seed: str) -> Iterator[tuple[Side, Side]]:
    """Each list of one half of the models with each of the other; one list of all, and one of the rest, where
    halves make none."""
    halves = [sides(half, budget, f"{seed}/{n}", LISTS_A_HALF) for n, half in enumerate(dealt(box, seed))]
    yield from product(*halves)
    if not all(halves):
        for one in sides(box, budget, f"{seed}/all", 1):
            rest = matcher(box).without(one.loaded.document)
            yield from ((one, other) for other in sides(rest, budget, f"{seed}/rest", 1))


def dealt(box: BoxDocument, seed: str) -> list[BoxDocument]:
    """The models in two halves that are as alike as they can be, else by chance."""
    copies = [*box.tally.elements()]
    Random(seed).shuffle(copies)  # noqa: S311  a game, no secret
    copies.sort(key=lambda model: (model.kind, model.items is None, model.items or ()))
    return [BoxDocument.of(box.game, Counter(copies[start::2])) for start in (0, 1)]


def sides(box: BoxDocument, budget: int, seed: str, number: int) -> list[Side]:
    """Complete lists of a box, named after its models, with their figures."""
    figures = FIGURES.get(box.game, lambda _loaded: ())
    made = (list_of_box(box, f"{seed}/{n}", "", budget, EFFORT) for n in range(number))
    return [
        Side(loaded, tuple(table for table in figures(loaded) if table.balances))
        for loaded in made
        if is_complete_list(loaded) and matcher(box).holds(loaded)
    ]


def list_of_box(
    box: BoxDocument, seed: Any, faction: str, budget: int | None, wishes: Wishes = NO_WISHES
) -> LoadedRoster:
    """A random list of the models of a box, by whose names its units go."""
    models = matcher(box)
    wishes = replace(wishes, limits=Limits(holds=models.holds))
    return named(random_list(box.game, seed, faction, budget, wishes), models)


def matcher(box: BoxDocument) -> Matcher:
    return Matcher(box, catalogue(box.game))


def named(loaded: LoadedRoster, models: Matcher) -> LoadedRoster:
    """The list with units that go by the names of their models, where these have any."""
    document = loaded.document
    units = tuple(
        replace(unit, name=names_of(models.box, taken) or unit.name)
        for unit, taken in zip(document.units, models.match(document.units), strict=True)
    )
    return loaded.with_document(replace(document, units=units))


def names_of(box: BoxDocument, taken: Sequence[int | None]) -> str:
    names = (box.models[index].name for index in taken if index is not None)
    return ", ".join(filter(None, dict.fromkeys(names)))[: NAME.longest]


def difference(one: Side, other: Side) -> Fraction:
    """The part in which two lists differ: of their points, and of each table of their figures, on average.

    Of a table it is the sum of the differences of its figures by the sum of the greater ones.
    """
    parts = [part({"": (one.loaded.verdict.total or 0,)}, {"": (other.loaded.verdict.total or 0,)})]
    parts += [part(*(dict(table.rows) for table in pair)) for pair in in_common(one.tables, other.tables)]
    return sum(parts, Fraction()) / len(parts)


def part(mine: dict[Any, tuple], theirs: dict[Any, tuple]) -> Fraction:
    """The part in which the rows of two tables differ; a row that only one of them has is 0 in the other."""
    names = dict.fromkeys([*mine, *theirs])
    blank = (0,) * len(next(iter([*mine.values(), *theirs.values()]), ()))
    cells = [pair for name in names for pair in zip(mine.get(name, blank), theirs.get(name, blank), strict=True)]
    greater = sum(map(max, cells), Fraction())
    return sum((abs(a - b) for a, b in cells), Fraction()) / greater if greater else Fraction()
