"""The third scenario: each side names a survivor of another as successor, in secret, and reveals it (First Wave p. 12).

A side stores the SHA-256 digest of "key/name" alone. Its player keeps the key; nobody else has it, this site included.
When the key is shown, everybody can work out the digest again: the name was not changed.
"""

import hashlib

from rules.games.first_wave.analysis import ANIMAL, CHIEF, LINEAGE
from rules.games.first_wave.play.scores import facing, is_eliminated
from rules.games.first_wave.play.state import FIGHTER, has
from rules.play.battle import Battle

SUCCESSOR = "successor"
SEAL, SEAL_KEY = "step-seal", "step-seal-key"  # of a step of the set-up: not among the counters of a page


def chief_path(battle: Battle, side: int | str) -> str | None:
    """The path of the chief of a side; None where its list has none."""
    units = battle.sides[int(side)].units
    return next((f"{side}/{unit.key}" for unit in units if has(unit, CHIEF)), None)


def candidates(battle: Battle, side: int) -> list[str]:
    """The survivors whom a side may name: of another side, neither chief nor animal (p. 12)."""
    return [
        f"{other}/{unit.key}"
        for other in facing(battle, side)
        for unit in battle.sides[other].units
        if unit.kind == FIGHTER and not (has(unit, CHIEF) or has(unit, ANIMAL))
    ]


def candidate_name(battle: Battle, path: str) -> str:
    """What a survivor is called as a successor: the name, and the number on the sheet."""
    unit = battle.units_by_path[path]
    return f"{unit.name.fr[:190]} (#{(unit.index or 0) + 1})"


def successor_path(battle: Battle, side: int) -> str | None:
    """The path of the survivor whom a side revealed as successor; None as long as it has not."""
    name = battle.value(f"{side}/{SUCCESSOR}")
    return next((path for path in candidates(battle, side) if candidate_name(battle, path) == name), None)


def has_ended_the_line(battle: Battle, side: int) -> bool:
    successor = successor_path(battle, side)
    chief = chief_path(battle, successor.split("/")[0]) if successor else None
    return bool(successor and chief and is_eliminated(battle, successor) and is_eliminated(battle, chief))


def sealed(key: str, name: str) -> str:
    """The seal of a name: the SHA-256 digest of "key/name" in UTF-8, as hexadecimal digits."""
    return hashlib.sha256(f"{key}/{name}".encode()).hexdigest()


def opened(battle: Battle, side: int, key: str) -> str | None:
    """The path of the survivor whom a key shows to be under the seal of a side; None where it is not its key."""
    seal = battle.value(f"{side}/{SEAL}")
    names = ((path, candidate_name(battle, path)) for path in candidates(battle, side))
    return next((path for path, name in names if sealed(key, name) == seal), None)


def is_proven(battle: Battle, side: int) -> bool:
    """Whether the name that a side revealed is the one that it had sealed."""
    name, key = battle.value(f"{side}/{SUCCESSOR}"), battle.value(f"{side}/{SEAL_KEY}")
    return bool(name and key) and sealed(str(key), str(name)) == battle.value(f"{side}/{SEAL}")


def chief_is_out(battle: Battle, side: int) -> bool:
    """Whether the chief of another side than this is eliminated."""
    chiefs = (chief_path(battle, other) for other in facing(battle, side))
    return any(chief and is_eliminated(battle, chief) for chief in chiefs)


def somebody_is_out(battle: Battle, side: int) -> bool:
    """Whether a survivor of another side than this is eliminated."""
    paths = (f"{other}/{unit.key}" for other in facing(battle, side) for unit in battle.sides[other].units)
    return any(is_eliminated(battle, path) for path in paths)


def may_name(battle: Battle, side: int) -> bool:
    """Whether a side may still name a successor: once it has, only until somebody facing it is out (ruling A77)."""
    return battle.scenario == LINEAGE and not (battle.value(f"{side}/{SEAL}") and somebody_is_out(battle, side))
