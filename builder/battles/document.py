"""The exchange format `bivouac-battle/1`: a battle read from and written to decoded JSON, whole or its state alone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.battles.spec import BATTLES
from rules.play.battle import FORMAT, SHAPES, UNITS, BattleDocument

LONGEST_LOG = 2_000_000  # bytes of a battle's marks

BATTLE = SHAPES.record(BattleDocument)


def read(data: Any) -> BattleDocument:
    """The battle of decoded JSON; of before, it is one of companions where its game is. Raises `Refused`."""
    battle = BATTLE.read(data)
    return replace(battle, companions=battle.companions or (battle.game in BATTLES and BATTLES[battle.game].companions))


def write(battle: BattleDocument) -> dict[str, Any]:
    """Decoded JSON of a battle; what is as by default is left out."""
    return BATTLE.write(battle)


# The state, stored apart: marks and the units on the table, which change with each mark.


def read_state(setup: BattleDocument, data: Mapping[str, Any]) -> BattleDocument:
    """The battle `setup` with the state that `write_state` gave."""
    marks, others = data.get("marks", {}), data.get("others", {})
    return setup.with_state(marks, UNITS.read(others) if others else {})


def write_state(battle: BattleDocument, logged: int) -> dict[str, Any]:
    """The marks, the units on the table and how many bytes the log has (states of before lack it), as decoded JSON."""
    return {"marks": dict(battle.marks), "others": UNITS.write(battle.others), "logged": logged}


def schema() -> dict[str, Any]:
    """The JSON Schema of the format."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT} | BATTLE.schema()
