"""The lists of a battle, each in the state that it joined with; and what pages read of a battle."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from builder.battles.access import BattleAccess
from builder.battles.document import BattleDocument, read, read_state, write_setup, write_state
from builder.battles.models import Battle, BattleRoster
from builder.battles.spec import BattleContext
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision
from builder.web.keys import new_key
from rules.loading import catalogue
from rules.shapes import Refused

KEPT_SETUPS = 256  # setups that a process remembers, by their keys
SETUPS: dict[str, BattleDocument] = {}
KEPT_LISTS = 128  # lists that a process remembers: a state never changes


def document_of(row: Battle) -> BattleDocument:
    """The battle of a row; the row may be without its `setup` where this process has read it already."""
    kept = SETUPS.get(row.setup_key)
    if kept is None:
        kept = read(row.setup)
        while len(SETUPS) >= KEPT_SETUPS:
            SETUPS.pop(next(iter(SETUPS)), None)
        SETUPS[row.setup_key] = kept
    return read_state(kept, row.state)


def columns_of(battle: BattleDocument, logged: int = 0) -> dict[str, Any]:
    """The columns of a row for a battle whose setup has changed; logged: bytes of its log."""
    return {"setup": write_setup(battle), "setup_key": new_key(), "state": write_state(battle, logged)}


def list_of(row: BattleRoster, notes: bool = True) -> LoadedRoster | None:
    """The list of a side as it joined; None where it is erased or can no longer be read.

    notes -- with the notes of its player, which are for nobody else
    """
    if row.roster_id is None:
        return None
    try:
        return loaded_state(row.battle.setup_key, row.roster_id, row.revision, notes)
    except (Revision.DoesNotExist, Refused):
        return None


@lru_cache(KEPT_LISTS)
def loaded_state(_setup_key: str, roster: int, number: int, notes: bool) -> LoadedRoster:
    """A state of a list, read. Raises `Revision.DoesNotExist` and `Refused`.

    The key of the battle's setup tells it from the state of a list that had the same numbers before a restore.
    """
    loaded = LoadedRoster.from_data(Revision.objects.with_base().get(roster=roster, number=number).document)
    if notes:
        return loaded
    units = tuple(replace(unit, notes="") for unit in loaded.document.units)
    return LoadedRoster(replace(loaded.document, notes="", log=(), units=units))


def context_of(access: BattleAccess, language: str, battle: BattleDocument | None = None) -> BattleContext:
    """What pages read of a battle, for who has this access."""
    battle = battle or document_of(access.battle)
    return BattleContext(
        battle=battle,
        catalogue=catalogue(battle.game, battle.edition),
        lists=[list_of(one, notes=one.number in access.mine) for one in access.rosters],
        language=language,
        side=access.side,
    )
