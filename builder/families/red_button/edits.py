"""What a player can do to fighters, and to crews when units move."""

from dataclasses import replace
from functools import partial
from operator import not_
from typing import Any, TypeVar

from builder.lists.edits import (
    LIST,
    UNIT,
    BadEdit,
    Edit,
    add_unit,
    change_unit,
    entry_at,
    field_edit,
    replaced,
    toggled,
    unit_at,
    with_one_more,
    without,
)
from rules.document import NewIndex
from rules.families.red_button.document import Fighter, Option, RedButtonList, Stats, Weapon
from rules.text import _

Carrier = TypeVar("Carrier", Weapon, Option)


REFUSALS = {"fighter": _("That unit isn’t a fighter."), "vehicle": _("That unit isn’t a vehicle.")}


def unit_of_kind(kind: str, document: RedButtonList, index: int) -> Any:
    """The fighter or vehicle at `index`. Raises `BadEdit` for the other kind."""
    unit = unit_at(document, index)
    if unit.kind != kind:
        raise BadEdit(REFUSALS[kind])
    return unit


fighter_at, vehicle_at = partial(unit_of_kind, "fighter"), partial(unit_of_kind, "vehicle")


def add_fighter(document: RedButtonList) -> RedButtonList:
    """A blank fighter: T 5, C 5."""
    return add_unit(document, Fighter(stats=Stats(T=5, C=5)))


def set_stat(document: RedButtonList, index: int, which: str, value: str) -> RedButtonList:
    if which not in ("T", "C"):
        raise BadEdit(_("T or C?"))
    if value not in ("-", "5", "4", "3") or (which == "C" and value == "-"):
        raise BadEdit(_("T is –, 5, 4 or 3; C is 5, 4 or 3."))
    values: dict[str, Any] = {which: value if value == "-" else int(value)}
    return change_unit(document, index, stats=replace(fighter_at(document, index).stats, **values))


def one_more_weapon(weapons: tuple[Weapon, ...], slug: str) -> tuple[Weapon, ...]:
    return with_one_more(weapons, Weapon(slug))


def with_rounds_toggled(carriers: tuple[Carrier, ...], position: int, slug: str) -> tuple[Carrier, ...]:
    """Weapons or options of which one is given these rounds, or has them no longer."""
    carrier = entry_at(carriers, position)
    return replaced(carriers, position, replace(carrier, ammunition=toggled(carrier.ammunition, slug)))


def renumber(document: RedButtonList, where: NewIndex) -> RedButtonList:
    """Crews after units moved: `where` maps an old index to the new one; a removed fighter leaves his seat."""
    if not any(unit.kind == "vehicle" and unit.crew for unit in document.units):
        return document
    units = []
    for unit in document.units:
        if unit.kind == "vehicle" and unit.crew:
            seats = [(where(member.unit), member) for member in unit.crew]
            crew = tuple(replace(member, unit=index) for index, member in seats if index is not None)
            unit = replace(unit, crew=crew)
        units.append(unit)
    return replace(document, units=tuple(units))


of_fighter = partial(field_edit, fighter_at)
FIGHTER_EDITS = {
    "add-fighter": Edit(add_fighter, (), LIST, _("Fighter added")),
    "set-stat": Edit(set_stat, ("unit", "word", "word"), UNIT, _("{unit}: characteristics changed")),
    "toggle-slave": Edit(of_fighter("slave", not_), ("unit",), UNIT, _("{unit}: slave or free")),
    "add-weapon": Edit(of_fighter("weapons", one_more_weapon), ("unit", "slug"), UNIT, _("{unit}: {item} added")),
    "remove-weapon": Edit(of_fighter("weapons", without), ("unit", "position"), UNIT, _("{unit}: weapon removed")),
    "toggle-rounds": Edit(
        of_fighter("weapons", with_rounds_toggled), ("unit", "position", "slug"), UNIT, _("{unit}: rounds changed")
    ),
    "add-equipment": Edit(of_fighter("equipment", with_one_more), ("unit", "slug"), UNIT, _("{unit}: {item} added")),
    "remove-equipment": Edit(
        of_fighter("equipment", without), ("unit", "position"), UNIT, _("{unit}: equipment removed")
    ),
    "add-ability": Edit(of_fighter("abilities", with_one_more), ("unit", "slug"), UNIT, _("{unit}: {item} added")),
    "remove-ability": Edit(of_fighter("abilities", without), ("unit", "position"), UNIT, _("{unit}: ability removed")),
}
