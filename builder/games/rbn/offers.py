"""What a convoy may still take: for one fighter, for one vehicle, for the whole list; refused things with reasons."""

from builder.edits import add_unit
from builder.games.rbn import edits
from builder.options import Asking, Group, Offer
from rules.games.rbn.survey import view_of
from rules.text import _


def of_unit(bench, index):
    """The groups of offers for the unit at `index`."""
    view = bench.survey.units[index]
    asking = Asking.of(bench)
    made = fighter_groups if view.kind == "fighter" else vehicle_groups
    return [group for group in made(bench, asking, index) if group.offers]


def fighter_groups(bench, asking, index):
    catalogue, prices = bench.catalogue, bench.survey.terms.prices
    weapons = [item for item in catalogue.weapons.values() if not item.retired]

    def adding(verb, edit, items, costs):
        return tuple(
            asking.offer(f"{verb} {index} {item.slug}", item, edit, index, item.slug, cost=costs[item.slug])
            for item in items
        )

    ranged = [item for item in weapons if item.ranged]
    melee = [item for item in weapons if not item.ranged]
    equipment = [item for item in catalogue.equipment.values() if not item.retired]
    abilities = [item for item in catalogue.abilities.values() if not item.retired]
    yield Group("ranged", _("Ranged weapons"), adding("add-weapon", edits.add_weapon, ranged, prices.weapon))
    yield Group("melee", _("Melee weapons"), adding("add-weapon", edits.add_weapon, melee, prices.weapon))
    yield Group("equipment", _("Equipment"), adding("add-equipment", edits.add_equipment, equipment, prices.equipment))
    yield Group("abilities", _("Abilities"), adding("add-ability", edits.add_ability, abilities, prices.ability))


def vehicle_groups(bench, asking, index):
    catalogue, prices = bench.catalogue, bench.survey.terms.prices
    options = [item for item in catalogue.options.values() if not item.retired]

    def adding(items):
        return tuple(
            asking.offer(
                f"add-option {index} {item.slug}",
                item,
                edits.add_option,
                index,
                item.slug,
                cost=prices.option[item.slug],
            )
            for item in items
        )

    yield Group("guns", _("Vehicle weapons"), adding([item for item in options if item.weapon]))
    yield Group("options", _("Options"), adding([item for item in options if not item.weapon]))


def stats(bench, index):
    """The values of T and C that the fighter at `index` could have: {"T": offers, "C": offers}."""
    asking, unit = Asking.of(bench), bench.list.units[index]
    return {
        which: tuple(
            asking.offer(
                f"set-stat {index} {which} {value}",
                value,
                edits.set_stat,
                index,
                which,
                str(value),
                cost=cost,
                taken=getattr(unit.stats, which) == value,
            )
            for value, cost in bench.catalogue.characteristics[which].costs.items()
        )
        for which in ("T", "C")
    }


def rounds(bench, index):
    """For each weapon (or vehicle gun) of the unit at `index`, by its place: the rounds that it could fire."""
    asking, view = Asking.of(bench), bench.survey.units[index]
    shelf, prices = bench.catalogue.ammunition, bench.survey.terms.prices.ammunition
    fighter = view.kind == "fighter"
    carriers = view.unit.weapons if fighter else view.unit.options
    things = bench.catalogue.weapons if fighter else bench.catalogue.options
    verb, edit = (
        ("toggle-rounds", edits.toggle_rounds) if fighter else ("toggle-option-rounds", edits.toggle_option_rounds)
    )
    found = {}
    for place, carrier in enumerate(carriers):
        item = things.get(carrier.item)
        slugs = [slug for slug in shelf if item and slug in item.ammunition]
        slugs += [slug for slug in dict.fromkeys(carrier.ammunition) if slug not in slugs]
        found[place] = tuple(
            asking.offer(
                f"{verb} {index} {place} {slug}",
                shelf.get(slug, slug),
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


def switches(bench, index):
    """What is on or off on the unit at `index`: slave, flying, and which guns come off their mounts."""
    asking, view = Asking.of(bench), bench.survey.units[index]
    prices = bench.survey.terms.prices
    if view.kind == "fighter":
        entry = bench.catalogue.unit_types["esclave"]
        line = f"toggle-slave {index}"
        saved = prices.unit_type["esclave"] - prices.unit_type["combattant"]
        return (asking.offer(line, entry, edits.toggle_slave, index, cost=saved, taken=view.unit.slave),)
    flying, mount = (bench.catalogue.modifications[slug] for slug in ("vehicule-volant", "arme-demontable"))
    found = [
        asking.offer(
            f"toggle-flying {index}",
            flying,
            edits.toggle_flying,
            index,
            cost=prices.modification[flying.slug],
            taken=view.unit.flying,
        )
    ]
    for place, option in enumerate(view.unit.options):
        item = bench.catalogue.options.get(option.item)
        if option.demountable or (item and item.demountable):
            found.append(
                asking.offer(
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


def types(bench, index):
    """The types that the vehicle at `index` could be of."""
    asking, unit = Asking.of(bench), bench.list.units[index]
    return tuple(
        asking.offer(
            f"set-type {index} {kind.slug}",
            kind,
            edits.set_type,
            index,
            kind.slug,
            cost=bench.survey.terms.prices.unit_type[kind.slug],
            taken=unit.type == kind.slug,
        )
        for kind in vehicle_types(bench)
    )


def vehicle_types(bench):
    return [kind for kind in bench.catalogue.unit_types.values() if kind.kind == "vehicle" and not kind.retired]


def new_units(bench):
    """What may be added to the list: a blank fighter, a vehicle of each type, the book's ready-made profiles."""
    asking, catalogue = Asking.of(bench), bench.catalogue
    prices = bench.survey.terms.prices.unit_type
    vehicles = tuple(
        asking.offer(f"add-vehicle {kind.slug}", kind, edits.add_vehicle, kind.slug, cost=prices[kind.slug])
        for kind in vehicle_types(bench)
    )
    profiles = tuple(profile_offer(asking, bench, profile) for profile in catalogue.profiles.values())
    return [
        Group("fighters", _("Fighters"), (blank_fighter(asking, bench),)),
        Group("vehicles", _("Vehicles"), vehicles),
        Group("profiles", _("Ready-made profiles"), profiles),
    ]


def blank_fighter(asking, bench):
    """A fighter without anything, at T 5 and C 5."""
    catalogue = bench.catalogue
    blank = catalogue.unit_types["combattant"]
    stats_cost = sum(catalogue.characteristics[which].costs[5] for which in ("T", "C"))
    cost = bench.survey.terms.prices.unit_type[blank.slug] + stats_cost
    return asking.offer("add-fighter", blank, edits.add_fighter, cost=cost)


def profile_offer(asking, bench, profile):
    """A ready-made profile at what it costs here; `facts` hold the printed cost where it differs."""
    unit = edits.ready_made(bench.catalogue, profile)
    refusal = asking.refusal(add_unit, unit)
    view = bench.known.get(id(unit)) or view_of(unit, bench.survey.terms)
    printed = profile.printed
    if profile.printed_otherwise is not None and profile.printed_for in bench.survey.terms.drawbacks:
        printed = profile.printed_otherwise
    facts = (printed,) if printed != view.cost else ()
    return Offer(f"add-profile {profile.slug}", profile, view.cost, refusal, facts=facts)
