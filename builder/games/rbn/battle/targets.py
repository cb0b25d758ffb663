"""What may be aimed at or fought: a unit of the battle, or what is named by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.battles.document import OTHERS, BattleDocument, BattleUnit
from builder.battles.spec import BattleContext, Choice, Words
from builder.games.rbn.battle.units import DESTROYED, OUT_OF_ACTION, WOUNDS
from rules.text import _

ARMOUR = "armure"
BY_HAND: dict[str, tuple[str, str, bool]] = {  # slug: (name, size of a vehicle, in armour)
    "on-foot": (_("Somebody on foot"), "", False),
    "armoured": (_("Somebody on foot, in armour"), "", True),
    "leger": (_("A light vehicle"), "leger", False),
    "moyen": (_("A medium vehicle"), "moyen", False),
    "lourd": (_("A heavy vehicle"), "lourd", False),
}


@dataclass(frozen=True)
class Target:
    """Who or what is aimed at.

    path     -- in the battle; "" for what is named by hand
    size     -- leger, moyen or lourd, for its damage table; "" for a figure on foot
    armoured -- wears armour
    rules    -- slugs of what a hostile element is: minuscule, nuee ...
    """

    name: Words
    path: str = ""
    size: str = ""
    armoured: bool = False
    rules: frozenset[str] = frozenset()


def rules_of(unit: BattleUnit) -> frozenset[str]:
    """The rules of a hostile element; none of a unit of a list."""
    return frozenset(str(unit.known.get("rules", "")).split())


def target_of(battle: BattleDocument, slug: str) -> Target:
    """The target behind the slug of a choice of `target_choices`."""
    unit = battle.units_by_path.get(slug)
    if unit is None:
        name, size, armoured = BY_HAND[slug]
        return Target(name, size=size, armoured=armoured)
    armoured = bool(unit.known.get("armour")) or ARMOUR in rules_of(unit)
    return Target(unit.name, slug, str(unit.known.get("damage", "")), armoured, rules_of(unit))


def target_choices(context: BattleContext, shooter: str, chosen: str = "", by_hand: bool = True) -> Sequence[Choice]:
    """Whom a unit may aim at: enemies first, then what no list has, then its own side, then what is named by hand.

    chosen -- stays among them even if it takes part no more, so that dice that fell can be read again
    """
    battle = context.battle
    paths = [path for path in ordered(battle, shooter) if path == chosen or may_be_hit(battle, path)]
    choices = [Choice(path, battle.units_by_path[path].name) for path in paths if path != shooter]
    hand = [Choice(slug, name) for slug, (name, _size, _armoured) in BY_HAND.items()]
    return (*choices, *hand) if by_hand else choices


def ordered(battle: BattleDocument, shooter: str) -> Iterator[str]:
    """The paths of all units: enemies, what no list has, the shooter's own side."""
    own = shooter.split("/")[0]

    def rank(path: str) -> int:
        owner = path.split("/")[0]
        return 2 if owner == own else 1 if owner == OTHERS else 0

    yield from sorted(battle.units_by_path, key=rank)


def may_be_hit(battle: BattleDocument, path: str) -> bool:
    """What takes part; a vehicle that is out of action too, which one more breakdown blows up (RBN p. 18)."""
    if not battle.is_down(path):
        return True
    return bool(battle.number(f"{path}/{OUT_OF_ACTION}")) and not battle.number(f"{path}/{DESTROYED}")


def is_wounded(battle: BattleDocument, path: str) -> bool:
    """Whether a unit rolls 1D6 less: a wound that armour takes is free (RBN p. 19, 30)."""
    marker = battle.markers_by_path.get(f"{path}/{WOUNDS}")
    return marker is not None and battle.number(f"{path}/{WOUNDS}") > marker.free


def figure_choices(battle: BattleDocument, owner: str) -> list[Choice]:
    """The figures on foot of a side (or of what no list has) that still take part."""
    return [
        Choice(path, unit.name)
        for path, unit in battle.units_by_path.items()
        if path.split("/")[0] == owner and unit.kind != "vehicle" and not battle.is_down(path)
    ]


def aboard(battle: BattleDocument, path: str) -> list[str]:
    """The paths of who sits in a vehicle, "" for an empty seat; the pilot's seat is the first.

    A seat says a name: that of whom the list seats there, else of a unit of the side.
    """
    unit, side = battle.units_by_path[path], path.split("/")[0]
    seats = [one.key for one in unit.markers if one.key.startswith("seat-")]
    return [who_sits(battle, side, str(battle.value(f"{path}/{key}")), str(unit.known.get(key, ""))) for key in seats]


def who_sits(battle: BattleDocument, side: str, name: str, noted: str) -> str:
    """The path of the unit of a side that has this name, the noted one first."""
    if not name:
        return ""
    own = {path: unit for path, unit in battle.units_by_path.items() if path.split("/")[0] == side}
    named = [path for path, unit in own.items() if name in (unit.name.fr[:60], unit.name.en[:60])]
    return next((path for path in (f"{side}/{noted}", *named) if path in named), "")
