"""The battles of chapters, as the pages of a campaign show them."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from builder.battles.loading import document_of
from builder.battles.models import Battle, BattleRoster
from builder.gatherings.played import PlayedBattle, PlayedSide, battles_requested
from rules.play.battle import Result

NOTHING = Result()


@receiver(battles_requested)
def battles_of_chapters(chapters: Sequence[int], **_signal: Any) -> list[PlayedBattle]:
    """The battles of chapters by their pks, the first one first; results are read where they are yet to be recorded."""
    there = Battle.objects.filter(chapter__in=chapters).order_by("pk").prefetch_related("rosters")
    rows = [*there.defer("setup", "state")]
    over = [row.pk for row in rows if row.ended]
    to_record = Battle.objects.filter(chapter__held=False, pk__in=over) if over else ()
    results = {row.pk: document_of(row).result or NOTHING for row in to_record}
    return [played(row, results.get(row.pk, NOTHING)) for row in rows]


def played(row: Battle, result: Result) -> PlayedBattle:
    sides = tuple(played_side(roster, result) for roster in row.rosters.all())
    addresses = reverse("battle", args=[row.pk]), reverse("battle-watch", args=[row.watch_key])
    return PlayedBattle(row.chapter_id or 0, *addresses, row.ended, sides)


def played_side(row: BattleRoster, result: Result) -> PlayedSide:
    """A list with its result. A goal is reached where the result keeps its name with another number than 0."""
    if row.number >= len(result.sides):
        return PlayedSide(row.roster_id, row.revision, row.outcome)
    side = result.sides[row.number]
    reached = tuple(name for name, value in side.facts.items() if value not in (0, ""))
    return PlayedSide(row.roster_id, row.revision, row.outcome, reached, side.feats)
