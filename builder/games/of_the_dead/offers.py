"""What a character may still take, and what a gang still lacks; refused things with reasons."""

from dataclasses import dataclass

from builder.games.of_the_dead import edits
from builder.lists.offers import Offer, OfferChecker, OfferGroup
from rules.catalogue import TableRow
from rules.games.of_the_dead.document import ATTRIBUTES, MARKERS, STATES, Thing
from rules.text import _


def new_units(loaded):
    """A blank character, and one for each vocation that nobody has."""
    checker, tables = OfferChecker.of(loaded), loaded.catalogue.tables
    blank = checker.offer("add-character", tables["members"].rows["character"], edits.add_character)
    lacking = tuple(
        checker.offer(f"add-vocation {row.slug}", row, edits.add_vocation, row.slug) for row in loaded.analysis.missing
    )
    groups = [OfferGroup("characters", _("Characters"), (blank,))]
    return [*groups, OfferGroup("profiles", _("With a vocation nobody has"), lacking)] if lacking else groups


@dataclass(frozen=True)
class Attribute:
    """An attribute as it can be changed: its row, base, lasting change, value now; offers of a point less and more."""

    row: TableRow
    base: int
    modifier: int
    current: int
    less: Offer
    more: Offer


def attributes(loaded, index):
    character = loaded.analysis.units[index]
    rows = loaded.catalogue.tables["attributes"].rows
    return [
        Attribute(
            rows[key],
            character.base.get(key, 0),
            character.modifiers.get(key, 0),
            character.current[key],
            point(loaded, index, key, "less"),
            point(loaded, index, key, "more"),
        )
        for key in ATTRIBUTES
    ]


def point(loaded, index, key, word):
    """A point less or more in the base of an attribute."""
    command = f"step-attribute {index} {key} {word}"
    return OfferChecker.of(loaded).offer(command, key, edits.step_attribute, index, key, word)


def vocations(loaded, index):
    """The ten, each with the names of the others who have it."""
    checker, unit = OfferChecker.of(loaded), loaded.document.units[index]
    return tuple(
        checker.offer(
            f"set-vocation {index} {row.slug}",
            row,
            edits.set_vocation,
            index,
            row.slug,
            taken=unit.vocation == row.slug,
            facts=tuple(called(loaded, other) for other in holders if other != index),
        )
        for row, holders in loaded.analysis.covered
    )


def called(loaded, index):
    return loaded.document.units[index].name.strip() or f"#{index + 1}"


def choices(loaded, index, verb, edit, rows, taken):
    """One of several rows of the book, as buttons."""
    checker = OfferChecker.of(loaded)
    return tuple(
        checker.offer(f"{verb} {index} {row.slug}", row, edit, index, row.slug, taken=row.slug == taken) for row in rows
    )


def states(loaded, index):
    rows, unit = loaded.catalogue.tables["states"].rows, loaded.document.units[index]
    return choices(loaded, index, "set-state", edits.set_state, [rows[key] for key in STATES], unit.state)


def zombie_types(loaded, index):
    rows, unit = loaded.catalogue.tables["zombies"].rows, loaded.document.units[index]
    if unit.state != "zombie" and unit.zombie_type is None:
        return ()
    return choices(loaded, index, "set-zombie-type", edits.set_zombie_type, rows.values(), unit.zombie_type)


@dataclass(frozen=True)
class Way:
    """A way of carrying one object more: its row, and why it is refused."""

    row: TableRow
    refusal: tuple

    @property
    def open(self):
        return not self.refusal


def carries(loaded, index):
    checker, rows = OfferChecker.of(loaded), loaded.catalogue.tables["carries"].rows.values()
    return [Way(row, checker.refusal(edits.carry, index, Thing(name=row.slug, carry=row.slug))) for row in rows]


@dataclass(frozen=True)
class Gauge:
    """A gauge as it stands: its row, the number now, that of the start (None without one), what the document has."""

    row: TableRow
    now: int | None
    first: int | None
    noted: int | None


def gauges(loaded, index):
    character = loaded.analysis.units[index]
    rows, unit = loaded.catalogue.tables["gauges"].rows, character.unit
    return [
        Gauge(rows["life"], character.life, character.first_life, unit.life),
        Gauge(rows["morale"], character.morale, character.first_morale, unit.morale),
        Gauge(rows["reputation"], unit.reputation, None, unit.reputation),
        Gauge(rows["survival"], unit.survival, None, unit.survival),
    ]


@dataclass(frozen=True)
class Marker:
    row: TableRow
    number: int


def markers(loaded, index):
    character = loaded.analysis.units[index]
    rows = loaded.catalogue.tables["markers"].rows
    return [Marker(rows[key], character.markers.get(key, 0)) for key in MARKERS]
