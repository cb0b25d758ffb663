"""What a character may still take, and what a gang still lacks; refused things with reasons."""

from dataclasses import dataclass

from builder.games.of_the_dead import edits
from builder.options import Asking, Group, Offer
from rules.catalogue import TableRow
from rules.games.of_the_dead.document import ATTRIBUTES, MARKERS, STATES, Thing
from rules.text import _


def new_units(bench):
    """A blank character, and one for each vocation that nobody has."""
    asking, tables = Asking.of(bench), bench.catalogue.tables
    blank = asking.offer("add-character", tables["members"].rows["character"], edits.add_character)
    lacking = tuple(
        asking.offer(f"add-vocation {row.slug}", row, edits.add_vocation, row.slug) for row in bench.survey.missing
    )
    groups = [Group("characters", _("Characters"), (blank,))]
    return [*groups, Group("profiles", _("With a vocation nobody has"), lacking)] if lacking else groups


@dataclass(frozen=True)
class Attribute:
    """An attribute as it can be changed: its row, base, lasting change, value now; offers of a point less and more."""

    row: TableRow
    base: int
    modifier: int
    current: int
    less: Offer
    more: Offer


def attributes(bench, index):
    view = bench.survey.units[index]
    rows = bench.catalogue.tables["attributes"].rows
    return [
        Attribute(
            rows[key],
            view.base.get(key, 0),
            view.modifiers.get(key, 0),
            view.current[key],
            point(bench, index, key, "less"),
            point(bench, index, key, "more"),
        )
        for key in ATTRIBUTES
    ]


def point(bench, index, key, word):
    """A point less or more in the base of an attribute."""
    line = f"step-attribute {index} {key} {word}"
    return Asking.of(bench).offer(line, key, edits.step_attribute, index, key, word)


def vocations(bench, index):
    """The ten, each with the names of the others who have it."""
    asking, unit = Asking.of(bench), bench.list.units[index]
    return tuple(
        asking.offer(
            f"set-vocation {index} {row.slug}",
            row,
            edits.set_vocation,
            index,
            row.slug,
            taken=unit.vocation == row.slug,
            facts=tuple(called(bench, other) for other in holders if other != index),
        )
        for row, holders in bench.survey.covered
    )


def called(bench, index):
    return bench.list.units[index].name.strip() or f"#{index + 1}"


def choices(bench, index, verb, edit, rows, taken):
    """One of several rows of the book, as buttons."""
    asking = Asking.of(bench)
    return tuple(
        asking.offer(f"{verb} {index} {row.slug}", row, edit, index, row.slug, taken=row.slug == taken) for row in rows
    )


def states(bench, index):
    rows, unit = bench.catalogue.tables["states"].rows, bench.list.units[index]
    return choices(bench, index, "set-state", edits.set_state, [rows[key] for key in STATES], unit.state)


def zombie_types(bench, index):
    rows, unit = bench.catalogue.tables["zombies"].rows, bench.list.units[index]
    if unit.state != "zombie" and unit.zombie_type is None:
        return ()
    return choices(bench, index, "set-zombie-type", edits.set_zombie_type, rows.values(), unit.zombie_type)


@dataclass(frozen=True)
class Way:
    """A way of carrying one object more: its row, and why it is refused."""

    row: TableRow
    refusal: tuple

    @property
    def open(self):
        return not self.refusal


def carries(bench, index):
    asking, rows = Asking.of(bench), bench.catalogue.tables["carries"].rows.values()
    return [Way(row, asking.refusal(edits.carry, index, Thing(name=row.slug, carry=row.slug))) for row in rows]


@dataclass(frozen=True)
class Gauge:
    """A gauge as it stands: its row, the number now, that of the start (None without one), what the document has."""

    row: TableRow
    now: int | None
    first: int | None
    noted: int | None


def gauges(bench, index):
    view = bench.survey.units[index]
    rows, unit = bench.catalogue.tables["gauges"].rows, view.unit
    return [
        Gauge(rows["life"], view.life, view.first_life, unit.life),
        Gauge(rows["morale"], view.morale, view.first_morale, unit.morale),
        Gauge(rows["reputation"], unit.reputation, None, unit.reputation),
        Gauge(rows["survival"], unit.survival, None, unit.survival),
    ]


@dataclass(frozen=True)
class Marker:
    row: TableRow
    number: int


def markers(bench, index):
    view = bench.survey.units[index]
    rows = bench.catalogue.tables["markers"].rows
    return [Marker(rows[key], view.markers.get(key, 0)) for key in MARKERS]
