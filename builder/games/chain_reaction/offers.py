"""What a group may still take, for the whole list and for one figure; what is refused with the reasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builder.lists.commands import offer
from builder.lists.edits import add_unit
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker, OfferGroup, held
from rules.catalogue import Entry, TableRow
from rules.games.chain_reaction.analysis import CAR, HUMAN, LEAST_STAR_REP, NEW_REP
from rules.games.chain_reaction.document import GENERIC, Figure, OwnWeapon, Weapon
from rules.text import Message, Text, _


@dataclass(frozen=True)
class OfferEntry:
    """What an offer names where the book has no row for it."""

    name: Text
    icon: str = ""


STAR = OfferEntry(Text("Star", "Star"), "star-formation")
VEST = OfferEntry(Text("Gilet pare-balles", "Bullet-proof vest"))
HORSE = OfferEntry(Text("À cheval", "On horseback"))
LEADER = OfferEntry(Text("Leader", "Leader"))
DRIVES, RIDES = ("Conduit\u202f: ", "Drives: "), ("À bord\u202f: ", "Rides in: ")
WEAKENED = OfferEntry(Text("REP −1 à la prochaine partie", "REP −1 in the next battle"))


# --- the whole list -------------------------------------------------------------------------------------------------


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """What may be added: the Star, a draw on each table, figures that are chosen."""
    context = loaded.analysis.context
    chosen = tuple(offer(loaded, "add-npc", row, row.slug) for row in context.figures.values())
    return [
        OfferGroup("star", _("Star"), (offer(loaded, "add-star", STAR),)),
        OfferGroup("drawn", _("Rolled"), tuple(draw_offers(loaded))),
        OfferGroup("chosen", _("Chosen, not rolled"), chosen),
        OfferGroup("crewed", _("Mortars and cars"), tuple(crewed(loaded))),
    ]


def crewed(loaded: LoadedRoster) -> Iterator[Offer]:
    """A mortar of each size, and a car."""
    for row in loaded.catalogue.tables["mortars"].rows.values():
        yield offer(loaded, "add-mortar", row, row.slug)
    yield offer(loaded, "add-car", OfferEntry(CAR, "jeep"))


def draw_offers(loaded: LoadedRoster) -> Iterator[Offer]:
    """A draw on each table, checked with a figure of REP 1: the dice alone decide who comes."""
    anybody = Figure(rep=1)
    for word, table in loaded.analysis.context.draws.items():
        yield OfferChecker.of(loaded).offer(f"draw-npc {word}", table, add_unit, anybody, cost=table.dice)


# --- one figure -----------------------------------------------------------------------------------------------------


def of_unit(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    """What the figure at `index` could take: weapons by period, those of the list first, then attributes."""
    catalogue, unit = loaded.catalogue, loaded.document.units[index]
    weapons = held(map(weapon_key, unit.weapons), lambda position: f"remove-weapon {index} {position}")
    attributes = held(unit.attributes, lambda position: f"remove-attribute {index} {position}")
    for period in periods(loaded):
        offers = tuple(
            offer(
                loaded, "add-weapon", row, index, period.slug, row.slug, **weapons.get(f"{period.slug} {row.slug}", {})
            )
            for row in catalogue.tables[f"weapons-{period.slug}"].rows.values()
        )
        yield OfferGroup(period.slug, heading(period), offers)
    for key in ("advantages", "disadvantages"):
        offers = tuple(
            offer(loaded, "add-attribute", row, index, row.slug, **attributes.get(row.slug, {}))
            for row in catalogue.tables[key].rows.values()
            if loaded.analysis.context.attribute(row.slug)
        )
        yield OfferGroup(key, heading(catalogue.tables[key]), offers)


def weapon_key(weapon: Weapon | OwnWeapon) -> str:
    """A weapon of the book as "period item"; "" for one of the players' own."""
    return f"{weapon.period} {weapon.item}" if isinstance(weapon, Weapon) else ""


def heading(entry: Entry) -> Message:
    """The name of an entry as the title of a group."""
    return Message("{name}", {"name": entry.name})


def periods(loaded: LoadedRoster) -> list[TableRow]:
    """The periods that have weapons: the list's own, the generic one, then the others."""
    rows = loaded.catalogue.tables["periods"].rows.values()
    own = loaded.document.period
    return sorted(rows, key=lambda row: (row.slug != own, row.slug != GENERIC))


def values(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    """What the figure at `index` may be beside what it may take."""
    yield OfferGroup("rep", "REP", reps(loaded, index))
    yield OfferGroup("figure", _("Type"), figures(loaded, index))
    yield OfferGroup("switches", _("Details"), tuple(switches(loaded, index)))


def reps(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """The REPs that the figure at `index` could have."""
    unit = loaded.document.units[index]
    least = LEAST_STAR_REP if unit.kind == "star" else 1
    return tuple(
        offer(loaded, "set-rep", rep, index, rep, taken=unit.rep == rep) for rep in range(NEW_REP, least - 1, -1)
    )


def figures(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """What the figure at `index` could be: human, dog, zombie."""
    unit = loaded.document.units[index]
    return tuple(
        offer(loaded, "set-figure", row, index, row.slug, taken=unit.figure == row.slug)
        for row in loaded.analysis.context.figures.values()
    )


def switches(loaded: LoadedRoster, index: int) -> Iterator[Offer]:
    """What is on or off on the figure at `index`: leader, vest, horse, REP in the next game, its mortar, its car."""
    unit = loaded.document.units[index]
    yield offer(loaded, "set-leader", LEADER, index, taken=loaded.document.leader == index)
    yield offer(loaded, "toggle-vest", VEST, index, taken=unit.vest)
    if unit.figure == HUMAN or unit.mounted:
        yield offer(loaded, "toggle-mounted", HORSE, index, taken=unit.mounted)
    if loaded.document.campaign or unit.next_game_rep:
        yield offer(loaded, "toggle-next-game", WEAKENED, index, taken=unit.next_game_rep != 0)
    yield from posts(loaded, index)


def posts(loaded: LoadedRoster, index: int) -> Iterator[Offer]:
    """Which mortar the figure at `index` serves, which car it drives, in which it rides along."""
    analysis: Any = loaded.analysis
    for position, mortar in enumerate(loaded.document.mortars):
        entry = OfferEntry(post("Sert\u202f: ", "Serves: ", analysis.mortar_names[position]))
        yield offer(loaded, "toggle-crew", entry, index, position, taken=index in mortar.crew)
    for position, car in enumerate(loaded.document.cars):
        drives, rides = (post(*words, analysis.car_names[position]) for words in (DRIVES, RIDES))
        yield offer(loaded, "toggle-driver", OfferEntry(drives), index, position, taken=index == car.driver)
        yield offer(loaded, "toggle-passenger", OfferEntry(rides), index, position, taken=index in car.passengers)


def post(french: str, english: str, name: Text) -> Text:
    return Text(french + name.fr, english + name.en)
