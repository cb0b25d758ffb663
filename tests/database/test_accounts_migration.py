"""The migration that lets accounts hold grants: those of browsers stay, with their links and gatherings."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse

from builder.models import RosterGrant
from builder.web.keys import hash_key, new_key

pytestmark = [pytest.mark.database, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
BEFORE = [("builder", "0009_housekeeping")]
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DOCUMENT = {"format": "bivouac-roster/1", "game": "of-the-dead", "name": "Mira", "units": []}


def newest():
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def before():
    """The models of the state before; afterwards all migrations are applied again."""
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    apps = MigrationExecutor(connection).loader.project_state(BEFORE).apps
    yield lambda name: apps.get_model("builder", name)
    newest()


def fill(model, key):
    """A list, its first state, a gathering that it is in, and a browser with a key that may edit and organise."""
    now = {"changed": NOON}
    roster = model("Roster").objects.create(
        game="of-the-dead", document=DOCUMENT, name="Mira", share_key="a" * 22, edit_key_hash=hash_key("edit"), **now
    )
    gathering = model("Gathering").objects.create(
        game="of-the-dead", name="Gang", organiser_key_hash="o", invite_key="i" * 22, share_key="g" * 22, **now
    )
    model("Membership").objects.create(gathering=gathering, roster=roster, joined=NOON)
    browser = model("Browser").objects.create()
    day = NOON.date()
    model("BrowserKey").objects.create(browser=browser, key_hash=hash_key(key), made=NOON, used=day)
    shared = {"browser": browser, "generation": 1, "granted": NOON, "used": day}
    model("RosterGrant").objects.create(roster=roster, **shared)
    model("GatheringGrant").objects.create(gathering=gathering, **shared)
    return roster.pk, gathering.pk


def test_grants_of_browsers_survive(before):
    key = new_key()
    roster, gathering = fill(before, key)
    newest()
    client = Client()
    client.cookies["browser-0123456789abcdef"] = key
    assert client.get(reverse("roster", args=[roster])).status_code == 200
    page = client.get(reverse("gathering", args=[gathering])).content.decode()
    assert reverse("gathering-links", args=[gathering]) in page
    assert client.get(reverse("shared", args=["a" * 22])).status_code == 200
    assert Client().get(reverse("roster", args=[roster])).status_code == 404
    found = RosterGrant.objects.get()
    assert (found.account, found.pinned, found.archived, found.labels) == (None, False, False, "")
