"""What happened, newest first: in a gathering, and what is written for all players of its game."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time

from django.db.models import QuerySet
from django.utils.timezone import make_aware

from builder.gatherings.models import Chapter, GameNews, Membership, News, Participation, Regrouping
from builder.gatherings.permissions import assembles
from builder.gatherings.state import SharedState, day_of

MOST_SHOWN = 30


@dataclass(frozen=True)
class Event:
    """Something that happened. `kind`: "game" (of a GameNews), "news" (News), "joined", "left" (Membership),
    "held" (Chapter), "merged", "split" (Regrouping).

    A participation (`Participation`) with a fate has that as its kind: dead, zombie, reincarnated ...
    """

    when: datetime
    kind: str
    row: GameNews | News | Membership | Chapter | Participation | Regrouping

    @property
    def key(self) -> tuple[datetime, str, int]:
        return self.when, self.kind, self.row.pk


def feed(state: SharedState) -> list[Event]:
    """The latest `Event`s of a gathering and the news of its game."""
    events = written(News.objects.filter(gathering=state.gathering))
    events += of_game(state.gathering.game) if assembles(state.gathering.game) else []
    members = {membership.pk: membership for membership in state.memberships}
    for event in events:
        if isinstance(event.row, News) and event.row.writer_id in members:
            event.row.writer = members[event.row.writer_id]
    events += [Event(membership.joined, "joined", membership) for membership in state.memberships]
    events += [Event(membership.left, "left", membership) for membership in state.memberships if membership.left]
    regroupings = Regrouping.of(state.gathering).select_related("source", "target")
    events += [Event(row.made, row.kind, row) for row in regroupings]
    events += [Event(noon(day_of(chapter)), "held", chapter) for chapter in state.held]
    parts = ((chapter, part) for chapter in state.held for part in chapter.participations.all() if part.fate)
    events += [Event(noon(day_of(chapter)), part.fate, part) for chapter, part in parts]
    return latest(events)


def feed_of_game(game: str) -> list[Event]:
    """The latest `Event`s of a game (its slug): its news, and what players wrote for all others."""
    rows = for_all().filter(gathering__game=game)
    return latest(of_game(game) + written(rows.select_related("account", "gathering")))


def of_game(game: str) -> list[Event]:
    return [Event(row.made, "game", row) for row in GameNews.objects.filter(game=game)[:MOST_SHOWN]]


def written(rows: QuerySet[News]) -> list[Event]:
    return [Event(row.made, "news", row) for row in visible(rows)[:MOST_SHOWN]]


def visible(rows: QuerySet[News]) -> QuerySet[News]:
    return rows.filter(deleted__isnull=True, hidden__isnull=True)


def for_all() -> QuerySet[News]:
    """What players wrote for all players of their games, as long as their gatherings allow it."""
    rows = News.objects.filter(account__is_active=True, gathering__community=True, gathering__deleted__isnull=True)
    return visible(rows)


def latest(events: Iterable[Event]) -> list[Event]:
    return sorted(events, key=lambda event: event.key, reverse=True)[:MOST_SHOWN]


def noon(day: date) -> datetime:
    return make_aware(datetime.combine(day, time(12)))
