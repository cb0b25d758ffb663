"""What players wait for, through the WSGI application: medians of processor time, and what is to be reached."""

import json
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from builder.battles import services
from builder.battles.services import Participant
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle, Roster, RosterGrant
from builder.registry import example_file
from builder.web.keys import hash_key, new_key
from tests import make
from tests.wsgi import Answer, Visitor

SECONDS = 2.5  # for each line
LOG_LINES = 500
MARKS_AT_ONCE = 100


class Wait(NamedTuple):
    """Something that is waited for. ask -- () -> milliseconds, bytes; reach -- milliseconds"""

    what: str
    reach: float | None
    ask: Callable[[], tuple[float, int]]


def all_of(*answers: Answer) -> tuple[float, int]:
    for answer in answers:
        assert answer.status == 200, (answer.status, answer.text[:300])
    return sum(answer.ms for answer in answers), sum(len(answer.body) for answer in answers)


def example(game: str) -> dict:
    document: dict = json.loads(example_file(game).read_text("utf-8"))
    return document


def stored(document: dict, visitor: Visitor) -> Roster:
    roster, _key = history.create(LoadedRoster.from_data(document), "bench")
    make.grant(visitor, roster)
    return roster


class Editor:
    """A player who edits the first unit of a list."""

    def __init__(self, document: dict):
        self.visitor = Visitor()
        self.roster = stored(document, self.visitor)
        self.base, self.revision, self.texts = f"/lists/{self.roster.pk}/", 1, count()
        self.visitor.get(self.base)

    def get(self, query: str = "", htmx: bool = False) -> Answer:
        return self.visitor.get(self.base + query, htmx)

    def get_changed(self, query: str = "") -> Answer:
        """The page in a state that was never shown; the edit before it does not count."""
        self.edit()
        return self.get(query)

    def open_unit(self) -> Answer:
        return self.get(f"?unit=0&closing=&revision={self.revision}", htmx=True)

    def edit(self, command: str = "describe 0", **offers: str) -> Answer:
        """An edit; `offers_in_view` brings what may be added then."""
        fields = {"command": command, "notes": f"note {next(self.texts)}", "revision": self.revision, "opened": 0}
        fields |= offers
        self.revision += 1
        return self.visitor.post(f"{self.base}edit/", fields, htmx=True)

    def offers(self) -> Answer:
        return self.get(f"offers/?unit=0&revision={self.revision}", htmx=True)


def many_lists(number: int) -> Visitor:
    """A browser with so many lists, changed hours apart."""
    visitor = Visitor()
    first = stored(example("rbn"), visitor)
    grant, now = RosterGrant.objects.get(roster=first), timezone.now()
    columns = [field.attname for field in Roster._meta.concrete_fields if field.attname != "id"]
    own = {"share_key": new_key, "edit_key_hash": lambda: hash_key(new_key())}
    hours = count(1)
    own["changed"] = lambda: now - timedelta(hours=next(hours))
    rows = [
        Roster(**{name: own[name]() if name in own else getattr(first, name) for name in columns})
        for _row in range(1, number)
    ]
    stored_rows = Roster.objects.bulk_create(rows, batch_size=500)
    place = {"browser": grant.browser, "generation": 1, "granted": now, "used": grant.used}
    RosterGrant.objects.bulk_create([RosterGrant(roster=row, **place) for row in stored_rows], batch_size=500)
    return visitor


def battle_of(document: dict, visitor: Visitor) -> Battle:
    rosters = [stored(document, visitor) for _side in range(2)]
    return services.start([Participant(row, history.load_roster(row), "", None) for row in rosters], None)


def battles(visitor: Visitor, large: dict) -> Iterator[Wait]:
    battle, large_one = battle_of(example("rbn"), visitor), reverse("battle", args=[battle_of(large, visitor).pk])
    yield Wait("battle page, 3,000 points a side", None, lambda: all_of(visitor.get(large_one)))
    page, log = (reverse(name, args=[battle.pk]) for name in ("battle", "battle-log"))
    side = reverse("battle-side", args=[battle.pk, 0])
    yield Wait("battle page", 15, lambda: all_of(visitor.get(page)))
    yield Wait("a side of it, once it is opened", None, lambda: all_of(visitor.get(side, htmx=True)))
    for first in range(0, LOG_LINES, MARKS_AT_ONCE):
        wanted = [
            services.WantedMark(new_key(), f"set 0/0.0/activated {(first + turn + 1) % 2}", {})
            for turn in range(MARKS_AT_ONCE)
        ]
        services.mark(battle.pk, [0], wanted)
    yield Wait(f"log of a battle, {LOG_LINES} lines", None, lambda: all_of(visitor.get(log)))


def waits(convoy: dict, large: dict) -> Iterator[Wait]:
    """Each line. convoy -- the document of ten fighters and three vehicles; large -- one of 3,000 points"""
    editor, stranger = Editor(convoy), Visitor()
    yield Wait("open a list", 6, lambda: all_of(editor.get_changed()))
    yield Wait("open a list again", 3.5, lambda: all_of(editor.get()))
    yield Wait("open a list, a unit open", 12, lambda: all_of(editor.get_changed("?unit=0")))
    yield Wait("open a unit and its picker", 7, lambda: all_of(editor.open_unit()))
    yield Wait("an edit, the picker closed", 9.5, lambda: all_of(editor.edit()))
    yield Wait("an edit, and offers that are in view", 9.5, lambda: all_of(editor.edit(offers_in_view="1")))
    yield Wait("offers, asked for again", None, lambda: all_of(editor.offers()))
    shared = f"/s/{editor.roster.share_key}/"
    yield Wait("shared page", 2.5, lambda: all_of(stranger.get(shared)))
    yield Wait("first page", 2, lambda: all_of(stranger.get("/")))
    for number, reach in ((1, None), (1000, 8), (10_000, 10)):
        visitor = many_lists(number)
        yield Wait(f"my lists, {number:,}", reach, lambda visitor=visitor: all_of(visitor.get("/lists/")))
    yield Wait("my lists, 10,000 searched", None, lambda: all_of(visitor.get("/lists/?q=chacals&sort=name")))
    yield from battles(editor.visitor, large)


def floor(document: dict) -> Wait:
    """What no page goes below: how fast this machine is just now."""
    text = json.dumps(document)

    def ask() -> tuple[float, int]:
        begun = time.process_time()
        for _time in range(20):
            json.loads(text)
        return (time.process_time() - begun) * 1e3, len(text)

    return Wait("this machine: json.loads of the list, 20 times", None, ask)


def median_of(ask: Callable[[], tuple[float, int]], seconds: float = SECONDS) -> tuple[float, int]:
    """The median of as many times as fit, at least three after a first one, and the bytes of the last."""
    ask()
    times: list[float] = []
    until = time.monotonic() + seconds
    while len(times) < 3 or time.monotonic() < until:
        ms, size = ask()
        times.append(ms)
    return statistics.median(times), size
