"""The news of a gathering: what the organiser tells, who came and went, which chapters were held; newest first."""

from dataclasses import dataclass
from datetime import datetime, time

from django.utils.timezone import make_aware

from builder.gatherings.assembly import day_of
from builder.models import News

MOST_SHOWN = 30


@dataclass(frozen=True)
class Event:
    """`kind`: told, joined, left or held; `row` is what happened: news, a membership or a chapter."""

    when: datetime
    kind: str
    row: object

    @property
    def key(self):
        return self.when, self.kind, self.row.pk


def feed(company):
    """The latest `Event`s."""
    events = [Event(one.made, "told", one) for one in told(company.gathering)]
    events += [Event(one.joined, "joined", one) for one in company.memberships]
    events += [Event(one.left, "left", one) for one in company.memberships if one.left]
    events += [Event(noon(day_of(one)), "held", one) for one in company.held]
    return sorted(events, key=lambda one: one.key, reverse=True)[:MOST_SHOWN]


def told(gathering):
    return News.objects.filter(gathering=gathering, deleted__isnull=True)[:MOST_SHOWN]


def noon(day):
    return make_aware(datetime.combine(day, time(12)))
