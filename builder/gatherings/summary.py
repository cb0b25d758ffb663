"""The gathering of a roster, for the roster's own pages and its sheet."""

from typing import Any

from django.dispatch import receiver

from builder.gatherings.models import Chapter, Membership
from builder.gatherings.permissions import memberships_of
from builder.gatherings.spec import GATHERINGS
from builder.gatherings.state import GatheringState, day_of
from builder.lists.gathering_summary import GatheringSummary, summary_requested
from builder.lists.models import Roster


@receiver(summary_requested)
def summary_of(roster: Roster, **_signal: Any) -> GatheringSummary | None:
    """The summary of the gathering that a roster is in; None where it is in none, or its game assembles none."""
    if roster.game not in GATHERINGS:
        return None
    rows = Membership.objects.filter(roster=roster.pk, left__isnull=True, gathering__deleted__isnull=True)
    membership = rows.select_related("gathering").first()
    if membership is None:
        return None
    gathering = membership.gathering
    state = GatheringState(gathering, memberships_of(gathering))
    return GatheringSummary(
        pk=gathering.pk,
        name=gathering.name,
        members=len(state.conditions),
        roles=tuple((entry.slug, tuple(names)) for entry, names in state.roles),
        played=tuple(
            (day_of(chapter).isoformat(), chapter.title, took_part(chapter, roster)) for chapter in state.held
        ),
        planned=tuple((chapter.date.isoformat() if chapter.date else "", chapter.title) for chapter in state.planned),
    )


def took_part(chapter: Chapter, roster: Roster) -> bool:
    """Whether a roster took part in a chapter, as this member or as one before it left and came back."""
    return any(participation.membership.roster_id == roster.pk for participation in chapter.participations.all())
