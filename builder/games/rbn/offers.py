"""What a convoy may still take, for the whole list and for one unit; what is refused with the reasons."""

from collections.abc import Iterator
from typing import Any

from builder.families.red_button.offers import (
    add_offers,
    blank_fighter,
    carrier_values,
    current,
    fighter_groups,
    fighter_values,
)
from builder.games.rbn import edits
from builder.lists.commands import NOTHING, offer
from builder.lists.edits import add_unit
from builder.lists.forms import field_word
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker, OfferGroup
from builder.wording import minus
from rules.families.red_button.document import POSTS, CrewMember
from rules.game import analyse_units
from rules.games.rbn.analysis import analyse_unit
from rules.games.rbn.register import REGISTER
from rules.text import _

MOST_RIDERS = 200
FORCES = {"none": NOTHING, "attack": _("attack force"), "reserve": _("reserve")}
POST_WORDS = dict(zip(POSTS, (_("driver"), _("driver and gunner"), _("gunner"), _("passenger")), strict=True))


def of_unit(loaded: LoadedRoster, index: int) -> list[OfferGroup]:
    """What the unit at `index` could take, in groups; none that are empty."""
    groups = fighter_groups if loaded.analysis.units[index].kind == "fighter" else vehicle_groups
    return [group for group in groups(loaded, index) if group.offers]


def vehicle_groups(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    options, costs = current(loaded.catalogue.options), loaded.analysis.context.prices.option
    guns, others = [option for option in options if option.weapon], [option for option in options if not option.weapon]
    yield OfferGroup("guns", _("Vehicle weapons"), add_offers(loaded, index, "add-option", guns, costs))
    yield OfferGroup("options", _("Options"), add_offers(loaded, index, "add-option", others, costs))


def values(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    """What the unit at `index` may be beside what it may take."""
    yield OfferGroup("switches", _("Details"), tuple(switches(loaded, index)))
    unit = loaded.document.units[index]
    now = unit.force or "none"
    forces = (offer(loaded, "set-force", words, index, word, taken=word == now) for word, words in FORCES.items())
    yield OfferGroup("force", _("Force"), tuple(forces))
    if unit.kind == "fighter":
        yield from fighter_values(loaded, index)
        return
    yield OfferGroup("types", _("Type"), tuple(types(loaded, index)))
    yield from carrier_values(loaded, index)
    for rider, label in riders(loaded):
        yield OfferGroup(f"crew-{rider.replace(' ', '-')}", label, tuple(seats(loaded, index, rider)))


def riders(loaded: LoadedRoster) -> list[tuple[str, str]]:
    """Each copy of each fighter, as ("unit copy", label)."""
    copies = []
    for index, fighter in enumerate(loaded.analysis.units):
        if fighter.kind == "fighter":
            name = fighter.unit.name or f"#{index + 1}"
            for copy in range(fighter.count):
                copies.append((f"{index} {copy}", f"{name} ({copy + 1})" if fighter.count > 1 else name))
    return copies[:MOST_RIDERS]


def seats(loaded: LoadedRoster, index: int, rider: str) -> Iterator[Offer]:
    """What a copy of a fighter ("unit copy") could do on the vehicle at `index`."""
    fighter, copy = map(int, rider.split())
    crew = loaded.document.units[index].crew
    for post, words in POST_WORDS.items():
        taken = CrewMember(fighter, copy, post) in crew
        fields = field_word("rider", rider), field_word("post", post)
        yield offer(loaded, "add-crew", words, index, *fields, taken=taken)


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


def profile_offer(loaded: LoadedRoster, profile: Any) -> Offer:
    """A ready-made profile at what it costs here; `facts` hold the printed cost where it differs."""
    unit, context = edits.ready_made(loaded.catalogue, profile), loaded.analysis.context
    (unit_analysis,) = analyse_units((unit,), context, analyse_unit, REGISTER.judge_unit, loaded.analysis_cache)
    printed = profile.printed
    if profile.printed_otherwise is not None and profile.printed_for in context.drawbacks:
        printed = profile.printed_otherwise
    return Offer(
        f"add-profile {profile.slug}",
        profile,
        lambda: OfferChecker.of(loaded).effect(add_unit, unit),
        unit_analysis.cost,
        facts=(printed,) if printed != unit_analysis.cost else (),
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
