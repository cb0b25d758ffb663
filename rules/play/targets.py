"""Who or what is aimed at or fought."""

from dataclasses import dataclass

from rules.play.battle import Battle
from rules.text import Text


@dataclass(frozen=True)
class Target:
    """Who or what is aimed at or fought.

    path     -- in the battle; "" for what is named by hand, as a book's data have it
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
    rules: tuple[str, ...] = ()

    def facts(self) -> dict[str, int]:
        """What is so of it, for the conditions of a shot."""
        slugs = dict.fromkeys([f"target-{slug}" for slug in (self.kind, *self.rules)], 1)
        return slugs | {"armoured": self.armoured, "shield": self.shield}


def is_on_side(battle: Battle, path: str, side: str) -> bool:
    return path.split("/")[0] == side and not battle.is_down(path)
