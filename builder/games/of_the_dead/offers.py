"""What a character may still take, and what a gang still lacks; what is refused with the reasons."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from builder.games.of_the_dead import edits
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker, OfferGroup, Reasons
from rules.catalogue import TableRow
from rules.games.of_the_dead.analysis import GangAnalysis
from rules.games.of_the_dead.document import ATTRIBUTES, MARKERS, STATES, Thing
from rules.text import Text, _

STEPS = {"less": "−1", "more": "+1"}


def gang_of(loaded: LoadedRoster) -> GangAnalysis:
    return cast(GangAnalysis, loaded.analysis)


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """A blank character, and one for each vocation that nobody has."""
    checker, tables = OfferChecker.of(loaded), loaded.catalogue.tables
    blank = checker.offer("add-character", tables["members"].rows["character"], edits.add_character)
    lacking = tuple(
        checker.offer(f"add-vocation {row.slug}", row, edits.add_vocation, row.slug) for row in gang_of(loaded).missing
    )
    groups = [OfferGroup("characters", _("Characters"), (blank,))]
    return [*groups, OfferGroup("profiles", _("With a free vocation"), lacking)] if lacking else groups


@dataclass(frozen=True)
class AttributeChoice:
    """An attribute of a character: its row, base, lasting change, value now; offers of a point less and more."""

    row: TableRow
    base: int
    modifier: int
    current: int
    less: Offer
    more: Offer


def attributes(loaded: LoadedRoster, index: int) -> list[AttributeChoice]:
    character = loaded.analysis.units[index]
    rows = loaded.catalogue.tables["attributes"].rows
    return [
        AttributeChoice(
            rows[key],
            character.base.get(key, 0),
            character.modifiers.get(key, 0),
            character.current[key],
            point_offer(loaded, index, rows[key], "less"),
            point_offer(loaded, index, rows[key], "more"),
        )
        for key in ATTRIBUTES
    ]


def point_offer(loaded: LoadedRoster, index: int, row: TableRow, word: str) -> Offer:
    """A point less or more in the base of an attribute."""
    command, change = f"step-attribute {index} {row.slug} {word}", STEPS[word]
    entry = Text(*(f"{row.name.into(language)} {change}" for language in ("fr", "en")))
    return OfferChecker.of(loaded).offer(command, entry, edits.step_attribute, index, row.slug, word)


def vocations(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """All of the book, each with the names of the others who have it."""
    checker, unit = OfferChecker.of(loaded), loaded.document.units[index]
    return tuple(
        checker.offer(
            f"set-vocation {index} {row.slug}",
            row,
            edits.set_vocation,
            index,
            row.slug,
            taken=unit.vocation == row.slug,
            facts=tuple(display_name(loaded, other) for other in holders if other != index),
        )
        for row, holders in gang_of(loaded).covered
    )


def display_name(loaded: LoadedRoster, index: int) -> str:
    """A character's name as typed, else its number."""
    return loaded.document.units[index].name.strip() or f"#{index + 1}"


def row_offers(
    loaded: LoadedRoster, index: int, verb: str, edit: Callable, rows: Iterable[TableRow], taken: str | None
) -> tuple[Offer, ...]:
    """An offer of each of several rows of the book, of which a character has the one with the slug `taken`."""
    checker = OfferChecker.of(loaded)
    return tuple(
        checker.offer(f"{verb} {index} {row.slug}", row, edit, index, row.slug, taken=row.slug == taken) for row in rows
    )


def states(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    rows, unit = loaded.catalogue.tables["states"].rows, loaded.document.units[index]
    return row_offers(loaded, index, "set-state", edits.set_state, [rows[key] for key in STATES], unit.state)


def zombie_types(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """Only for zombies, and for who has a type without being one."""
    rows, unit = loaded.catalogue.tables["zombies"].rows, loaded.document.units[index]
    if unit.state != "zombie" and unit.zombie_type is None:
        return ()
    return row_offers(loaded, index, "set-zombie-type", edits.set_zombie_type, rows.values(), unit.zombie_type)


@dataclass(frozen=True)
class CarryChoice:
    """A way of carrying one object more: its row, and why it is refused. A form asks for the edit."""

    entry: TableRow
    refusal: Reasons
    taken: bool = False


def carries(loaded: LoadedRoster, index: int) -> list[CarryChoice]:
    checker, rows = OfferChecker.of(loaded), loaded.catalogue.tables["carries"].rows.values()
    return [CarryChoice(row, checker.refusal(edits.carry, index, Thing(name=row.slug, carry=row.slug))) for row in rows]


@dataclass(frozen=True)
class GaugeChoice:
    """A gauge of a character: its row, the number now, that of the start (None without one), what the document has."""

    row: TableRow
    now: int | None
    first: int | None
    noted: int | None


def gauges(loaded: LoadedRoster, index: int) -> list[GaugeChoice]:
    character = loaded.analysis.units[index]
    rows, unit = loaded.catalogue.tables["gauges"].rows, character.unit
    return [
        GaugeChoice(rows["life"], character.life, character.first_life, unit.life),
        GaugeChoice(rows["morale"], character.morale, character.first_morale, unit.morale),
        GaugeChoice(rows["reputation"], unit.reputation, None, unit.reputation),
        GaugeChoice(rows["survival"], unit.survival, None, unit.survival),
    ]


@dataclass(frozen=True)
class MarkerCount:
    """How many markers of a row a character has now."""

    row: TableRow
    number: int


def markers(loaded: LoadedRoster, index: int) -> list[MarkerCount]:
    character = loaded.analysis.units[index]
    rows = loaded.catalogue.tables["markers"].rows
    return [MarkerCount(rows[key], character.markers.get(key, 0)) for key in MARKERS]
