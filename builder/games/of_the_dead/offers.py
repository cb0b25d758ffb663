"""What a character may still take, and what a gang still lacks; what is refused with the reasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, cast

from builder.games.of_the_dead.edits import NOTHING, tidy
from builder.lists.commands import NOTHING as NO_NAME
from builder.lists.commands import STEPS, offer
from builder.lists.edits import of_unit, with_one_more
from builder.lists.forms import field_word
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker, OfferGroup, Reasons
from builder.wording import in_words
from rules.catalogue import TableRow
from rules.games.of_the_dead.analysis import GangAnalysis
from rules.games.of_the_dead.document import ATTRIBUTES, MARKERS, STATES, Thing
from rules.text import _, visible


def gang_of(loaded: LoadedRoster) -> GangAnalysis:
    return cast(GangAnalysis, loaded.analysis)


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """A blank character, and one for each vocation that nobody has."""
    blank = offer(loaded, "add-character", loaded.catalogue.tables["members"].rows["character"])
    lacking = tuple(offer(loaded, "add-vocation", row, row.slug) for row in gang_of(loaded).missing)
    groups = [OfferGroup("characters", _("Characters"), (blank,))]
    return [*groups, OfferGroup("profiles", _("With a free vocation"), lacking)] if lacking else groups


def values(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    """What the character at `index` may be: attributes and their changes, vocation, state, gauges, markers, a name."""
    tables, unit = loaded.catalogue.tables, loaded.document.units[index]
    for key in ATTRIBUTES:
        row = tables["attributes"].rows[key]
        yield OfferGroup(key, row.name, tuple(point_offer(loaded, index, row, word) for word in STEPS))
    no_vocation = offer(loaded, "set-vocation", NO_NAME, index, NOTHING, taken=unit.vocation is None)
    yield OfferGroup("vocation", _("Vocation"), (no_vocation, *vocations(loaded, index)))
    yield OfferGroup("state", tables["states"].name, states(loaded, index))
    yield OfferGroup("zombie", tables["zombies"].name, zombie_types(loaded, index))
    for name, table, keys in (
        ("modifier", "attributes", ATTRIBUTES),
        ("gauge", "gauges", tables["gauges"].rows),
        ("marker", "markers", MARKERS),
    ):
        for key in keys:
            yield OfferGroup(f"{name}-{key}", tables[table].rows[key].name, step_offers(loaded, index, name, key))
    if not visible(unit.name):
        yield OfferGroup("name", _("Name"), (name_offer(loaded, index),))
    if is_untidy(loaded, index):
        yield OfferGroup("switches", _("Clean up"), (offer(loaded, "tidy", _("Remove unknown values"), index),))


def is_untidy(loaded: LoadedRoster, index: int) -> bool:
    """Whether a character has other attributes, changes or markers than the game's own, or an attribute below 1."""
    return bool(tidy(loaded.document, index) != loaded.document)


def name_offer(loaded: LoadedRoster, index: int) -> Offer:
    """A name for who has none: the vocation, until its player gives another."""
    character = loaded.analysis.units[index]
    row = character.vocation or loaded.catalogue.tables["members"].rows["character"]
    return offer(loaded, "describe", row.name, index, field_word("name", in_words(row.name)))


def step_offers(loaded: LoadedRoster, index: int, name: str, key: str) -> tuple[Offer, ...]:
    """One less and one more of a lasting change, a gauge or a marker."""
    return tuple(offer(loaded, f"step-{name}", sign, index, key, word) for word, sign in STEPS.items())


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
    return offer(loaded, "step-attribute", row.name.followed_by(f" {STEPS[word]}"), index, row.slug, word)


def vocations(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """All of the book, each with the names of the others who have it."""
    unit = loaded.document.units[index]
    return tuple(
        offer(
            loaded,
            "set-vocation",
            row,
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


def states(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    rows, unit = loaded.catalogue.tables["states"].rows, loaded.document.units[index]
    return tuple(offer(loaded, "set-state", rows[key], index, key, taken=key == unit.state) for key in STATES)


def zombie_types(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """Only for zombies, and for who has a type without being one."""
    rows, unit = loaded.catalogue.tables["zombies"].rows, loaded.document.units[index]
    if unit.state != "zombie" and unit.zombie_type is None:
        return ()
    return tuple(
        offer(loaded, "set-zombie-type", row, index, slug, taken=slug == unit.zombie_type) for slug, row in rows.items()
    )


class CarryChoice(NamedTuple):
    """A way of carrying one object more: its row, and why it is refused. A form asks for the edit."""

    entry: TableRow
    refusal: Reasons
    taken: bool = False


def carries(loaded: LoadedRoster, index: int) -> list[CarryChoice]:
    checker, rows = OfferChecker.of(loaded), loaded.catalogue.tables["carries"].rows.values()
    carry = of_unit("equipment", with_one_more)
    return [CarryChoice(row, checker.refusal(carry, index, Thing(name=row.slug, carry=row.slug))) for row in rows]


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


def markers(loaded: LoadedRoster, index: int) -> list[tuple[TableRow, int]]:
    """(row, how many a character has now) of each marker."""
    character = loaded.analysis.units[index]
    rows = loaded.catalogue.tables["markers"].rows
    return [(rows[key], character.markers.get(key, 0)) for key in MARKERS]
