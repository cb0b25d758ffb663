"""A box of models that a player owns, `bivouac-box/1`, and which lists can be built from it."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from itertools import islice
from operator import or_
from typing import Annotated, Any, Self

from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from rules.document import SHAPES, Name, Reference
from rules.registry import GAMES
from rules.shapes import Exactly, Integer, Maybe, Record, Refused, Several, Slug
from rules.text import _

FORMAT, MOST_MODELS, MOST_ITEMS = "bivouac-box/1", 500, 100


@dataclass(frozen=True, slots=True)
class Model:
    """Models that are alike.

    kind  -- of the units that they stand for
    items -- what may be seen on them, slugs; None: anything
    """

    kind: Reference
    name: Name = ""
    items: Annotated[tuple[str, ...] | None, Maybe(Several(Slug(), MOST_ITEMS))] = None
    count: Annotated[int, Integer(1, MOST_MODELS)] = 1

    @property
    def key(self) -> str:
        """What names it in forms."""
        return json.dumps([self.kind, self.name, self.items])


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxDocument:
    format: Annotated[str, Exactly(FORMAT)] = FORMAT
    game: Reference
    models: Annotated[tuple[Model, ...], Several(SHAPES.record(Model), MOST_MODELS)] = ()

    @classmethod
    def of(cls, game: str, tally: Counter[Model]) -> Self:
        """The box with so many of each model."""
        return cls(game=game, models=tuple(replace(model, count=count) for model, count in tally.items() if count > 0))

    @property
    def tally(self) -> Counter[Model]:
        """How many there are of each model."""
        tally: Counter[Model] = Counter()
        for model in self.models:
            items = None if model.items is None else tuple(sorted({*model.items}))
            tally[replace(model, items=items, count=1)] += model.count
        return tally

    def require_room(self) -> Self:
        """The box itself. Raises `Refused` where its models are too many."""
        if self.tally.total() > MOST_MODELS:
            raise Refused(_("Total number over {most}."), most=MOST_MODELS).inside("models")
        return self

    @property
    def data(self) -> dict[str, Any]:
        """As it is stored and exported."""
        return asdict(self)


BOX = Record(BoxDocument, SHAPES.fields(BoxDocument), ("format", "game", "models"))


def read_box(data: Any) -> BoxDocument:
    """The box of decoded JSON, models that are alike counted together. Raises `Refused`."""
    box = BOX.read(data)
    if box.game not in GAMES:
        raise Refused(_("Choose one of: {words}."), words=tuple(GAMES)).inside("game")
    kinds = tuple(kinds_of(box.game))
    for index, model in enumerate(box.models):
        if model.kind not in kinds:
            raise Refused(_("Choose one of: {words}."), words=kinds).inside("kind").inside(index).inside("models")
    return BoxDocument.of(box.game, box.tally).require_room()


def merged(game: str, boxes: Iterable[BoxDocument]) -> BoxDocument:
    """The models of several boxes of one player: of those that are alike as many as one of them has.

    Where they are more than a box may hold, the last are left out.
    """
    tally: Counter[Model] = reduce(or_, (box.tally for box in boxes), Counter())
    return BoxDocument.of(game, Counter(islice(tally.elements(), MOST_MODELS)))


def kinds_of(game: str) -> dict[str, Record]:
    """The kinds of a game's units: what each may have."""
    return GAMES[game].shape.fields["units"].shape.shape.records


class Matcher:
    """Which models stand for which units of lists of one game, no model twice in a list."""

    def __init__(self, box: BoxDocument, catalogue: Any):
        self.box, self.named = box, catalogue.named
        self.fields = LISTS[box.game].modelled
        self.known: dict[Any, list[int]] = {}
        self.sorts = [{type(self.named(slug)) for slug in model.items or ()} for model in box.models]

    def fitting(self, unit: Any) -> list[int]:
        """The indexes of the models that can stand for a unit."""
        if unit not in self.known:
            self.known[unit] = [index for index in range(len(self.box.models)) if self.fits(unit, index)]
        return self.known[unit]

    def of_its_name(self, unit: Any) -> list[int]:
        return [index for index in self.fitting(unit) if self.box.models[index].name == unit.name]

    def fits(self, unit: Any, index: int) -> bool:
        """What fills a field alone, such as a vehicle's type, only matters where the model's items name one."""
        model = self.box.models[index]
        if unit.kind != model.kind or model.items is None:
            return unit.kind == model.kind
        return all(
            slug in model.items or (alone and type(self.named(slug)) not in self.sorts[index])
            for slug, alone in seen(unit, self.fields)
        )

    def match(self, units: Sequence[Any]) -> list[list[int | None]]:
        """The index of the model that each copy of each unit takes, of its own name first; None where none is left."""
        copies = [unit for unit in units for _copy in range(unit.count)]
        seating = Seating([self.fitting(unit) for unit in copies], [model.count for model in self.box.models])
        models = iter(seating.models([self.of_its_name(unit) for unit in copies]))
        return [[next(models) for _copy in range(unit.count)] for unit in units]

    def missing(self, document: Any) -> int:
        """For how many copies of units there is no model."""
        return sum(models.count(None) for models in self.match(document.units))

    def holds(self, loaded: LoadedRoster) -> bool:
        return not self.missing(loaded.document)

    def without(self, document: Any) -> BoxDocument:
        """The box without the models that a list takes."""
        taken = Counter(index for models in self.match(document.units) for index in models if index is not None)
        left = Counter({replace(model, count=1): model.count - taken[n] for n, model in enumerate(self.box.models)})
        return BoxDocument.of(self.box.game, left)

    def lacked(self, document: Any) -> Counter[Model]:
        """The models that a list needs beyond the box: as its units are called, with what is seen on them."""
        lacked: Counter[Model] = Counter()
        for unit, models in zip(document.units, self.match(document.units), strict=True):
            items = tuple(sorted({slug for slug, _alone in seen(unit, self.fields)}))
            lacked[Model(unit.kind, unit.name, items)] += models.count(None)
        return +lacked


def seen(unit: Any, fields: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """(slug, whether its field holds nothing else) of what these fields of a unit name."""
    for value in (getattr(unit, field, ()) for field in fields):
        if isinstance(value, str):
            yield value, True
            continue
        slugs = (getattr(thing, "item", thing) for thing in value)
        yield from ((slug, False) for slug in slugs if isinstance(slug, str))


class Seating:
    """Copies of units on models, as many as can be: a copy moves on to another model where that makes room."""

    def __init__(self, choices: Sequence[Sequence[int]], counts: Sequence[int]):
        self.choices, self.counts = choices, counts
        self.taken: list[list[int]] = [[] for _count in counts]
        self.full: set[int] = set()  # models from which nobody can move on

    def models(self, first: Sequence[Sequence[int]]) -> list[int | None]:
        """The model of each copy. first -- those that it takes where they are free, before others have their choice"""
        for copy in [copy for copy, own in enumerate(first) if not self.takes(copy, own)]:
            tried = {*self.full}
            if not self.seat(copy, tried):
                self.full = tried
        models: list[int | None] = [None] * len(self.choices)
        for model, copies in enumerate(self.taken):
            for copy in copies:
                models[copy] = model
        return models

    def takes(self, copy: int, models: Sequence[int]) -> bool:
        free = next((model for model in models if len(self.taken[model]) < self.counts[model]), None)
        if free is not None:
            self.taken[free].append(copy)
        return free is not None

    def seat(self, copy: int, tried: set[int]) -> bool:
        """Whether a copy gets a model: a free one, else one that another copy leaves for another."""
        if self.takes(copy, self.choices[copy]):
            return True
        for model in self.choices[copy]:
            if model in tried:
                continue
            tried.add(model)
            for n, other in enumerate(self.taken[model]):
                if self.seat(other, tried):
                    self.taken[model][n] = copy
                    return True
        return False
