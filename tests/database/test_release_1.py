"""The database of release 1, migrated: every browser finds its lists and gatherings with the cookie that it has."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from builder.models import Browser, GatheringGrant, RosterGrant
from tests.builder import gathered

pytestmark = pytest.mark.processes

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
migration = import_module("builder.migrations.0005_browsers")

# Printed by the migrated site: what each session opens twice, the second time without the old cookie.
ASK = """
import json, os, sys, django
django.setup()
from django.test import Client

def opened(client, browser):
    pages = [f"/lists/{pk}/" for pk in range(1, 11)] + ["/gatherings/1/links/"]
    return [page for page in pages if client.get(page).status_code == 200]

answers = {}
for browser in json.load(sys.stdin):
    client = Client()
    client.cookies["sessionid"] = browser["session_key"]
    first = opened(client, browser)
    del client.cookies["sessionid"]
    answers[browser["name"]] = [first, opened(client, browser), client.get("/lists/").status_code]
print(json.dumps(answers))
"""


def told():
    """What the fixture says about itself."""
    return json.loads(gzip.decompress((FIXTURES / "release-1.json.gz").read_bytes()))


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Asks the migrated database, in processes of its own; the fixture's sessions last a year from today."""
    folder = tmp_path_factory.mktemp("release-1")
    file = folder / "bivouac.sqlite3"
    file.write_bytes(gzip.decompress((FIXTURES / "release-1.sqlite3.gz").read_bytes()))
    with sqlite3.connect(file) as rows:
        rows.execute("UPDATE django_session SET expire_date = ?", [str(timezone.now() + timedelta(days=300))[:26]])
    environment = os.environ | {
        "DATABASE_URL": f"sqlite://{file}",
        "DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "HOSTS": "testserver",
        "LOG_LEVEL": "ERROR",
        "PLAIN_HTTP": "1",
        "SECRET_KEY": told()["secret_key"],
        "STATIC_MANIFEST": "0",
    }

    def run(*command, asked=None):
        done = subprocess.run(
            [sys.executable, *command],
            input=json.dumps(asked),
            env=environment,
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("manage.py", "migrate", "--verbosity", "0")
    return lambda script, asked: json.loads(run("-c", script, asked=asked))


def test_every_browser_finds_again_what_it_had(ask):
    expected = {
        browser["name"]: [f"/lists/{pk}/" for pk in browser["may_edit"] if not roster_of(pk)["deleted"]]
        + [f"/gatherings/{pk}/links/" for pk in browser["organises"] if pk == 1]
        for browser in told()["browsers"]
    }
    found = ask(ASK, told()["browsers"])
    assert found == {name: [pages, pages, 200] for name, pages in expected.items()}
    assert sum(map(len, expected.values())) > 8


def roster_of(pk):
    return next(roster for roster in told()["rosters"] if roster["pk"] == pk)


def test_every_earlier_state_stays_visible_behind_its_share_link(ask):
    script = """
import json, sys, django
django.setup()
from django.test import Client
pages = json.load(sys.stdin)
print(json.dumps([page for page in pages if Client().get(page).status_code != 200]))
"""
    pages = [
        f"/s/{roster['share_key']}/json/?revision={state['number']}"
        for roster in told()["rosters"]
        if not roster["deleted"]
        for state in roster["revisions"]
    ]
    assert (len(pages) > 50, ask(script, pages)) == (True, [])


# --- the states of lists ----------------------------------------------------------------------------------------------

READ = """
import json, django
django.setup()
from builder.models import Revision, Roster
rosters = [
    {
        "document": roster.document,
        "steps": [roster.revision, roster.last_revision, roster.undo_to, roster.redo_to],
        "revisions": [[one.number, one.parent, one.action, one.document] for one in roster.revisions.all()],
    }
    for roster in Roster.objects.order_by("pk")
]
print(json.dumps(rosters))
"""
WALK = """
import json, sys, django
django.setup()
from builder.lists import history
from builder.models import Roster
walks = []
for pk in json.load(sys.stdin):
    roster, walk = Roster.objects.get(pk=pk), []
    for step in (history.undo, history.redo):
        for _step in range(20):
            step(roster, roster.revision)
            walk.append([roster.revision, Roster.objects.get(pk=pk).document])
    history.apply(roster, "rename", {"name": "Encore"}, roster.revision)
    history.undo(roster, roster.revision)
    walks.append([*walk, [roster.revision, Roster.objects.get(pk=pk).document]])
print(json.dumps(walks))
"""


def walk_of(roster):
    """What twenty steps back and twenty forward come by, by what the fixture tells; the last one where it ends."""
    parents = {state["number"]: state["parent"] for state in roster["revisions"]}
    documents = {state["number"]: state["document"] for state in roster["revisions"]}
    at, back, onwards = roster["revision"], [], []
    for _step in range(20):
        at = parents[at] or at
        back.append([at, documents[at]])
    for _step in range(20):
        at = max((number for number, parent in parents.items() if parent == at), default=at)
        onwards.append([at, documents[at]])
    return [*back, *onwards, onwards[-1]]


def test_every_state_reads_as_it_did(ask):
    expected = [
        {
            "document": roster["document"],
            "steps": [roster["revision"], roster["last_revision"], roster["undo_to"], roster["redo_to"]],
            "revisions": [
                [state["number"], state["parent"], state["action"], state["document"]] for state in roster["revisions"]
            ],
        }
        for roster in told()["rosters"]
    ]
    assert ask(READ, None) == expected


def test_undo_and_redo_walk_as_they_did(ask):
    rosters = [roster for roster in told()["rosters"] if not roster["deleted"]]
    assert ask(WALK, [roster["pk"] for roster in rosters]) == [walk_of(roster) for roster in rosters]


# --- sessions of all kinds, on every database -------------------------------------------------------------------------


def session(expires=timedelta(days=100), **data):
    store = SessionStore()
    store.update(data)
    store.create()
    Session.objects.filter(pk=store.session_key).update(expire_date=timezone.now() + expires)
    return store.session_key


@pytest.fixture
def carry_over():
    """Carries the grants of sessions over in the tables of that migration, and brings them to the newest state."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()

    def run():
        at = [("builder", "0005_browsers"), ("sessions", "0001_initial")]
        MigrationExecutor(connection).migrate(at[:1])
        migration.carry_grants_over(MigrationExecutor(connection).loader.project_state(at).apps, None)
        MigrationExecutor(connection).migrate(newest)

    yield run
    MigrationExecutor(connection).migrate(newest)


def leave_dead_sessions(row):
    """Sessions without a living grant: ended, without grants, of no meaning, not signed, signed by another site."""
    session(lists={str(row.pk): 1}, expires=timedelta(days=-1))
    session(_auth_user_id="1")
    session(lists={"x": 1, str(row.pk): "1"}, gatherings=["1"])
    Session.objects.filter(pk=session(lists={str(row.pk): 1})).update(session_data="not:signed")
    data = signing.dumps({"lists": {str(row.pk): 1}}, key="another", salt="django.contrib.sessions.SessionStore")
    Session.objects.filter(pk=session()).update(session_data=data)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_sessions_become_browsers_and_dead_ones_are_left(carry_over, monkeypatch, settings):
    """In several steps, those that an earlier secret key signed too; each cookie gives way to a new one."""
    monkeypatch.setattr(migration, "AT_ONCE", 3)
    row, gang = gathered.roster("Mira"), gathered.gang()[0]
    keys = [session(lists={str(row.pk): 1}) for _number in range(5)]
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a newer one"
    keys += [session(lists={str(row.pk): 1, "999": 1}, gatherings={str(gang.pk): 1})]
    keys += [session(lists={str(row.pk): 1}) for _number in range(5)]
    leave_dead_sessions(row)
    for _number in range(10):
        session(_auth_user_id="1")
    carry_over()
    used = Browser.objects.values_list("used", flat=True)
    assert list(used) == [timezone.localdate(timezone.now() - timedelta(days=265))] * 11
    assert (RosterGrant.objects.count(), GatheringGrant.objects.count()) == (11, 1)
    client = Client()
    client.cookies["sessionid"] = keys[5]
    pages = f"/lists/{row.pk}/", f"/gatherings/{gang.pk}/links/"
    assert [client.get(page).status_code for page in pages] == [200, 200]
    assert (RosterGrant.objects.count(), GatheringGrant.objects.count()) == (12, 2)
    opens_after_the_first_answer(row, keys[0], is_lost=False)
    opens_after_the_first_answer(row, keys[-1], is_lost=True)


def opens_after_the_first_answer(row, key, is_lost):
    """The cookie of release 1 gives way to a new one, and opens all where that is lost."""
    client = Client()
    client.cookies["sessionid"] = key
    assert client.get("/lists/").status_code == 200
    new = [name for name in client.cookies if name.startswith("browser-")]
    assert (len(new), client.cookies[new[0]].value != key) == (1, True)
    if is_lost:
        del client.cookies[new[0]]
    assert client.get(f"/lists/{row.pk}/").status_code == 200


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize("key", ["abcdefgh\\000", "abcdefgh\\377", "abcdefgh-/"])
def test_a_session_cookie_that_no_database_can_look_up_is_ignored(client, key):
    assert client.get("/account/login/", headers={"cookie": f'sessionid="{key}"'}).status_code == 200
