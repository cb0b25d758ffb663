"""A box of models that a player owns: which lists can be built from it, and two fair ones for one evening."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.proposals.completing import is_complete_list, random_list
from builder.proposals.moves import Limits
from rules.registry import GAMES
from rules.shapes import Refused
from rules.text import _

FORMAT, MOST_MODELS, ATTEMPTS = "bivouac-box/1", 500, 6


@dataclass(frozen=True)
class Model:
    """A model: the kind of unit that it stands for, and what may be seen on it (slugs; None: anything)."""

    kind: str
    items: frozenset[str] | None = None

    def shows(self, unit: Any, fields: Sequence[str]) -> bool:
        """Whether it can stand for a unit; `fields` of the unit hold what is seen on a model."""
        return unit.kind == self.kind and (self.items is None or self.items.issuperset(seen(unit, fields)))


def seen(unit: Any, fields: Sequence[str]) -> Iterator[str]:
    """The slugs in these fields of a unit."""
    for value in (getattr(unit, field, ()) for field in fields):
        yield from (value,) if isinstance(value, str) else (getattr(thing, "item", thing) for thing in value)


def read_box(data: Any) -> tuple[str, list[Model]]:
    """(the game, its models) of a box's JSON. Raises `Refused`."""
    try:
        game, rows = data["game"], data["models"]
        models = [
            Model(row["kind"], None if row.get("items") is None else frozenset(map(str, row["items"])))
            for row in rows
            for _copy in range(min(int(row.get("count", 1)), MOST_MODELS))
        ]
        if data["format"] != FORMAT or game not in GAMES:
            raise ValueError
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Refused(_("This isn’t a box of Bivouac ({format})."), format=FORMAT) from None
    return game, models[:MOST_MODELS]


def used(models: Sequence[Model], loaded: LoadedRoster) -> dict[int, int] | None:
    """Which model each copy of a unit takes, no model twice: {model: copy}; None where one finds none."""
    fields = LISTS[loaded.document.game].modelled
    copies = [unit for unit in loaded.document.units for _copy in range(unit.count)]
    if len(copies) > len(models):
        return None
    choices = [[number for number, model in enumerate(models) if model.shows(unit, fields)] for unit in copies]
    taken: dict[int, int] = {}
    return taken if all(seated(copy, choices, taken, set()) for copy in range(len(copies))) else None


def seated(copy: int, choices: list[list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Whether a copy gets a model, others moving on to other ones where need be."""
    for number in choices[copy]:
        if number not in tried:
            tried.add(number)
            if number not in taken or seated(taken[number], choices, taken, tried):
                taken[number] = copy
                return True
    return False


def holds(models: Sequence[Model], loaded: LoadedRoster) -> bool:
    return used(models, loaded) is not None


def fair_pair(game: str, models: Sequence[Model], budget: int, seed: Any) -> tuple[LoadedRoster, LoadedRoster] | None:
    """Two lists for which no model is needed twice, the most alike in points and units of some that chance makes."""
    pairs = []
    for attempt in range(ATTEMPTS):
        first = random_list(game, f"{seed}/{attempt}/1", "", budget, Limits(holds=partial(holds, models)))
        gone = used(models, first) or {}
        left = [model for number, model in enumerate(models) if number not in gone]
        second = random_list(game, f"{seed}/{attempt}/2", "", budget, Limits(holds=partial(holds, left)))
        if is_complete_list(first) and is_complete_list(second):
            pairs.append((first, second))
    return min(pairs, key=imbalance, default=None)


def imbalance(pair: tuple[LoadedRoster, LoadedRoster]) -> tuple[int, int]:
    one, other = pair
    copies = [sum(unit.count for unit in loaded.document.units) for loaded in pair]
    return abs((one.verdict.total or 0) - (other.verdict.total or 0)), abs(copies[0] - copies[1])
