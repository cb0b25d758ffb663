"""What a share link shows: the present state, and those that were printed or shared; all of it can be ended."""

from dataclasses import replace

import pytest
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse

from builder.exports import registry
from builder.exports.responses import WAITED
from builder.lists import history, sharing
from builder.lists.loaded import LoadedRoster
from builder.models import KeptFile, Revision, Roster
from tests import make

pytestmark = pytest.mark.django_db

PAGES = ("", "json/", "pdf/", "copy/")


@pytest.fixture
def row(client):
    """A list of this client in its state 3; state 2 had a secret in it."""
    row, _key = history.create(LoadedRoster(make.convoy(units=[make.fighter(name="Gordon")])), "new")
    make.grant(client, row)
    for name in ("Secret", "Public"):
        history.apply(row, "describe 0", {"name": name}, row.revision)
    return row


def present(row):
    return Roster.objects.get(pk=row.pk)


def links(client, row, action=None, **fields):
    """The page of links, after an action on it."""
    address = reverse("roster-links", args=[row.pk])
    if action:
        assert client.post(address, {"action": action} | fields)["Location"] == address
    return client.get(address, headers={"accept-language": "en"}).content.decode()


def statuses(row, number, client=None):
    """How each page behind the share link answers for a state."""
    client, base = client or Client(), f"/s/{present(row).share_key}/"
    ask = [client.post if page == "copy/" else client.get for page in PAGES]
    return [send(f"{base}{page}?revision={number}").status_code for send, page in zip(ask, PAGES, strict=True)]


def hidden(row):
    """The states that a stranger does not see."""
    return [number for number in range(1, 5) if statuses(row, number) == [404] * 4]


def test_a_stranger_sees_the_present_state_only(row):
    assert hidden(row) == [1, 2, 4]
    assert "Public" in Client().get(f"/s/{row.share_key}/").content.decode()
    assert "Secret" not in Client().get(f"/s/{row.share_key}/?revision=3").content.decode()


@pytest.mark.parametrize("word", ["01", "02", "2 ", "٢", "-2", "2.0", "+2", "0", "x", "2" * 12])
def test_no_spelling_of_a_number_opens_a_hidden_state(row, word):
    assert Client().get(f"/s/{row.share_key}/", {"revision": word}).status_code == 404


def test_the_owner_sees_every_state_and_is_told_that_others_do_not(client, row):
    page = client.get(f"/s/{row.share_key}/?revision=2")
    assert ("Secret" in page.content.decode(), "#visible" in page.content.decode()) == (True, True)
    assert ("private" in page["Cache-Control"], "Cookie" in page["Vary"]) == (True, True)
    assert client.get(f"/lists/{row.pk}/json/?revision=2").json()["units"][0]["name"] == "Secret"
    sharing.share_state(row, 2)
    assert "#visible" not in client.get(f"/s/{row.share_key}/?revision=2").content.decode()


def test_a_printed_state_is_visible(client, row):
    client.get(f"/lists/{row.pk}/pdf/?revision=2")
    assert hidden(row) == [1, 4]
    client.get(f"/lists/{row.pk}/pdf/")
    history.apply(row, "describe 0", {"name": "Later"}, 3)
    assert hidden(row) == [1]


def test_a_state_that_its_owner_prints_from_the_shared_page_is_visible(client, row):
    client.get(f"/s/{row.share_key}/pdf/?revision=2")
    assert hidden(row) == [1, 4]


@pytest.mark.parametrize("address", ["/lists/{pk}/print/", "/lists/{pk}/json/", "/s/{key}/json/", "/s/{key}/"])
def test_looking_does_not_share_and_a_stranger_shares_nothing(client, row, address):
    client.get(address.format(pk=row.pk, key=row.share_key))
    Client().get(f"/s/{row.share_key}/pdf/")
    assert not Revision.objects.filter(shared=True).exists()


@pytest.mark.parametrize("word", ["4", "x", "99999999999"])
def test_printing_a_state_that_does_not_exist_shares_none(client, row, word):
    client.get(f"/lists/{row.pk}/pdf/?revision={word}")
    assert not Revision.objects.filter(shared=True).exclude(number=3).exists()


def test_a_list_prints_where_nothing_can_be_written(client, row, monkeypatch):
    def fails(*_arguments):
        raise DatabaseError("attempt to write a readonly database")

    monkeypatch.setattr(sharing.transaction, "atomic", fails)
    sharing.share_printed_states({row.pk: 3})
    assert not Revision.objects.filter(shared=True).exists()


def test_a_state_that_is_shared_on_purpose_stays_visible_until_it_is_hidden(client, row):
    assert "No older version" in links(client, row)
    page = links(client, row, "share-state", revision=3)
    assert "stays visible when the list changes" in page
    history.apply(row, "describe 0", {"name": "Later"}, 3)
    assert hidden(row) == [1, 2]
    assert f"/s/{row.share_key}/?revision=3" in links(client, row)
    links(client, row, "hide", revision=3)
    assert hidden(row) == [1, 2, 3]


def test_all_states_can_be_hidden_at_once(client, row):
    for number in (1, 2):
        sharing.share_state(row, number)
    assert hidden(row) == [4]
    links(client, row, "hide-all")
    assert hidden(row) == [1, 2, 4]


def test_a_new_share_link_ends_the_old_one_and_what_it_showed(client, row):
    sharing.share_state(row, 2)
    old = row.share_key
    page = links(client, row, "share")
    new = present(row).share_key
    assert (old != new, old in page, f"/s/{new}/" in page) == (True, False, True)
    assert [Client().get(f"/s/{old}/{page}").status_code for page in ("", "json/", "pdf/")] == [410] * 3
    assert hidden(row) == [1, 2, 4]


def test_shared_states_stay_visible_behind_a_new_share_link_on_request(client, row):
    sharing.share_state(row, 2)
    links(client, row, "share", keep="on")
    assert hidden(row) == [1, 4]


def test_many_shared_states_are_counted(client, row):
    Revision.objects.bulk_create(
        Revision(roster=row, number=number, content=b"", made=row.changed, shared=True) for number in range(10, 70)
    )
    page = links(client, row)
    assert (page.count("?revision="), "And 10 older versions." in page) == (50, True)


@pytest.mark.parametrize("action", ["edit", "share", "share-state", "hide", "hide-all", "nonsense", ""])
def test_a_stranger_changes_no_link(row, action):
    before = present(row)
    assert Client().post(reverse("roster-links", args=[row.pk]), {"action": action}).status_code == 404
    after = present(row)
    assert (after.share_key, after.edit_key_hash) == (before.share_key, before.edit_key_hash)


@pytest.mark.parametrize(("fields", "status"), [({"action": "hide"}, 404), ({"action": "x"}, 302), ({}, 302)])
def test_a_form_that_says_nothing_changes_nothing(client, row, fields, status):
    sharing.share_state(row, 2)
    assert client.post(reverse("roster-links", args=[row.pk]), fields).status_code == status
    assert (present(row).share_key, present(row).edit_key_hash) == (row.share_key, row.edit_key_hash)
    assert hidden(row) == [1, 4]


def test_the_page_says_who_may_edit(client, row):
    friend = make.grant(Client(), row)
    assert [links(one, row).count("This browser") for one in (client, friend)] == [1, 1]
    assert links(client, row).count("Another browser") == 1
    links(client, row, "edit", confirmed="1")
    page = links(client, row)
    assert (page.count("This browser"), page.count("Another browser"), "400 days" in page) == (1, 0, True)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
@pytest.mark.parametrize("page", ["/s/{row.share_key}/pdf/", "/lists/{row.pk}/pdf/"])
def test_a_link_from_elsewhere_that_the_owner_follows_shares_no_state(client, row, page, site):
    address = page.format(row=row) + "?revision=2"
    assert client.get(address, headers={"sec-fetch-site": site}).status_code != 404
    assert hidden(row) == [1, 2, 4]
    client.get(address, headers={"sec-fetch-site": "same-origin"})
    assert hidden(row) == [1, 4]


def test_a_page_that_waits_for_a_printed_state_shares_no_later_one(client, row):
    client.get(f"/lists/{row.pk}/pdf/")
    key = KeptFile.objects.get().key
    for name in ("Later", "Last"):
        history.apply(row, "describe 0", {"name": name}, row.revision)
        client.get(f"/lists/{row.pk}/pdf/?sheet={key}")
    assert list(Revision.objects.filter(shared=True).values_list("number", flat=True)) == [3]


def test_the_address_of_a_page_that_waited_shows_the_present_state_later(row):
    reader, address = Client(), f"/s/{row.share_key}/pdf/"
    reader.get(address)
    kept = KeptFile.objects.get()
    history.apply(row, "describe 0", {"name": "Later"}, row.revision)
    reader.get(f"{address}?sheet={kept.key}")
    assert KeptFile.objects.count() == 1
    KeptFile.objects.update(finished=kept.finished - WAITED)
    reader.get(f"{address}?sheet={kept.key}")
    assert KeptFile.objects.count() == 2


@pytest.mark.parametrize("export", ["json", "pdf"])
def test_an_export_is_of_the_state_that_was_asked_for_even_if_the_list_moves_on_meanwhile(
    client, row, export, monkeypatch
):
    def edited_meanwhile(*arguments):
        history.apply(present(row), "describe 0", {"name": "Later"}, 3)
        return load_revision(*arguments)

    def render(source):
        made.append((source.revision, source.loaded.document.units[0].name))
        return b"x"

    load_revision, made = history.load_revision, []
    monkeypatch.setattr("builder.exports.subjects.load_revision", edited_meanwhile)
    monkeypatch.setitem(registry.EXPORTS, export, replace(registry.EXPORTS[export], render=render))
    client.get(f"/lists/{row.pk}/{export}/")
    assert made == [(3, "Public")]
