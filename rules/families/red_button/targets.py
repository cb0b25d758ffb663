"""Who may be aimed at, in the order in which a player thinks of them."""

from collections.abc import Iterator

from rules.play.battle import OTHERS, Battle


def ordered(battle: Battle, shooter: str) -> Iterator[str]:
    """The paths of all units: enemies, what no list has, the shooter's own side."""
    own = shooter.split("/")[0]

    def rank(path: str) -> int:
        owner = path.split("/")[0]
        return 2 if owner == own else 1 if owner == OTHERS else 0

    yield from sorted(battle.units_by_path, key=rank)
