"""What a convoy may still take: for one fighter, for one vehicle, for the whole list; refused things with reasons."""

from builder.games.rbn import edits
from builder.lists.edits import add_unit
from builder.lists.offers import Offer, OfferChecker, OfferGroup
from rules.games.rbn.analysis import analyse_unit
from rules.text import _


def of_unit(loaded, index):
    """The groups of offers for the unit at `index`."""
    unit_analysis = loaded.analysis.units[index]
    checker = OfferChecker.of(loaded)
    made = fighter_groups if unit_analysis.kind == "fighter" else vehicle_groups
    return [group for group in made(loaded, checker, index) if group.offers]


def fighter_groups(loaded, checker, index):
    catalogue, prices = loaded.catalogue, loaded.analysis.context.prices
    weapons = [item for item in catalogue.weapons.values() if not item.retired]

    def adding(verb, edit, items, costs):
        return tuple(
            checker.offer(f"{verb} {index} {item.slug}", item, edit, index, item.slug, cost=costs[item.slug])
            for item in items
        )

    ranged = [item for item in weapons if item.ranged]
    melee = [item for item in weapons if not item.ranged]
    equipment = [item for item in catalogue.equipment.values() if not item.retired]
    abilities = [item for item in catalogue.abilities.values() if not item.retired]
    yield OfferGroup("ranged", _("Ranged weapons"), adding("add-weapon", edits.add_weapon, ranged, prices.weapon))
    yield OfferGroup("melee", _("Melee weapons"), adding("add-weapon", edits.add_weapon, melee, prices.weapon))
    yield OfferGroup(
        "equipment", _("Equipment"), adding("add-equipment", edits.add_equipment, equipment, prices.equipment)
    )
    yield OfferGroup("abilities", _("Abilities"), adding("add-ability", edits.add_ability, abilities, prices.ability))


def vehicle_groups(loaded, checker, index):
    catalogue, prices = loaded.catalogue, loaded.analysis.context.prices
    options = [item for item in catalogue.options.values() if not item.retired]

    def adding(items):
        return tuple(
            checker.offer(
                f"add-option {index} {item.slug}",
                item,
                edits.add_option,
                index,
                item.slug,
                cost=prices.option[item.slug],
            )
            for item in items
        )

    yield OfferGroup("guns", _("Vehicle weapons"), adding([item for item in options if item.weapon]))
    yield OfferGroup("options", _("Options"), adding([item for item in options if not item.weapon]))


def stats(loaded, index):
    """The values of T and C that the fighter at `index` could have: {"T": offers, "C": offers}."""
    checker, unit = OfferChecker.of(loaded), loaded.document.units[index]
    return {
        which: tuple(
            checker.offer(
                f"set-stat {index} {which} {value}",
                value,
                edits.set_stat,
                index,
                which,
                str(value),
                cost=cost,
                taken=getattr(unit.stats, which) == value,
            )
            for value, cost in loaded.catalogue.characteristics[which].costs.items()
        )
        for which in ("T", "C")
    }


def rounds(loaded, index):
    """For each weapon (or vehicle gun) of the unit at `index`, by its place: the rounds that it could fire."""
    checker, unit_analysis = OfferChecker.of(loaded), loaded.analysis.units[index]
    collection, prices = loaded.catalogue.ammunition, loaded.analysis.context.prices.ammunition
    fighter = unit_analysis.kind == "fighter"
    carriers = unit_analysis.unit.weapons if fighter else unit_analysis.unit.options
    things = loaded.catalogue.weapons if fighter else loaded.catalogue.options
    verb, edit = (
        ("toggle-rounds", edits.toggle_rounds) if fighter else ("toggle-option-rounds", edits.toggle_option_rounds)
    )
    found = {}
    for place, carrier in enumerate(carriers):
        item = things.get(carrier.item)
        slugs = [slug for slug in collection if item and slug in item.ammunition]
        slugs += [slug for slug in dict.fromkeys(carrier.ammunition) if slug not in slugs]
        found[place] = tuple(
            checker.offer(
                f"{verb} {index} {place} {slug}",
                collection.get(slug, slug),
                edit,
                index,
                place,
                slug,
                cost=prices.get(slug, 0),
                taken=slug in carrier.ammunition,
            )
            for slug in slugs
        )
    return found


def switches(loaded, index):
    """What is on or off on the unit at `index`: slave, flying, and which guns come off their mounts."""
    checker, unit_analysis = OfferChecker.of(loaded), loaded.analysis.units[index]
    prices = loaded.analysis.context.prices
    if unit_analysis.kind == "fighter":
        entry = loaded.catalogue.unit_types["esclave"]
        command = f"toggle-slave {index}"
        saved = prices.unit_type["esclave"] - prices.unit_type["combattant"]
        return (checker.offer(command, entry, edits.toggle_slave, index, cost=saved, taken=unit_analysis.unit.slave),)
    flying, mount = (loaded.catalogue.modifications[slug] for slug in ("vehicule-volant", "arme-demontable"))
    found = [
        checker.offer(
            f"toggle-flying {index}",
            flying,
            edits.toggle_flying,
            index,
            cost=prices.modification[flying.slug],
            taken=unit_analysis.unit.flying,
        )
    ]
    for place, option in enumerate(unit_analysis.unit.options):
        item = loaded.catalogue.options.get(option.item)
        if option.demountable or (item and item.demountable):
            found.append(
                checker.offer(
                    f"toggle-demountable {index} {place}",
                    mount,
                    edits.toggle_demountable,
                    index,
                    place,
                    cost=prices.modification[mount.slug],
                    taken=option.demountable,
                    facts=(item.name if item else option.item,),
                )
            )
    return tuple(found)


def types(loaded, index):
    """The types that the vehicle at `index` could be of."""
    checker, unit = OfferChecker.of(loaded), loaded.document.units[index]
    return tuple(
        checker.offer(
            f"set-type {index} {kind.slug}",
            kind,
            edits.set_type,
            index,
            kind.slug,
            cost=loaded.analysis.context.prices.unit_type[kind.slug],
            taken=unit.type == kind.slug,
        )
        for kind in vehicle_types(loaded)
    )


def vehicle_types(loaded):
    return [kind for kind in loaded.catalogue.unit_types.values() if kind.kind == "vehicle" and not kind.retired]


def new_units(loaded):
    """What may be added to the list: a blank fighter, a vehicle of each type, the book's ready-made profiles."""
    checker, catalogue = OfferChecker.of(loaded), loaded.catalogue
    prices = loaded.analysis.context.prices.unit_type
    vehicles = tuple(
        checker.offer(f"add-vehicle {kind.slug}", kind, edits.add_vehicle, kind.slug, cost=prices[kind.slug])
        for kind in vehicle_types(loaded)
    )
    profiles = tuple(profile_offer(checker, loaded, profile) for profile in catalogue.profiles.values())
    return [
        OfferGroup("fighters", _("Fighters"), (blank_fighter(checker, loaded),)),
        OfferGroup("vehicles", _("Vehicles"), vehicles),
        OfferGroup("profiles", _("Ready-made profiles"), profiles),
    ]


def blank_fighter(checker, loaded):
    """A fighter without anything, at T 5 and C 5."""
    catalogue = loaded.catalogue
    blank = catalogue.unit_types["combattant"]
    stats_cost = sum(catalogue.characteristics[which].costs[5] for which in ("T", "C"))
    cost = loaded.analysis.context.prices.unit_type[blank.slug] + stats_cost
    return checker.offer("add-fighter", blank, edits.add_fighter, cost=cost)


def profile_offer(checker, loaded, profile):
    """A ready-made profile at what it costs here; `facts` hold the printed cost where it differs."""
    unit = edits.ready_made(loaded.catalogue, profile)
    refusal = checker.refusal(add_unit, unit)
    unit_analysis = loaded.analysis_cache.get(id(unit)) or analyse_unit(unit, loaded.analysis.context)
    printed = profile.printed
    if profile.printed_otherwise is not None and profile.printed_for in loaded.analysis.context.drawbacks:
        printed = profile.printed_otherwise
    facts = (printed,) if printed != unit_analysis.cost else ()
    return Offer(f"add-profile {profile.slug}", profile, unit_analysis.cost, refusal, facts=facts)
