"""What things cost: price lists under traits and agreements, and the lines of a cost."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.catalogue import Catalogue, Trait

Agreed = tuple[tuple[str, int], ...]  # slugs with the points that the players agreed on


class CostLine(NamedTuple):
    """One line of a unit's cost: the kind of thing, its slug, its points."""

    kind: str
    slug: str
    points: int


class Prices:
    """Every price of a catalogue under some traits, in points: `of` maps kind -> slug -> points; each kind is also an
    attribute. Agreed prices count only where the book prints none.
    """

    MOST_KEPT = 500

    def __init__(self, catalogue: Catalogue, traits: Sequence[Trait], agreed: Agreed) -> None:
        collections = catalogue.collections
        self.of: dict[str, dict[str, Any]] = {
            kind: {slug: entry.cost for slug, entry in collection.items()} for kind, collection in collections.items()
        }
        for slug, points in agreed:
            for kind, collection in collections.items():
                if slug in collection and not collection[slug].printed:
                    self.of[kind][slug] = points
        changes = [change for trait in traits for change in trait.prices]
        for change in sorted(changes, key=lambda change: change.cost is None):
            prices = self.of[change.kind]
            prices[change.slug] = (prices[change.slug] if change.cost is None else change.cost) + change.change
        for kind, prices in self.of.items():
            setattr(self, kind, prices)


def price_list(catalogue: Catalogue, traits: Sequence[Trait], agreed: Agreed = ()) -> Any:
    """The `Prices` under these traits and agreements, worked out once."""
    cache = catalogue.price_lists
    key = (tuple(trait.slug for trait in traits), agreed)
    if key not in cache:
        if len(cache) >= Prices.MOST_KEPT:
            cache.clear()
        cache[key] = Prices(catalogue, traits, agreed)
    return cache[key]
