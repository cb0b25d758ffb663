"""What lists are told of the battles that they were in."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.dispatch import receiver
from django.utils.timezone import localdate

from builder.battles.models import BattleRoster
from builder.lists.battle_record import BattleEntry, battles_requested
from builder.lists.models import Roster
from builder.lists.thinning import states_requested

MOST_SHOWN = 100


@receiver(battles_requested)
def battles_of(roster: Roster, **_signal: Any) -> Sequence[BattleEntry]:
    """The latest battles of a list, latest first."""
    rows = BattleRoster.objects.filter(roster=roster.pk).order_by("-battle__created", "-battle")
    light = rows.select_related("battle").defer("battle__setup", "battle__state")
    return [entry(row) for row in light[:MOST_SHOWN]]


def entry(row: BattleRoster) -> BattleEntry:
    battle = row.battle
    return BattleEntry(
        battle.address,
        battle.name,
        localdate(battle.created),
        battle.ended is not None,
        row.outcome,
        row.survived,
        row.fielded,
    )


@receiver(states_requested)
def states_of_battles(roster: Roster, **_signal: Any) -> Iterable[int | None]:
    """The states of a list in which it was played: thinning keeps them."""
    return BattleRoster.objects.filter(roster=roster).values_list("revision", flat=True)
