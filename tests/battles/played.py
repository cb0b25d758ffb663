"""Sets up battles in one line: lists, browsers that hold them, battles of those lists."""

import json
from itertools import count

from django.test import Client
from django.urls import reverse

from builder.battles import services
from builder.battles.loading import document_of
from builder.battles.services import Participant
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle
from builder.registry import example_file
from tests import make

UIDS = (f"mark-{number:08}" for number in count())


def example(game="rbn"):
    """The document of a game's example list."""
    return json.loads(example_file(game).read_text("utf-8"))


def roster(game="rbn", **fields):
    """A stored copy of a game's example list."""
    return history.create(LoadedRoster.from_data(example(game) | fields), "new")[0]


def participant(row, player="", role=None):
    return Participant(row, history.load_roster(row), player, role)


def battle(game="rbn", lists=2, scenario=None):
    """A battle of so many lists, started by the first: its row."""
    rows = [participant(roster(game, name=f"List {n + 1}")) for n in range(lists)]
    return services.start(rows, scenario)


def of(*rosters, scenario=None):
    """A battle of these stored lists."""
    return services.start([participant(one) for one in rosters], scenario)


def player(row, side=0, client=None):
    """A browser that plays a side."""
    return make.grant(client or Client(headers={"accept-language": "en"}), row.rosters.get(number=side).roster)


def url(name, row, *more):
    return reverse(name, args=[row.pk, *more])


def state_url(row):
    return reverse("battle-state", args=[row.watch_key])


def send(client, row, *commands, **options):
    """Send marks as a phone does; returns the decoded answer: 422 where one was refused."""
    batch = {"marks": [{"id": next(UIDS), "command": one} for one in commands]}
    answer = client.post(url("battle-marks", row), json.dumps(batch), content_type="application/json", **options)
    assert answer.status_code in (200, 422), answer.content
    told = answer.json()
    assert answer.status_code == (422 if told["refused"] else 200)
    return told


def state(row):
    """The battle's document as it is stored now."""
    return document_of(Battle.objects.get(pk=row.pk))
