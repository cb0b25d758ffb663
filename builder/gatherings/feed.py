"""The news of a gathering: what the organiser tells, who came and went, which chapters were held; newest first."""

from dataclasses import dataclass
from datetime import datetime, time

from django.utils.timezone import make_aware

from builder.gatherings.models import News
from builder.gatherings.state import day_of

MOST_SHOWN = 30


@dataclass(frozen=True)
class Event:
    """`kind`: news, joined, left or held; `row` is what happened: news, a membership or a chapter."""

    when: datetime
    kind: str
    row: object

    @property
    def key(self):
        return self.when, self.kind, self.row.pk


def feed(state):
    """The latest `Event`s."""
    events = [Event(one.made, "news", one) for one in news(state.gathering)]
    events += [Event(one.joined, "joined", one) for one in state.memberships]
    events += [Event(one.left, "left", one) for one in state.memberships if one.left]
    events += [Event(noon(day_of(one)), "held", one) for one in state.held]
    return sorted(events, key=lambda one: one.key, reverse=True)[:MOST_SHOWN]


def news(gathering):
    return News.objects.filter(gathering=gathering, deleted__isnull=True)[:MOST_SHOWN]


def noon(day):
    return make_aware(datetime.combine(day, time(12)))
