"""Who may be given what a list misses."""

from typing import Any


def is_fighter(unit: Any) -> bool:
    return unit.kind == "fighter"


def could_lead(unit: Any) -> bool:
    return is_fighter(unit) and not unit.unit.slave and "animal" not in unit.tags
