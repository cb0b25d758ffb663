"""The lists of a battle, each in the state that it joined with; and what pages read of a battle."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, TypeVar

from django.utils.translation import get_language

from builder.battles.access import BattleAccess
from builder.battles.document import BattleDocument, read, read_state, write_setup, write_state
from builder.battles.models import Battle, BattleRoster
from builder.battles.spec import BattleContext
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision
from builder.web.keys import new_key
from rules.loading import catalogue
from rules.shapes import Refused

KEPT_UNITS = 3_000  # of the setups that a process remembers, and again of the lists

Kept = TypeVar("Kept")


class Remembered(Generic[Kept]):
    """What a process remembers of battles by its keys: what was used last, of so many units in all."""

    def __init__(self, units: Callable[[Kept], int], most: int = KEPT_UNITS) -> None:
        self.units, self.most = units, most
        self.kept: dict[Any, Kept] = {}

    def get(self, key: Any, read: Callable[[], Kept]) -> Kept:
        """What is kept under a key, else what `read` gives."""
        found = self.kept.pop(key, None)
        if found is None:
            found = read()
            self.make_room(self.units(found))
        self.kept[key] = found
        return found

    def make_room(self, units: int) -> None:
        """Forget what was not used for longest, until so many more units may be remembered."""
        for key, one in reversed([*self.kept.items()]):
            units += self.units(one)
            if units > self.most:
                self.kept.pop(key, None)


SETUPS: Remembered[BattleDocument] = Remembered(lambda battle: sum(len(side.units) for side in battle.sides) + 1)
LISTS: Remembered[LoadedRoster] = Remembered(lambda loaded: sum(unit.count for unit in loaded.document.units) + 1)


def document_of(row: Battle) -> BattleDocument:
    """The battle of a row; the row may be without its `setup` where this process has read it already."""
    return read_state(SETUPS.get(row.setup_key, lambda: read(row.setup)), row.state)


def columns_of(battle: BattleDocument, logged: int = 0) -> dict[str, Any]:
    """The columns of a row for a battle whose setup has changed; logged: bytes of its log."""
    return {"setup": write_setup(battle), "setup_key": new_key(), "state": write_state(battle, logged)}


def list_of(row: BattleRoster, notes: bool = True) -> LoadedRoster | None:
    """The list of a side as it joined; None where it is erased or can no longer be read.

    notes -- with the notes of its player, which are for nobody else
    """
    roster = row.roster_id
    if roster is None:
        return None
    # The key of the battle's setup tells it from the state of a list that had the same numbers before a restore.
    key = row.battle.setup_key, roster, row.revision, notes
    try:
        return LISTS.get(key, lambda: loaded_state(roster, row.revision, notes))
    except (Revision.DoesNotExist, Refused):
        return None


def loaded_state(roster: int, number: int, notes: bool) -> LoadedRoster:
    """A state of a list, read. Raises `Revision.DoesNotExist` and `Refused`."""
    loaded = LoadedRoster.from_data(Revision.objects.with_base().get(roster=roster, number=number).document)
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
