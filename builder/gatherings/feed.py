"""The feed of a gathering: the organiser's news, who joined and left, chapters that were played; newest first."""

from dataclasses import dataclass
from datetime import date, datetime, time

from django.db.models import QuerySet
from django.utils.timezone import make_aware

from builder.gatherings.models import Chapter, Gathering, Membership, News, Participation, Regrouping
from builder.gatherings.state import SharedState, day_of

MOST_SHOWN = 30


@dataclass(frozen=True)
class Event:
    """Something that happened. `kind`: "news" (of a News), "joined", "left" (Membership), "held" (Chapter),
    "merged", "split" (Regrouping).

    A participation (`Participation`) with a fate has that as its kind: dead, zombie, reincarnated ...
    """

    when: datetime
    kind: str
    row: News | Membership | Chapter | Participation | Regrouping

    @property
    def key(self) -> tuple[datetime, str, int]:
        return self.when, self.kind, self.row.pk


def feed(state: SharedState) -> list[Event]:
    """The latest `Event`s, newest first."""
    events = [Event(row.made, "news", row) for row in news(state.gathering)]
    events += [Event(membership.joined, "joined", membership) for membership in state.memberships]
    events += [Event(membership.left, "left", membership) for membership in state.memberships if membership.left]
    regroupings = Regrouping.of(state.gathering).select_related("source", "target")
    events += [Event(row.made, row.kind, row) for row in regroupings]
    events += [Event(noon(day_of(chapter)), "held", chapter) for chapter in state.held]
    parts = ((chapter, part) for chapter in state.held for part in chapter.participations.all() if part.fate)
    events += [Event(noon(day_of(chapter)), part.fate, part) for chapter, part in parts]
    return sorted(events, key=lambda event: event.key, reverse=True)[:MOST_SHOWN]


def news(gathering: Gathering) -> QuerySet[News]:
    return News.objects.filter(gathering=gathering, deleted__isnull=True)[:MOST_SHOWN]


def noon(day: date) -> datetime:
    return make_aware(datetime.combine(day, time(12)))
