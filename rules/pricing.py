"""What things cost: price lists under traits and agreements, and the lines of a cost."""

from typing import NamedTuple


class CostLine(NamedTuple):
    """One line of a unit's cost: the kind of thing, its slug, its points."""

    kind: str
    slug: str
    points: int


class Prices:
    """Every price of a catalogue under some traits, with the prices that the players agreed: kind -> slug -> points."""

    MOST_KEPT = 500

    def __init__(self, catalogue, traits, agreed):
        collections = catalogue.collections
        self.of = {
            kind: {slug: one.cost for slug, one in collection.items()} for kind, collection in collections.items()
        }
        for slug, points in agreed:
            for kind, collection in collections.items():
                if slug in collection and not collection[slug].printed:
                    self.of[kind][slug] = points
        changes = [change for trait in traits for change in trait.prices]
        for change in sorted(changes, key=lambda one: one.cost is None):
            prices = self.of[change.kind]
            prices[change.slug] = (prices[change.slug] if change.cost is None else change.cost) + change.change
        for kind, prices in self.of.items():
            setattr(self, kind, prices)


def price_list(catalogue, traits, agreed=()):
    """The `Prices` under `traits` (tuple of `Trait`) and `agreed` (tuple of slug and points), made once."""
    kept = catalogue.price_lists
    key = (tuple(trait.slug for trait in traits), agreed)
    if key not in kept:
        if len(kept) >= Prices.MOST_KEPT:
            kept.clear()
        kept[key] = Prices(catalogue, traits, agreed)
    return kept[key]
