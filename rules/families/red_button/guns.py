"""What a unit of a list may shoot with, by its list or by what the battle remembers of it."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.catalogue import Item
from rules.families.red_button.traits import has_trait
from rules.families.red_button.weapons import NEVER_DRY
from rules.play.battle import Context, Unit, listed, side_of_path
from rules.play.guns import Gun, numbered

NET_LAUNCHER = "lance-filet"
ROUNDS, VEHICLE = "rounds", "vehicle"


def analysis_of(context: Context, path: str) -> Any:
    """The analysis of the unit at a path in the list that it comes from; None where there is none."""
    unit, side = context.battle.units_by_path.get(path), side_of_path(path)
    loaded = context.lists[side] if side is not None and side < len(context.lists) else None
    if unit is None or loaded is None or unit.index is None or unit.index >= len(loaded.analysis.units):
        return None
    return loaded.analysis.units[unit.index]


def guns_of(context: Context, path: str) -> Sequence[Gun]:
    """The weapons that the unit at a path may shoot with, in the order of its list."""
    unit, analysis = context.battle.units_by_path.get(path), analysis_of(context, path)
    if unit is None:
        return ()
    if analysis is None:
        return remembered_guns(context, path, unit)
    if analysis.kind == VEHICLE:
        return numbered(((item, option.ammunition) for item, option in analysis.options if is_gun(item)), mounted=True)
    dry = NEVER_DRY.isdisjoint(analysis.context.advantages)
    return numbered(((item, weapon.ammunition) for item, weapon in analysis.weapons if item.ranged), dry=dry)


def is_gun(item: Item) -> bool:
    """Whether it shoots; nets have a throw of their own."""
    return item.ranged is not None and item.slug != NET_LAUNCHER


def remembered_guns(context: Context, path: str, unit: Unit) -> Sequence[Gun]:
    """Those that the battle itself remembers, where the list is gone."""
    mounted, side = unit.kind == VEHICLE, side_of_path(path)
    items = context.catalogue.options if mounted else context.catalogue.weapons
    slugs = listed(unit.facts, "options" if mounted else "weapons")
    carried = (
        (items[slug], listed(unit.facts, f"{ROUNDS}-{number}"))
        for number, slug in enumerate(slugs)
        if slug in items and is_gun(items[slug])
    )
    dry = mounted or not any(has_trait(context.battle, side, "advantages", slug) for slug in NEVER_DRY)
    return numbered(carried, mounted, dry)


def rounds_facts(carried: Sequence[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rounds bought for weapons or options, by their places, as facts for `remembered_guns`."""
    for number, weapon in enumerate(carried):
        if weapon.ammunition:
            yield f"{ROUNDS}-{number}", tuple(weapon.ammunition)
