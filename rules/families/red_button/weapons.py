"""Rules of weapons by their slugs, and what a weapon is by them."""

from typing import Any

FOOT_BASE, VEHICLE_BASE, MELEE_BASE = 3, 2, 3
ARMOUR_PIERCING, ONCE, CUMBERSOME, HEAVY = "anti-blindage", "tir-unique", "encombrant", "lourde"
RETURNS = "retour-probable"
RELOADS, TANK = "rechargement", "reservoir"
USELESS_ON_VEHICLES = {"taser-exotique"}
USED, DRY, RELOADING = "used", "dry", "reloading"  # of items, in the keys of their markers
NEVER_DRY = {"enfants-du-13", "phantom-squad"}


def ends_used(item: Any) -> bool:
    """Whether a weapon is marked as used: a single shot, a boomerang that has hit or does not come back (p. 21)."""
    return ONCE in item.rules or RETURNS in item.rules


def item_key(state: str, slug: str, number: int = 1) -> str:
    """The key of the marker of a unit's first, second ... item of a kind in a state."""
    return f"{state}-{slug}" + (f"-{number}" if number > 1 else "")
