"""The lists of a battle, each in the state that it joined with; and what pages read of a battle."""

from functools import lru_cache

from builder.battles.access import BattleAccess
from builder.battles.document import BattleDocument, read
from builder.battles.models import Battle, BattleRoster
from builder.battles.spec import BattleContext
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision
from rules.loading import catalogue
from rules.shapes import Refused

KEPT_LISTS = 128  # lists that a process remembers: a state never changes


def document_of(battle: Battle) -> BattleDocument:
    """The battle's document, read."""
    return read(battle.document)


def list_of(row: BattleRoster) -> LoadedRoster | None:
    """The list of a side as it joined; None where it is erased or can no longer be read."""
    if row.roster_id is None:
        return None
    try:
        return loaded_state(row.roster_id, row.revision)
    except (Revision.DoesNotExist, Refused):
        return None


@lru_cache(KEPT_LISTS)
def loaded_state(roster: int, number: int) -> LoadedRoster:
    """A state of a list, read. Raises `Revision.DoesNotExist` and `Refused`."""
    return LoadedRoster.from_data(Revision.objects.with_base().get(roster=roster, number=number).document)


def context_of(access: BattleAccess, language: str, battle: BattleDocument | None = None) -> BattleContext:
    """What pages read of a battle, for who has this access."""
    battle = battle or document_of(access.battle)
    return BattleContext(
        battle=battle,
        catalogue=catalogue(battle.game, battle.edition),
        lists=[list_of(one) for one in access.rosters],
        language=language,
        side=access.side,
    )
