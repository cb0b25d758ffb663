"""What a player can do to a convoy beside what every list allows."""

import re
from dataclasses import replace
from functools import partial
from operator import not_
from typing import Any

from builder.families.red_button.edits import FIGHTER_EDITS, fighter_at, vehicle_at, with_rounds_toggled
from builder.lists.edits import (
    HEAD,
    LIST,
    UNIT,
    BadEdit,
    Edit,
    Fields,
    add_unit,
    change_unit,
    entry_at,
    field_edit,
    number,
    replaced,
    with_one_more,
    without,
)
from builder.wording import local
from rules.catalogue import Catalogue, Profile
from rules.families.red_button.document import POSTS, CrewMember, Option, Vehicle
from rules.games.rbn.document import SHAPE, Convoy
from rules.shapes import Exactly, String
from rules.text import _

RIDER = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})").fullmatch
FORCES = ("attack", "reserve")
MOST_BONUS = 1_000
UNITS = SHAPE.fields["units"][0].shape


# --- the list -------------------------------------------------------------------------------------------------------


def add_vehicle(document: Convoy, type_: str) -> Convoy:
    return add_unit(document, Vehicle(type=type_))


def add_profile(document: Convoy, slug: str, catalogue: Catalogue) -> Convoy:
    """A ready-made unit of the book, with its name there."""
    profile = catalogue.profiles.get(slug)
    if profile is None:
        raise BadEdit(_("This book has no such ready-made unit."))
    return add_unit(document, replace(ready_made(catalogue, profile), name=local(profile.name)))


def ready_made(catalogue: Catalogue, profile: Profile) -> Any:
    """The typed unit of a profile, read once and kept in the catalogue."""
    units = catalogue.ready_made
    if profile.slug not in units:
        units[profile.slug] = UNITS.read(profile.unit)
    return units[profile.slug]


# --- one field of a unit --------------------------------------------------------------------------------------------


def one_more_option(options: tuple[Option, ...], slug: str) -> tuple[Option, ...]:
    return with_one_more(options, Option(slug))


def with_mount_toggled(options: tuple[Option, ...], position: int) -> tuple[Option, ...]:
    option = entry_at(options, position)
    return replaced(options, position, replace(option, demountable=not option.demountable))


# --- a vehicle ------------------------------------------------------------------------------------------------------


def add_crew(document: Convoy, index: int, fields: Fields) -> Convoy:
    """Note somebody on a vehicle: the field `rider` is "unit copy", two indexes; `post` is one of `POSTS`."""
    crew = vehicle_at(document, index).crew
    rider, post = RIDER(fields.get("rider", "").strip()), fields.get("post", "")
    if rider is None or post not in POSTS:
        raise BadEdit(_("Choose who is on board and their seat."))
    member = CrewMember(int(rider[1]), int(rider[2]), post)
    fighter_at(document, member.unit)
    return change_unit(document, index, crew=with_one_more(crew, member))


def set_force(document: Convoy, index: int, force: str) -> Convoy:
    """Attack force, reserve, or (`none`) not noted."""
    if force not in (*FORCES, "none"):
        raise BadEdit(_("Attack force or reserve?"))
    return change_unit(document, index, force=None if force == "none" else force)


# --- the head -------------------------------------------------------------------------------------------------------


def take_stage(document: Convoy, scenario: str, role: str, bonus: str) -> Convoy:
    """Take on a scenario of a campaign: the role (or `none`) and the points won for it (p. 37)."""
    points = number(bonus)
    if points > MOST_BONUS:
        raise BadEdit(_("Enter a number."))
    return replace(document, scenario=scenario, role=None if role == "none" else role, bonus=points)


of_vehicle = partial(field_edit, vehicle_at)
EDITS = FIGHTER_EDITS | {
    "add-vehicle": Edit(add_vehicle, ("slug",), LIST, _("{item} added"), opens=False),
    "add-profile": Edit(add_profile, ("slug", "catalogue"), LIST, _("{item} added"), opens=False),
    "set-type": Edit(of_vehicle("type", lambda _old, slug: slug), ("unit", "slug"), UNIT, _("{unit}: type changed")),
    "toggle-flying": Edit(of_vehicle("flying", not_), ("unit",), UNIT, _("{unit}: flying or not")),
    "add-option": Edit(of_vehicle("options", one_more_option), ("unit", "slug"), UNIT, _("{unit}: {item} added")),
    "remove-option": Edit(of_vehicle("options", without), ("unit", "position"), UNIT, _("{unit}: option removed")),
    "toggle-demountable": Edit(
        of_vehicle("options", with_mount_toggled), ("unit", "position"), UNIT, _("{unit}: gun mount changed")
    ),
    "toggle-option-rounds": Edit(
        of_vehicle("options", with_rounds_toggled), ("unit", "position", "slug"), UNIT, _("{unit}: rounds changed")
    ),
    "add-crew": Edit(
        add_crew,
        ("unit", "fields"),
        UNIT,
        _("{unit}: crew changed"),
        names_units=True,
        form={"rider": String(), "post": Exactly(*POSTS)},
    ),
    "remove-crew": Edit(of_vehicle("crew", without), ("unit", "position"), UNIT, _("{unit}: crew changed")),
    "set-force": Edit(set_force, ("unit", "word"), UNIT, _("{unit}: force changed")),
    "take-stage": Edit(take_stage, ("slug", "slug", "word"), HEAD, _("Campaign scenario applied")),
}
