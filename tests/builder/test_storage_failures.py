"""A database that cannot write or does not answer: the player is told that nothing was saved and nothing is lost."""

import errno

import pytest
from django.db import connection
from django.test import Client

from builder.lists.models import Revision, Roster

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def player():
    """A browser that gets the site's error pages."""
    return Client(raise_request_exception=False, headers={"Accept-Language": "en"})


def make_list(player, **headers):
    return player.post("/new/rbn/", {"name": "X", "budget": "300"}, headers=headers)


def set_unwritable(yes):
    """Make this connection's database refuse to write, as a full disk or a read-only folder does."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA query_only = {int(yes)}")
        else:
            cursor.execute(f"SET default_transaction_read_only = {'on' if yes else 'off'}")


@pytest.fixture
def unwritable():
    set_unwritable(True)
    yield
    set_unwritable(False)


@pytest.fixture
def full():
    """An SQLite database that may not grow."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has no such limit")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        most = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {cursor.execute('PRAGMA page_count').fetchone()[0]}")
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {most}")


@pytest.fixture
def gone(monkeypatch):
    """No server listens where the database was."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite is no server")
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "PORT", "1")
        yield
        connection.close()


def test_what_cannot_be_written_is_said(player, unwritable):
    answer = make_list(player)
    assert (answer.status_code, answer.templates[0].name) == (507, "errors/507.html")
    assert "We can’t save right now. Your lists are safe" in answer.content.decode()
    assert (player.get("/").status_code, Roster.objects.count()) == (200, 0)


def test_after_that_the_same_form_works(player):
    set_unwritable(True)
    refused = make_list(player).status_code
    set_unwritable(False)
    assert (refused, make_list(player).status_code, Roster.objects.count()) == (507, 302, 1)


def test_a_full_disk_refuses_an_edit_and_goes_on_showing(player, full):
    assert 507 in {make_list(player).status_code for _time in range(20)}
    assert player.get("/about/").status_code == 200


def test_an_edit_that_cannot_be_saved_is_a_toast_for_htmx(player):
    roster = player.get(make_list(player).headers["Location"]).context["roster"]
    set_unwritable(True)
    answer = player.post(f"/lists/{roster.pk}/edit/", {"command": "rename", "name": "Y", "revision": "1"}, headers=HTMX)
    shown = player.get(f"/lists/{roster.pk}/")
    set_unwritable(False)
    assert (answer.status_code, answer.templates[0].name) == (507, "errors/_toast.html")
    assert answer.content.decode().count("We can’t save right now") == 1
    assert (shown.status_code, shown.context["roster"].revision, Revision.objects.count()) == (200, 1, 1)


def test_a_server_that_does_not_answer_is_said(player, gone):
    for answer in (player.get("/new/rbn/"), make_list(player)):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
        assert answer.templates[0].name == "errors/503.html"


@pytest.mark.parametrize(("number", "status"), [(errno.ENOSPC, 507), (errno.EROFS, 507), (errno.ENOENT, 500)])
def test_files_that_cannot_be_written_are_said_too(player, monkeypatch, number, status):
    def fail(*_arguments, **_more):
        raise OSError(number, "X")

    monkeypatch.setattr("builder.lists.history.create", fail)
    assert make_list(player).status_code == status
