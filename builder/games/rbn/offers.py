"""What a convoy may still take, for the whole list and for one unit; what is refused with the reasons."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.games.rbn import edits
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
    checker, add = OfferChecker.of(loaded), edits.EDITS[verb].run
    has = carried(loaded, index, verb)
    return tuple(
        checker.offer(
            f"{verb} {index} {item.slug}", item, add, index, item.slug, cost=costs[item.slug], **has.get(item.slug, {})
        )
        for item in items
    )


def carried(loaded: LoadedRoster, index: int, verb: str) -> dict[str, dict[str, Any]]:
    """What the unit at `index` has of the things that `verb` adds (see `held`)."""
    unit, kind = loaded.document.units[index], verb.removeprefix("add-")
    things = {
        "weapon": lambda: [weapon.item for weapon in unit.weapons],
        "option": lambda: [option.item for option in unit.options],
        "equipment": lambda: unit.equipment,
        "ability": lambda: unit.abilities,
    }[kind]()
    return held(things, lambda position: f"remove-{kind} {index} {position}")


def stats(loaded: LoadedRoster, index: int) -> dict[str, tuple[Offer, ...]]:
    """The values of T and C that the fighter at `index` could have: {"T": offers, "C": offers}."""
    return {which: stat_offers(loaded, index, which) for which in ("T", "C")}


def stat_offers(loaded: LoadedRoster, index: int, which: str) -> tuple[Offer, ...]:
    checker, now = OfferChecker.of(loaded), getattr(loaded.document.units[index].stats, which)
    return tuple(
        checker.offer(
            f"set-stat {index} {which} {value}",
            minus(value),
            edits.set_stat,
            index,
            which,
            str(value),
            cost=cost,
            taken=now == value,
        )
        for value, cost in loaded.catalogue.characteristics[which].costs.items()
    )


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
    checker, collection = OfferChecker.of(loaded), loaded.catalogue.ammunition
    prices = loaded.analysis.context.prices.ammunition
    slugs = [slug for slug in collection if item and slug in item.ammunition]
    for slug in dict.fromkeys((*slugs, *carrier.ammunition)):
        yield checker.offer(
            f"{verb} {index} {position} {slug}",
            collection.get(slug, slug),
            edits.EDITS[verb].run,
            index,
            position,
            slug,
            cost=prices.get(slug, 0),
            taken=slug in carrier.ammunition,
        )


def switches(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """What is on or off on the unit at `index`: slave, flying, and which guns come off their mounts."""
    checker, unit, catalogue = OfferChecker.of(loaded), loaded.document.units[index], loaded.catalogue
    prices = loaded.analysis.context.prices
    if unit.kind == "fighter":
        slave = catalogue.unit_types["esclave"]
        cost = prices.unit_type[slave.slug] - prices.unit_type["combattant"]
        return (checker.offer(f"toggle-slave {index}", slave, edits.toggle_slave, index, cost=cost, taken=unit.slave),)
    flying, mount = catalogue.modifications["vehicule-volant"], catalogue.modifications["arme-demontable"]
    cost = prices.modification[flying.slug]
    offers = [checker.offer(f"toggle-flying {index}", flying, edits.toggle_flying, index, cost=cost, taken=unit.flying)]
    for position, option in enumerate(unit.options):
        item = catalogue.options.get(option.item)
        if option.demountable or (item and item.demountable):
            offers.append(
                checker.offer(
                    f"toggle-demountable {index} {position}",
                    mount,
                    edits.toggle_demountable,
                    index,
                    position,
                    cost=prices.modification[mount.slug],
                    taken=option.demountable,
                    facts=(item.name if item else option.item,),
                )
            )
    return tuple(offers)


def types(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """The types that the vehicle at `index` could be of."""
    checker, unit = OfferChecker.of(loaded), loaded.document.units[index]
    costs = loaded.analysis.context.prices.unit_type
    return tuple(
        checker.offer(
            f"set-type {index} {type_.slug}",
            type_,
            edits.set_type,
            index,
            type_.slug,
            cost=costs[type_.slug],
            taken=unit.type == type_.slug,
        )
        for type_ in vehicle_types(loaded)
    )


def vehicle_types(loaded: LoadedRoster) -> list[Any]:
    return [type_ for type_ in current(loaded.catalogue.unit_types) if type_.kind == "vehicle"]


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """What may be added to the list: a blank fighter, a vehicle of each type, the book's ready-made profiles."""
    checker, costs = OfferChecker.of(loaded), loaded.analysis.context.prices.unit_type
    vehicles = tuple(
        checker.offer(f"add-vehicle {type_.slug}", type_, edits.add_vehicle, type_.slug, cost=costs[type_.slug])
        for type_ in vehicle_types(loaded)
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
    return OfferChecker.of(loaded).offer("add-fighter", blank, edits.add_fighter, cost=cost)


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
