"""What a player can do to a convoy beside what every list allows."""

import re
from dataclasses import replace

from builder.lists.edits import (
    HEAD,
    LIST,
    UNIT,
    BadEdit,
    Edit,
    add_unit,
    changed,
    number,
    replaced,
    toggled,
    unit_at,
    with_one_more,
    without,
)
from rules.games.rbn.document import POSTS, SHAPE, CrewMember, Fighter, Option, Stats, Vehicle, Weapon
from rules.text import _

RIDER = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})").fullmatch
FORCES = ("attack", "reserve")
MOST_BONUS = 1_000
UNITS = SHAPE.fields["units"][0].shape


def fighter_at(document, index):
    unit = unit_at(document, index)
    if unit.kind != "fighter":
        raise BadEdit(_("That unit isn’t a fighter."))
    return unit


def vehicle_at(document, index):
    unit = unit_at(document, index)
    if unit.kind != "vehicle":
        raise BadEdit(_("That unit isn’t a vehicle."))
    return unit


# --- the list -------------------------------------------------------------------------------------------------------


def add_fighter(document):
    """A blank fighter: T 5, C 5."""
    return add_unit(document, Fighter(stats=Stats(T=5, C=5)))


def add_vehicle(document, type_):
    return add_unit(document, Vehicle(type=type_))


def add_profile(document, slug, catalogue, language):
    """A ready-made unit of the book, with its name there."""
    profile = catalogue.profiles.get(slug)
    if profile is None:
        raise BadEdit(_("This book has no such ready-made unit."))
    return add_unit(document, replace(ready_made(catalogue, profile), name=profile.name.into(language)))


def ready_made(catalogue, profile):
    """The typed unit of a profile, read once and kept in the catalogue."""
    units = catalogue.ready_made
    if profile.slug not in units:
        units[profile.slug] = UNITS.read(profile.unit)
    return units[profile.slug]


# --- a fighter ------------------------------------------------------------------------------------------------------


def set_stat(document, index, which, value):
    if which not in ("T", "C"):
        raise BadEdit(_("T or C?"))
    if value not in ("-", "5", "4", "3") or (which == "C" and value == "-"):
        raise BadEdit(_("T is –, 5, 4 or 3; C is 5, 4 or 3."))
    stats = fighter_at(document, index).stats
    return changed(document, index, stats=replace(stats, **{which: value if value == "-" else int(value)}))


def toggle_slave(document, index):
    return changed(document, index, slave=not fighter_at(document, index).slave)


def add_weapon(document, index, slug):
    return changed(document, index, weapons=with_one_more(fighter_at(document, index).weapons, Weapon(slug)))


def remove_weapon(document, index, position):
    return changed(document, index, weapons=without(fighter_at(document, index).weapons, position))


def toggle_rounds(document, index, position, slug):
    """Give a weapon these rounds, or take them away."""
    weapons = fighter_at(document, index).weapons
    weapon = weapons[position] if position < len(weapons) else None
    if weapon is None:
        raise BadEdit(_("That’s no longer there."))
    weapon = replace(weapon, ammunition=toggled(weapon.ammunition, slug))
    return changed(document, index, weapons=replaced(weapons, position, weapon))


def add_equipment(document, index, slug):
    return changed(document, index, equipment=with_one_more(fighter_at(document, index).equipment, slug))


def remove_equipment(document, index, position):
    return changed(document, index, equipment=without(fighter_at(document, index).equipment, position))


def add_ability(document, index, slug):
    return changed(document, index, abilities=with_one_more(fighter_at(document, index).abilities, slug))


def remove_ability(document, index, position):
    return changed(document, index, abilities=without(fighter_at(document, index).abilities, position))


# --- a vehicle ------------------------------------------------------------------------------------------------------


def set_type(document, index, slug):
    vehicle_at(document, index)
    return changed(document, index, type=slug)


def toggle_flying(document, index):
    return changed(document, index, flying=not vehicle_at(document, index).flying)


def add_option(document, index, slug):
    return changed(document, index, options=with_one_more(vehicle_at(document, index).options, Option(slug)))


def remove_option(document, index, position):
    return changed(document, index, options=without(vehicle_at(document, index).options, position))


def options_and_option(document, index, position):
    """(all options of a vehicle, the one at `position`). Raises `BadEdit`."""
    options = vehicle_at(document, index).options
    if position >= len(options):
        raise BadEdit(_("That’s no longer there."))
    return options, options[position]


def toggle_demountable(document, index, position):
    options, option = options_and_option(document, index, position)
    option = replace(option, demountable=not option.demountable)
    return changed(document, index, options=replaced(options, position, option))


def toggle_option_rounds(document, index, position, slug):
    options, option = options_and_option(document, index, position)
    option = replace(option, ammunition=toggled(option.ammunition, slug))
    return changed(document, index, options=replaced(options, position, option))


def add_crew(document, index, fields):
    """Note somebody on a vehicle: the field `rider` is "unit copy", two indexes; `post` is one of `POSTS`."""
    crew = vehicle_at(document, index).crew
    rider, post = RIDER(fields.get("rider", "").strip()), fields.get("post", "")
    if rider is None or post not in POSTS:
        raise BadEdit(_("Choose who is on board and their seat."))
    member = CrewMember(int(rider[1]), int(rider[2]), post)
    fighter_at(document, member.unit)
    return changed(document, index, crew=with_one_more(crew, member))


def remove_crew(document, index, position):
    return changed(document, index, crew=without(vehicle_at(document, index).crew, position))


def set_force(document, index, force):
    """Attack force, reserve, or (`none`) not noted."""
    if force not in (*FORCES, "none"):
        raise BadEdit(_("Attack force or reserve?"))
    return changed(document, index, force=None if force == "none" else force)


# --- the head -------------------------------------------------------------------------------------------------------


def set_head(document, fields):
    """Change the head of the list: only the keys that `fields` (typed, from the form) holds."""
    return replace(document, **fields)


def take_stage(document, scenario, role, bonus):
    """Take on a scenario of a campaign: the role (or `none`) and the points won for it (p. 37)."""
    points = number(bonus)
    if points > MOST_BONUS:
        raise BadEdit(_("Enter a number."))
    return replace(document, scenario=scenario, role=None if role == "none" else role, bonus=points)


def renumber(document, where):
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


EDITS = {
    "add-fighter": Edit(add_fighter, (), LIST, _("Fighter added")),
    "add-vehicle": Edit(add_vehicle, ("slug",), LIST, _("{item} added"), opens=False),
    "add-profile": Edit(add_profile, ("slug", "catalogue", "language"), LIST, _("{item} added"), opens=False),
    "set-stat": Edit(set_stat, ("unit", "word", "word"), UNIT, _("{unit}: characteristics changed")),
    "toggle-slave": Edit(toggle_slave, ("unit",), UNIT, _("{unit}: slave or free")),
    "add-weapon": Edit(add_weapon, ("unit", "slug"), UNIT, _("{unit}: {item} added")),
    "remove-weapon": Edit(remove_weapon, ("unit", "position"), UNIT, _("{unit}: weapon removed")),
    "toggle-rounds": Edit(toggle_rounds, ("unit", "position", "slug"), UNIT, _("{unit}: rounds changed")),
    "add-equipment": Edit(add_equipment, ("unit", "slug"), UNIT, _("{unit}: {item} added")),
    "remove-equipment": Edit(remove_equipment, ("unit", "position"), UNIT, _("{unit}: equipment removed")),
    "add-ability": Edit(add_ability, ("unit", "slug"), UNIT, _("{unit}: {item} added")),
    "remove-ability": Edit(remove_ability, ("unit", "position"), UNIT, _("{unit}: ability removed")),
    "set-type": Edit(set_type, ("unit", "slug"), UNIT, _("{unit}: type changed")),
    "toggle-flying": Edit(toggle_flying, ("unit",), UNIT, _("{unit}: flying or not")),
    "add-option": Edit(add_option, ("unit", "slug"), UNIT, _("{unit}: {item} added")),
    "remove-option": Edit(remove_option, ("unit", "position"), UNIT, _("{unit}: option removed")),
    "toggle-demountable": Edit(toggle_demountable, ("unit", "position"), UNIT, _("{unit}: gun mount changed")),
    "toggle-option-rounds": Edit(toggle_option_rounds, ("unit", "position", "slug"), UNIT, _("{unit}: rounds changed")),
    "add-crew": Edit(add_crew, ("unit", "fields"), UNIT, _("{unit}: crew changed"), names_units=True),
    "remove-crew": Edit(remove_crew, ("unit", "position"), UNIT, _("{unit}: crew changed")),
    "set-force": Edit(set_force, ("unit", "word"), UNIT, _("{unit}: force changed")),
    "set-head": Edit(set_head, ("head",), HEAD, _("List settings changed")),
    "take-stage": Edit(take_stage, ("slug", "slug", "word"), HEAD, _("Campaign scenario applied")),
}
