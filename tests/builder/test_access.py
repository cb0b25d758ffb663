"""Keys and grants: requests of one browser at once, keys renewed at once, addresses that nothing can have."""

import re
from http.cookies import SimpleCookie
from types import SimpleNamespace

import pytest
from django.http import Http404, HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from builder.accounts.browsers import browser_of
from builder.gatherings import permissions
from builder.lists import access, history
from builder.lists.loaded import LoadedRoster
from builder.models import Gathering, Roster
from builder.web.keys import hash_key, new_key
from tests import make
from tests.builder import gathered

pytestmark = pytest.mark.django_db


def request(cookies=None):
    """A request of the browser that has these cookies."""
    return SimpleNamespace(COOKIES=dict(cookies or {}))


def answered(made, cookies):
    """The cookies of a browser after it got the answer to a request."""
    response = HttpResponse()
    browser_of(made).set_cookies(response)
    return {
        name: morsel.value
        for name, morsel in (SimpleCookie(cookies) | response.cookies).items()
        if morsel["max-age"] != 0
    }


def browser(*names):
    """The cookies of a browser that was granted lists of these names, one after the other."""
    cookies = {}
    for name in names:
        cookies = granted(cookies, gathered.roster(name))
    return cookies


def granted(cookies, row):
    """The cookies of a browser after it was granted a list or a gathering."""
    made = request(cookies)
    (permissions.grant if isinstance(row, Gathering) else access.grant)(made, row)
    return answered(made, cookies)


def held(cookies):
    """The names of the lists and of the gatherings that a browser opens."""
    made = request(cookies)
    lists = [row.name for row in access.my_rosters(made)]
    return lists, [row.name for row, *_more in permissions.my_gatherings(made)]


# --- who may ---------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_who_was_granted_a_list_may_edit_it_and_nobody_else():
    row, other = gathered.roster("Mira"), gathered.roster("Tom")
    owner, stranger = request(), request()
    access.grant(owner, row)
    assert [access.may_edit(one, row) for one in (owner, stranger)] == [True, False]
    assert access.granted_roster(owner, row.pk) == row
    for who, pk in ((stranger, row.pk), (owner, other.pk)):
        with pytest.raises(Http404):
            access.granted_roster(who, pk)


def test_a_grant_before_a_new_edit_key_opens_nothing():
    row = gathered.roster("Mira")
    owner, friend = request(), request()
    for one in (owner, friend):
        access.grant(one, row)
    access.renew_edit_key(owner, row)
    assert [access.may_edit(one, row) for one in (owner, friend)] == [True, False]
    assert access.granted_roster(owner, row.pk) == row
    with pytest.raises(Http404):
        access.granted_roster(friend, row.pk)


def test_a_list_is_looked_for_where_the_view_says():
    row = gathered.roster("Mira")
    owner = request()
    access.grant(owner, row)
    nowhere, somewhere = Roster.objects.filter(game="nowhere"), Roster.objects.defer("document")
    assert access.granted_roster(owner, row.pk, rosters=somewhere.all).get_deferred_fields() == {"document"}
    assert access.shared_roster(row.share_key, somewhere).get_deferred_fields() == {"document"}
    for look in (
        lambda: access.granted_roster(owner, row.pk, rosters=nowhere.all),
        lambda: access.shared_roster(row.share_key, nowhere),
    ):
        with pytest.raises(Http404):
            look()


def test_each_key_opens_its_own_list():
    made = [history.create(LoadedRoster.from_data(gathered.character(name)), "new") for name in ("Mira", "Tom")]
    assert [access.roster_of_edit_key(key).name for _row, key in made] == ["Mira", "Tom"]
    assert [access.shared_roster(row.share_key).name for row, _key in made] == ["Mira", "Tom"]


def test_a_removed_list_opens_to_nobody_and_comes_back_to_its_owner():
    row, key = history.create(LoadedRoster.from_data(gathered.character("Mira")), "new")
    kept = gathered.roster("Tom")
    owner = request()
    for one in (row, kept):
        access.grant(owner, one)
    Roster.objects.filter(pk=row.pk).update(deleted=timezone.now())
    for look in (
        lambda: access.granted_roster(owner, row.pk),
        lambda: access.granted_roster(owner, kept.pk, deleted=True),
        lambda: access.roster_of_edit_key(key),
        lambda: access.shared_roster(row.share_key),
    ):
        with pytest.raises(Http404):
            look()
    assert access.granted_roster(owner, row.pk, deleted=True) == row
    assert (access.my_rosters(owner), access.my_rosters(owner, deleted=True)) == ([kept], [row])


def test_both_links_of_a_new_list_are_shown(client):
    row, key = history.create(LoadedRoster(make.convoy()), "new")
    make.grant(client, row)
    client.cookies[f"key-{row.pk}"] = key
    page = client.get(reverse("roster-links", args=[row.pk])).content.decode()
    assert f"http://testserver/s/{row.share_key}/" in page
    assert f"http://testserver/e/{key}/" in page


@pytest.mark.parametrize(("units", "opened"), [(0, ""), (1, "?unit=0"), (2, "")])
def test_an_only_unit_of_a_new_list_is_open(client, units, opened):
    row, _key = history.create(LoadedRoster(make.convoy(units=[make.fighter()] * units)), "new")
    response = client.post(f"/s/{row.share_key}/copy/")
    assert response["Location"] == f"/lists/{Roster.objects.latest('pk').pk}/{opened}"


# --- keys renewed at once -------------------------------------------------------------------------------------------


@pytest.mark.database
def test_of_two_new_edit_links_at_once_the_later_one_holds():
    row = gathered.roster("Mira")
    thief, owner = request(), request()
    for one in (thief, owner):
        access.grant(one, row)
    rows = [access.granted_roster(one, row.pk) for one in (thief, owner)]
    lost, kept = (access.renew_edit_key(one, row) for one, row in zip((thief, owner), rows, strict=True))
    assert access.roster_of_edit_key(kept) == row
    assert ([one.name for one in access.my_rosters(thief)], [one.name for one in access.my_rosters(owner)]) == (
        [],
        ["Mira"],
    )
    assert not Roster.objects.filter(edit_key_hash=hash_key(lost)).exists()


@pytest.mark.database
def test_of_two_new_organisers_links_at_once_the_later_one_holds():
    gang, _members = gathered.gang()
    thief, owner = request(), request()
    for one in (thief, owner):
        permissions.grant(one, gang)
    rows = [Gathering.objects.get() for _time in range(2)]
    for one, row in zip((thief, owner), rows, strict=True):
        permissions.renew_organiser_key(one, row)
    gang = Gathering.objects.get()
    assert (permissions.organises(thief, gang), permissions.organises(owner, gang)) == (False, True)


@pytest.mark.database
def test_two_new_edit_links_of_one_browser_at_once_leave_it_the_list():
    cookies, row = browser("Ada"), Roster.objects.get()
    first, second = request(cookies), request(cookies)
    for one in (first, second):
        access.renew_edit_key(one, Roster.objects.get())
    for one in (first, second):
        assert held(answered(one, cookies)) == ([row.name], [])


# --- addresses ------------------------------------------------------------------------------------------------------

HUGE = ("9" * 18, "9" * 19, "9" * 23, "9" * 400)


def addresses(kind, value):
    """Every address that holds such a part, filled in with `value`; other parts are slugs.

    Without those of accounts, where a stranger is asked to sign in.
    """
    given = {"slug": "of-the-dead", "export": "json", "int": "1", kind: value}
    for occupation in get_resolver("builder.urls").url_patterns:
        for pattern in occupation.url_patterns:
            path = str(pattern.pattern)
            if f"<{kind}:" in path and not path.startswith("account/"):
                yield "/" + re.sub(r"<(\w+):\w+>", lambda part: given[part[1]], path)


@pytest.mark.database
@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize("method", ["get", "post"])
def test_numbers_that_no_database_holds_are_not_found(method, number):
    answers = {path: getattr(Client(), method)(path).status_code for path in addresses("pk", number)}
    assert len(answers) > 20
    assert {path: status for path, status in answers.items() if status not in (404, 405)} == {}


@pytest.mark.database
@pytest.mark.parametrize("number", HUGE)
def test_numbers_that_no_database_holds_are_not_found_by_who_is_inside(number):
    gang, (mira,) = gathered.gang("Mira")
    client = gathered.organiser(gang, gathered.player(mira))
    within = f"/gatherings/{gang.pk}"
    paths = [f"{within}/members/{number}/end/", f"{within}/chapters/{number}/", f"{within}/news/{number}/remove/"]
    paths.append(f"/gatherings/{number}/members/{mira.pk}/return/")
    assert [client.post(path).status_code for path in paths] == [404] * len(paths)


@pytest.mark.database
@pytest.mark.parametrize("key", ["%00abcdef", "%00", "a%00b", "%F0%9F%92%80", "x" * 65, "a.b", "%ED%A0%80"])
def test_keys_that_nothing_has_are_not_found(client, key):
    answers = {path: client.get(path).status_code for path in addresses("key", key)}
    assert len(answers) > 8
    assert set(answers.values()) == {404}


def test_every_key_that_is_made_can_stand_in_an_address():
    assert {reverse("edit-link", args=[new_key()])[:3] for _time in range(50)} == {"/e/"}


@pytest.mark.parametrize("key", ["a/b", "a b", "", "x" * 65])
def test_a_cookie_that_holds_no_key_shows_no_link(client, key):
    gang, (mira,) = gathered.gang("Mira")
    gathered.organiser(gang, gathered.player(mira, client=client))
    client.cookies[f"key-{mira.roster_id}"] = key
    assert "/e/" not in client.get(reverse("roster", args=[mira.roster_id])).content.decode()
    client.cookies[f"key-{gang.pk}"] = key
    assert "/o/" not in client.get(reverse("gathering", args=[gang.pk])).content.decode()


@pytest.mark.parametrize("key", ["abcdefgh\\000", "abcdefgh\\377", "abcdefgh-/"])
def test_a_cookie_that_names_no_session_opens_an_empty_one(client, key):
    response = client.get(reverse("my-lists"), headers={"cookie": f'sessionid="{key}"'})
    assert (response.status_code, response.context["rosters"]) == (200, [])
