"""The database of release 1, migrated: every browser finds its lists and gatherings with the cookie that it has."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from builder.lists import history
from builder.models import Browser, GatheringGrant, Roster, RosterGrant
from tests.builder import gathered

pytestmark = pytest.mark.processes

migration = import_module("builder.migrations.0005_browsers")


def opened(client):
    pages = [f"/lists/{pk}/" for pk in range(1, 11)] + ["/gatherings/1/links/"]
    return [page for page in pages if client.get(page).status_code == 200]


def test_every_browser_finds_again_what_it_had(release_1):
    """The second time without the old cookie."""
    deleted = {roster["pk"] for roster in release_1["rosters"] if roster["deleted"]}
    met = 0
    for browser in release_1["browsers"]:
        pages = [f"/lists/{pk}/" for pk in browser["may_edit"] if pk not in deleted]
        pages += [f"/gatherings/{pk}/links/" for pk in browser["organises"] if pk == 1]
        client = Client()
        client.cookies["sessionid"] = browser["session_key"]
        assert opened(client) == pages, browser["name"]
        del client.cookies["sessionid"]
        assert (opened(client), client.get("/lists/").status_code) == (pages, 200), browser["name"]
        met += len(pages)
    assert met > 8


def test_every_earlier_state_stays_visible_behind_its_share_link(release_1):
    pages = [
        f"/s/{roster['share_key']}/json/?revision={state['number']}"
        for roster in release_1["rosters"]
        if not roster["deleted"]
        for state in roster["revisions"]
    ]
    assert len(pages) > 50
    assert [page for page in pages if Client().get(page).status_code != 200] == []


# --- the states of lists ----------------------------------------------------------------------------------------------


def test_every_state_reads_as_it_did(release_1):
    steps = "revision", "last_revision", "undo_to", "redo_to"
    for expected, roster in zip(release_1["rosters"], Roster.objects.order_by("pk"), strict=True):
        states = [(one["number"], one["parent"], one["action"], one["document"]) for one in expected["revisions"]]
        assert [(one.number, one.parent, one.action, one.document) for one in roster.revisions.all()] == states
        assert [getattr(roster, step) for step in steps] == [expected[step] for step in steps]
        assert roster.document == expected["document"]


def walk_of(roster):
    """What twenty steps back and twenty forward come by, by what the fixture tells; the last one where it ends."""
    parents = {state["number"]: state["parent"] for state in roster["revisions"]}
    documents = {state["number"]: state["document"] for state in roster["revisions"]}
    at, back, onwards = roster["revision"], [], []
    for _step in range(20):
        at = parents[at] or at
        back.append((at, documents[at]))
    for _step in range(20):
        at = max((number for number, parent in parents.items() if parent == at), default=at)
        onwards.append((at, documents[at]))
    return [*back, *onwards, onwards[-1]]


def test_undo_and_redo_walk_as_they_did(release_1):
    for expected in release_1["rosters"]:
        if expected["deleted"]:
            continue
        roster, walk = Roster.objects.get(pk=expected["pk"]), []
        for step in (history.undo, history.redo):
            for _step in range(20):
                step(roster, roster.revision)
                walk.append((roster.revision, Roster.objects.get(pk=roster.pk).document))
        history.apply(roster, "rename", {"name": "Encore"}, roster.revision)
        history.undo(roster, roster.revision)
        assert [*walk, (roster.revision, Roster.objects.get(pk=roster.pk).document)] == walk_of(expected)


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
