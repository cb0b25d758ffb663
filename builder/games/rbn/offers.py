"""What a convoy may still take, for the whole list and for one unit; what is refused with the reasons."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.games.rbn import edits
from builder.lists.commands import offer
from builder.lists.edits import add_unit
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker, OfferGroup, held
from builder.wording import minus
from rules.games.rbn.analysis import analyse_unit
from rules.text import _


def of_unit(loaded: LoadedRoster, index: int) -> list[OfferGroup]:
    """What the unit at `index` could take, in groups; none that are empty."""
    groups = fighter_groups if loaded.analysis.units[index].kind == "fighter" else vehicle_groups
    return [group for group in groups(loaded, index) if group.offers]


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


def vehicle_groups(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    options, costs = current(loaded.catalogue.options), loaded.analysis.context.prices.option
    guns, others = [option for option in options if option.weapon], [option for option in options if not option.weapon]
    yield OfferGroup("guns", _("Vehicle weapons"), add_offers(loaded, index, "add-option", guns, costs))
    yield OfferGroup("options", _("Options"), add_offers(loaded, index, "add-option", others, costs))


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


def switches(loaded: LoadedRoster, index: int) -> Iterator[Offer]:
    """What is on or off on the unit at `index`: slave, flying, and which guns come off their mounts."""
    unit, catalogue, prices = loaded.document.units[index], loaded.catalogue, loaded.analysis.context.prices
    if unit.kind == "fighter":
        slave = catalogue.unit_types["esclave"]
        cost = prices.unit_type[slave.slug] - prices.unit_type["combattant"]
        yield offer(loaded, "toggle-slave", slave, index, cost=cost, taken=unit.slave)
        return
    flying, mount = catalogue.modifications["vehicule-volant"], catalogue.modifications["arme-demontable"]
    yield offer(loaded, "toggle-flying", flying, index, cost=prices.modification[flying.slug], taken=unit.flying)
    for position, option in enumerate(unit.options):
        item, taken = catalogue.options.get(option.item), option.demountable
        if taken or (item and item.demountable):
            facts, cost = (item.name if item else option.item,), prices.modification[mount.slug]
            yield offer(loaded, "toggle-demountable", mount, index, position, cost=cost, taken=taken, facts=facts)


def types(loaded: LoadedRoster, index: int) -> Iterator[Offer]:
    """The types that the vehicle at `index` could be of."""
    now, costs = loaded.document.units[index].type, loaded.analysis.context.prices.unit_type
    for type_ in vehicle_types(loaded):
        slug = type_.slug
        yield offer(loaded, "set-type", type_, index, slug, cost=costs[slug], taken=now == slug)


def vehicle_types(loaded: LoadedRoster) -> list[Any]:
    return [type_ for type_ in current(loaded.catalogue.unit_types) if type_.kind == "vehicle"]


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """What may be added to the list: a blank fighter, a vehicle of each type, the book's ready-made profiles."""
    costs = loaded.analysis.context.prices.unit_type
    vehicles = tuple(
        offer(loaded, "add-vehicle", type_, type_.slug, cost=costs[type_.slug]) for type_ in vehicle_types(loaded)
    )
    profiles = tuple(profile_offer(loaded, profile) for profile in loaded.catalogue.profiles.values())
    return [
        OfferGroup("fighters", _("Fighters"), (blank_fighter(loaded),)),
        OfferGroup("vehicles", _("Vehicles"), vehicles),
        OfferGroup("profiles", _("Ready-made units"), profiles),
    ]


def blank_fighter(loaded: LoadedRoster) -> Offer:
    """A fighter without anything, at T 5 and C 5."""
    catalogue = loaded.catalogue
    blank = catalogue.unit_types["combattant"]
    stats_cost = sum(catalogue.characteristics[which].costs[5] for which in ("T", "C"))
    cost = loaded.analysis.context.prices.unit_type[blank.slug] + stats_cost
    return offer(loaded, "add-fighter", blank, cost=cost)


def profile_offer(loaded: LoadedRoster, profile: Any) -> Offer:
    """A ready-made profile at what it costs here; `facts` hold the printed cost where it differs."""
    unit, context = edits.ready_made(loaded.catalogue, profile), loaded.analysis.context
    effect = OfferChecker.of(loaded).effect(add_unit, unit)
    unit_analysis = loaded.analysis_cache.get(id(unit)) or analyse_unit(unit, context)
    printed = profile.printed
    if profile.printed_otherwise is not None and profile.printed_for in context.drawbacks:
        printed = profile.printed_otherwise
    return Offer(
        f"add-profile {profile.slug}",
        profile,
        unit_analysis.cost,
        effect.refusal,
        facts=(printed,) if printed != unit_analysis.cost else (),
        over=effect.over,
        contents=contents(unit_analysis),
    )


def contents(unit_analysis: Any) -> tuple[tuple, ...]:
    """What a ready-made unit has, in two lines: characteristics and arms, then the rest; a vehicle's in one."""
    if unit_analysis.kind == "vehicle":
        return (tuple(item.name for item in unit_analysis.items),)
    stats, weapons = unit_analysis.unit.stats, [item.name for item, _weapon in unit_analysis.weapons]
    others = (*unit_analysis.equipment, *unit_analysis.abilities)
    lines = (f"T {minus(stats.T)}", f"C {stats.C}", *weapons), tuple(item.name for item in others)
    return tuple(line for line in lines if line)
