"""What a fighter may take."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.lists.commands import copies, offer
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferGroup, held
from builder.wording import minus
from rules.text import _


def fighter_groups(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    catalogue, prices = loaded.catalogue, loaded.analysis.context.prices
    weapons = current(catalogue.weapons)
    for key, title, verb, items, costs in (
        ("ranged", _("Ranged weapons"), "add-weapon", [weapon for weapon in weapons if weapon.ranged], prices.weapon),
        ("melee", _("Melee weapons"), "add-weapon", [weapon for weapon in weapons if not weapon.ranged], prices.weapon),
        ("equipment", _("Equipment"), "add-equipment", current(catalogue.equipment), prices.equipment),
        ("abilities", _("Abilities"), "add-ability", current(catalogue.abilities), prices.ability),
    ):
        yield OfferGroup(key, title, add_offers(loaded, index, verb, items, costs))


def current(collection: Mapping[str, Any]) -> list[Any]:
    """The entries that are not retired."""
    return [entry for entry in collection.values() if not entry.retired]


def add_offers(
    loaded: LoadedRoster, index: int, verb: str, items: Iterable[Any], costs: Mapping[str, int]
) -> tuple[Offer, ...]:
    """An offer of each item for the unit at `index`, by the edit that `verb` names."""
    has = carried(loaded, index, verb)
    return tuple(
        offer(loaded, verb, item, index, item.slug, cost=costs[item.slug], **has.get(item.slug, {})) for item in items
    )


def carried(loaded: LoadedRoster, index: int, verb: str) -> dict[str, dict[str, Any]]:
    """What the unit at `index` has of the things that `verb` adds (see `held`)."""
    kind = verb.removeprefix("add-")
    attribute = {"weapon": "weapons", "option": "options", "equipment": "equipment", "ability": "abilities"}[kind]
    things = getattr(loaded.document.units[index], attribute)
    slugs = [getattr(thing, "item", thing) for thing in things]
    return held(slugs, lambda position: f"remove-{kind} {index} {position}")


def stats(loaded: LoadedRoster, index: int) -> dict[str, tuple[Offer, ...]]:
    """The values of T and C that the fighter at `index` could have: {"T": offers, "C": offers}."""
    return {which: tuple(stat_offers(loaded, index, which)) for which in ("T", "C")}


def stat_offers(loaded: LoadedRoster, index: int, which: str) -> Iterator[Offer]:
    now = getattr(loaded.document.units[index].stats, which)
    for value, cost in loaded.catalogue.characteristics[which].costs.items():
        yield offer(loaded, "set-stat", minus(value), index, which, str(value), cost=cost, taken=now == value)


def fighter_values(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    """What a fighter may be beside what it may take."""
    for which, offers in stats(loaded, index).items():
        yield OfferGroup(which, which, offers)
    yield from carrier_values(loaded, index)


def carrier_values(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    """The rounds of what a unit carries, and how many of it there are."""
    for position, offers in rounds(loaded, index).items():
        yield OfferGroup(f"rounds-{position}", _("Ammunition"), offers)
    yield copies(loaded, index)


def rounds(loaded: LoadedRoster, index: int) -> dict[int, tuple[Offer, ...]]:
    """For each weapon (or vehicle gun) of the unit at `index`, by its position: the rounds that it could fire."""
    unit, catalogue = loaded.document.units[index], loaded.catalogue
    if unit.kind == "fighter":
        verb, carriers, items = "toggle-rounds", unit.weapons, catalogue.weapons
    else:
        verb, carriers, items = "toggle-option-rounds", unit.options, catalogue.options
    return {
        position: tuple(round_offers(loaded, verb, index, position, carrier, items.get(carrier.item)))
        for position, carrier in enumerate(carriers)
    }


def round_offers(
    loaded: LoadedRoster, verb: str, index: int, position: int, carrier: Any, item: Any
) -> Iterator[Offer]:
    """The rounds that a weapon or gun fires by the book, and others that the document gives it."""
    collection, prices = loaded.catalogue.ammunition, loaded.analysis.context.prices.ammunition
    slugs = [slug for slug in collection if item and slug in item.ammunition]
    for slug in dict.fromkeys((*slugs, *carrier.ammunition)):
        entry, taken = collection.get(slug, slug), slug in carrier.ammunition
        yield offer(loaded, verb, entry, index, position, slug, cost=prices.get(slug, 0), taken=taken)


def blank_fighter(loaded: LoadedRoster) -> Offer:
    """A fighter without anything, at T 5 and C 5."""
    catalogue = loaded.catalogue
    blank = catalogue.unit_types["combattant"]
    stats_cost = sum(catalogue.characteristics[which].costs[5] for which in ("T", "C"))
    cost = loaded.analysis.context.prices.unit_type[blank.slug] + stats_cost
    return offer(loaded, "add-fighter", blank, cost=cost)
