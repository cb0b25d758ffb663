"""Who or what is aimed at or fought."""

from dataclasses import dataclass

from rules.play.battle import Battle
from rules.text import Text


@dataclass(frozen=True)
class Target:
    """Who or what is aimed at or fought.

    path     -- in the battle; "" for what is named by hand
    kind     -- of its table, such as survivant; `size`: of a vehicle's, "" for a figure on foot
    armoured, shield, plated, still -- wears armour, has a shield, has plating, is immobilised
    rules    -- slugs of what it is: minuscule, nuee ...
    """

    name: Text
    path: str = ""
    kind: str = ""
    size: str = ""
    armoured: bool = False
    shield: bool = False
    plated: bool = False
    still: bool = False
    rules: frozenset[str] = frozenset()


def is_on_side(battle: Battle, path: str, side: str) -> bool:
    return path.split("/")[0] == side and not battle.is_down(path)
