"""The log of a list: entries are added, changed and removed, follow their units, and two tabs overwrite none."""

from dataclasses import replace

import pytest
from django.urls import reverse

from builder.lists import history
from builder.models import Roster
from rules.document import LogEntry
from tests import make
from tests.builder.test_edits import after
from tests.builder.test_views import HTMX, do, owned

FIRST = {"date": "2026-11-21", "title": "Embuscade", "text": "Le pont a tenu.", "unit-1": "on"}


@pytest.fixture
def two():
    return make.convoy(units=[make.fighter(name="A"), make.fighter(name="B")])


def test_an_entry_says_when_what_and_who(two):
    assert after(two, "log-add", **FIRST).log == (LogEntry("2026-11-21", "Embuscade", "Le pont a tenu.", (1,)),)


def test_a_changed_entry_keeps_its_rolls(two):
    rolled = replace(two, log=(LogEntry(title="Dés", rolls=("kept",)),))
    (entry,) = after(rolled, "log-change 0", title="Les dés").log
    assert (entry.title, entry.rolls) == ("Les dés", ("kept",))


def test_entries_follow_their_units(two):
    logged = after(two, "log-add", **FIRST)
    assert after(logged, "move 1 up").log[0].units == (0,)
    assert after(logged, "remove 1").log[0].units == ()
    assert after(logged, "log-remove 0").log == ()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "fields"),
    [("log-add", {}), ("log-add", {"title": "x" * 201}), ("log-change 3", FIRST), ("log-remove 0", {})],
)
def test_what_is_no_entry_is_refused(client, two, line, fields):
    row = owned(client, two)
    assert do(client, row, line, HTMX, **fields).status_code == 422
    assert do(client, row, line, **fields).status_code == 302
    assert history.load_roster(Roster.objects.get(pk=row.pk)).document.log == ()


@pytest.mark.django_db
def test_the_answer_holds_the_log_only_when_it_changed(client, two):
    row = owned(client, two)
    assert "Le pont a tenu." in do(client, row, "log-add", HTMX, **FIRST).content.decode()
    assert 'hx-target="#log"' not in do(client, row, "add-ability 0 chef", HTMX, opened="0").content.decode()


@pytest.mark.django_db
def test_a_second_tab_overwrites_no_entry(client, two):
    row = owned(client, two)
    do(client, row, "log-add", **FIRST)
    stale = {"command": "log-change 0", "revision": 1, "title": "Autre"}
    assert client.post(reverse("roster-edit", args=[row.pk]), stale, headers=HTMX).status_code == 409
    assert history.load_roster(Roster.objects.get(pk=row.pk)).document.log[0].title == "Embuscade"
