"""What lists are told of the battles that they were in."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.dispatch import receiver
from django.utils.timezone import localdate

from builder.battles.models import Battle, BattleRoster
from builder.lists.battle_record import BattleEntry, battles_requested
from builder.lists.models import Roster
from builder.lists.thinning import states_requested
from builder.web.kept_queries import kept_query

MOST_SHOWN = 100


@receiver(battles_requested)
def battles_of(roster: Roster, **_signal: Any) -> Sequence[BattleEntry]:
    """The latest battles of a list, latest first."""
    return [entry(battle) for battle in latest_battles(roster.pk)]


@kept_query
def latest_battles(roster: int) -> QuerySet[Battle]:
    """The battles of a list, with how it fared."""
    fared = {name: F(f"rosters__{name}") for name in ("outcome", "survived", "fielded")}
    battles = Battle.objects.filter(rosters__roster=roster).annotate(**fared).order_by("-created", "-pk")
    return battles.defer("setup", "state")[:MOST_SHOWN]


def entry(battle: Any) -> BattleEntry:
    return BattleEntry(
        battle.address,
        battle.name,
        localdate(battle.created),
        battle.ended is not None,
        battle.outcome,
        battle.survived,
        battle.fielded,
    )


@receiver(states_requested)
def states_of_battles(roster: Roster, **_signal: Any) -> Iterable[int | None]:
    """The states of a list in which it was played: thinning keeps them."""
    return BattleRoster.objects.filter(roster=roster).values_list("revision", flat=True)
