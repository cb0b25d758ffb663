"""The lists of a battle, each in the state that it joined with; and what pages read of a battle."""

from dataclasses import replace
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from django.utils.translation import get_language

from builder.battles.access import BattleAccess
from builder.battles.document import read, read_state, write, write_state
from builder.battles.models import Battle, BattleRoster
from builder.battles.spec import BattleContext
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision
from builder.web.keys import new_key
from rules.loading import catalogue
from rules.play.battle import BattleDocument
from rules.shapes import Refused

KEPT_UNITS = 3_000  # of the setups that a process remembers, and again of the lists


def units_of_setup(battle: BattleDocument) -> int:
    return sum(len(side.units) for side in battle.sides) + 1


def units_of_list(loaded: LoadedRoster) -> int:
    return sum(unit.count for unit in loaded.document.units) + 1


@cached(LRUCache(KEPT_UNITS, units_of_setup), key=lambda row: row.setup_key, lock=Lock())
def setup_of(row: Battle) -> BattleDocument:
    return read(row.setup)


def document_of(row: Battle) -> BattleDocument:
    """The battle of a row; the row may be without its `setup` where this process has read it already."""
    return read_state(setup_of(row), row.state)


def columns_of(battle: BattleDocument, logged: int = 0) -> dict[str, Any]:
    """The columns of a row for a battle whose setup has changed; logged: bytes of its log."""
    setup = write(replace(battle, marks={}, others={}))
    return {"setup": setup, "setup_key": new_key(), "state": write_state(battle, logged)}


def list_of(row: BattleRoster, notes: bool = True) -> LoadedRoster | None:
    """The list of a side as it joined; None where it is erased or can no longer be read.

    notes -- with the notes of its player, which are for nobody else
    """
    if row.roster_id is None:
        return None
    try:
        # The key of the battle's setup tells it from the state of a list that had the same numbers before a restore.
        return joined_list(row.battle.setup_key, row.roster_id, row.revision, notes)
    except (Revision.DoesNotExist, Refused):
        return None


@cached(LRUCache(KEPT_UNITS, units_of_list), lock=Lock())
def joined_list(_setup_key: str, roster: int, revision: int, notes: bool) -> LoadedRoster:
    """A state of a list, read. Raises `Revision.DoesNotExist` and `Refused`."""
    loaded = LoadedRoster.from_data(Revision.objects.with_base().get(roster=roster, number=revision).document)
    if notes:
        return loaded
    units = tuple(replace(unit, notes="") for unit in loaded.document.units)
    return LoadedRoster(replace(loaded.document, notes="", log=(), units=units))


def context_of(access: BattleAccess, battle: BattleDocument | None = None) -> BattleContext:
    """What pages read of a battle, for who has this access."""
    battle = battle or document_of(access.battle)
    return BattleContext(
        battle=battle,
        catalogue=catalogue(battle.game, battle.edition),
        lists=[list_of(roster, notes=roster.number in access.mine) for roster in access.rosters],
        language=get_language() or "fr",
        side=access.side,
    )
