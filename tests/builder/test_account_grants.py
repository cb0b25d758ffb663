"""Grants of accounts: the same on every device, beside those of a browser, taken along, ended by a new key."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from builder.accounts.browsers import UNUSED, browser_of, tidy_browsers
from builder.gatherings import permissions
from builder.lists import access
from builder.models import Browser, GatheringGrant, Roster, RosterGrant
from tests import make
from tests.builder import gathered
from tests.database.test_grants_at_once import tab_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return User.objects.create_user("ada-4821", first_name="Ada")


@pytest.fixture
def tom():
    return User.objects.create_user("tom-7310", first_name="Tom")


class Device:
    """A browser with its cookies; each call is a request of its own, of the account that is signed in on it."""

    def __init__(self, account=None):
        self.account, self.jar = account or AnonymousUser(), {}

    def ask(self, what):
        """The result of `what(request)`; the cookies of the answer are kept."""
        request = SimpleNamespace(COOKIES=dict(self.jar), user=self.account)
        result = what(request)
        response = HttpResponse()
        browser_of(request).record_use()
        browser_of(request).set_cookies(response)
        for name, morsel in response.cookies.items():
            self.jar.pop(name, None)
            self.jar |= {name: morsel.value} if morsel["max-age"] != 0 else {}
        return result

    def grant(self, row):
        self.ask(lambda request: access.grant(request, row))
        return self

    def take_along(self):
        self.ask(lambda request: browser_of(request).take_along())
        return self

    def lists(self):
        return sorted(row.name for row in self.ask(access.my_rosters))

    def may_edit(self, row):
        return self.ask(lambda request: access.may_edit(request, row))


@pytest.mark.database
def test_what_an_account_was_granted_is_on_all_its_devices_and_no_other(ada, tom):
    mira = gathered.roster("Mira")
    phone = Device(ada).grant(mira)
    assert phone.jar == {}
    assert [one.lists() for one in (phone, Device(ada), Device(tom), Device())] == [["Mira"], ["Mira"], [], []]
    assert [one.may_edit(mira) for one in (Device(ada), Device(tom), Device())] == [True, False, False]
    assert Browser.objects.count() == 0


def test_signed_in_it_sees_its_own_lists_and_those_of_the_account_each_once(ada):
    both, own, of_account = map(gathered.roster, ("Both", "Own", "Account"))
    device = Device().grant(both).grant(own)
    device.account = ada
    device.grant(of_account)
    Device(ada).grant(both)
    assert device.lists() == ["Account", "Both", "Own"]
    assert Device(ada).lists() == ["Account", "Both"]
    device.account = AnonymousUser()
    assert device.lists() == ["Both", "Own"]


@pytest.mark.database
def test_taking_along_moves_everything_and_leaves_nothing_in_the_browser(ada, tom):
    lists = [gathered.roster(name) for name in ("Mira", "Tom")]
    gang, _members = gathered.gang("Ada")
    device = Device()
    for row in lists:
        device.grant(row)
    device.ask(lambda request: permissions.grant(request, gang))
    RosterGrant.objects.filter(roster=lists[0]).update(pinned=True, labels="tournament")
    device.account = ada
    device.take_along()
    assert (device.jar, Browser.objects.count()) == ({}, 0)
    assert Device(ada).lists() == ["Mira", "Tom"]
    moved = RosterGrant.objects.get(roster=lists[0])
    assert (moved.account, moved.pinned, moved.labels) == (ada, True, "tournament")
    assert Device(ada).ask(lambda request: permissions.organises(request, gang))
    device.account = AnonymousUser()
    assert device.lists() == []
    assert Device(tom).lists() == []


@pytest.mark.database
def test_taking_along_twice_or_without_anything_changes_nothing(ada):
    row = gathered.roster("Mira")
    device = Device().grant(row)
    jar = dict(device.jar)
    device.account = ada
    device.take_along()
    again = Device(ada)
    again.jar = jar  # the answer was lost
    again.take_along()
    assert (again.lists(), RosterGrant.objects.count()) == (["Mira"], 1)
    Device(ada).take_along()
    assert RosterGrant.objects.count() == 1


@pytest.mark.database
def test_the_places_that_an_account_gave_a_list_stay_when_a_browser_brings_it_again(ada):
    row = gathered.roster("Mira")
    Device(ada).grant(row)
    RosterGrant.objects.update(pinned=True)
    device = Device().grant(row)
    device.account = ada
    device.take_along()
    assert list(RosterGrant.objects.values_list("account", "pinned")) == [(ada.pk, True)]


def test_a_grant_that_a_new_key_ended_opens_nothing_when_taken_along(ada):
    row = gathered.roster("Mira")
    friend = Device().grant(row)
    owner = Device(ada).grant(row)
    owner.ask(lambda request: access.renew_edit_key(request, row))
    friend.account = User.objects.create_user("tom-7310")
    friend.take_along()
    assert (friend.lists(), owner.lists()) == ([], ["Mira"])


def test_a_new_edit_key_ends_all_but_the_account_that_made_it(ada, tom):
    row = gathered.roster("Mira")
    devices = [Device(ada).grant(row), Device(tom).grant(row), Device().grant(row)]
    own = Device().grant(row)  # a browser that has the list itself, and signs in
    own.account = ada
    own.ask(lambda request: access.renew_edit_key(request, Roster.objects.get()))
    assert [device.lists() for device in devices] == [["Mira"], [], []]
    own.account = AnonymousUser()
    assert own.lists() == []


def test_an_account_that_holds_a_list_only_by_its_browser_keeps_it_with_a_new_key(ada):
    row = gathered.roster("Mira")
    device = Device().grant(row)
    device.account = ada
    device.ask(lambda request: access.renew_edit_key(request, row))
    assert Device(ada).lists() == ["Mira"]


def test_disuse_ends_no_grant_of_an_account(ada):
    Device(ada).grant(gathered.roster("Mira"))
    RosterGrant.objects.update(used=timezone.localdate() - UNUSED - timedelta(days=100))
    assert tidy_browsers(timezone.now()) == 0
    assert Device(ada).lists() == ["Mira"]
    assert RosterGrant.objects.get().used == timezone.localdate()


@pytest.mark.database
def test_grants_end_with_their_account(ada):
    gang, _members = gathered.gang("Mira")
    Device(ada).grant(gathered.roster("Tom")).ask(lambda request: permissions.grant(request, gang))
    ada.delete()
    assert (RosterGrant.objects.count(), GatheringGrant.objects.count(), Roster.objects.count()) == (0, 0, 2)


@pytest.mark.database
@pytest.mark.parametrize("both", [True, False])
def test_a_grant_has_one_holder(ada, both):
    row, now = gathered.roster("Mira"), timezone.now()
    values = {"browser": Browser.objects.create(), "account": ada} if both else {}
    with pytest.raises(IntegrityError), transaction.atomic():
        RosterGrant.objects.create(roster=row, generation=1, granted=now, used=now.date(), **values)


@pytest.mark.database
def test_who_holds_a_list(ada, tom):
    row = gathered.roster("Mira")
    Device(ada).grant(row)
    Device(tom).grant(row)
    Device().grant(row)
    device = Device(ada)
    found = device.ask(lambda request: browser_of(request).holders(RosterGrant, row))
    assert (found[0].mine, found[0].account) == (True, ada)
    assert {(one.mine, one.account) for one in found} == {(True, ada), (False, tom), (False, None)}


def test_a_list_that_a_member_makes_belongs_to_the_account(ada):
    client = Client()
    client.force_login(ada)
    home = client.post(reverse("roster-example", args=["rbn"])).url
    assert RosterGrant.objects.get().account == ada
    other = Client()
    other.force_login(ada)
    assert other.get(home).status_code == 200
    assert Client().get(home).status_code == 404


@pytest.mark.parametrize("path", ["start", "my-lists", "gatherings", "about", "account_login"])
def test_without_an_account_no_query_asks_for_one(path):
    device = gathered.player(gathered.gang("Mira")[1][0])
    with CaptureQueriesContext(connection) as asked:
        device.get(reverse(path))
    tables = ("auth_", "account_", "django_session", "mfa_", "usersessions_")
    assert [query["sql"] for query in asked if any(f'FROM "{table}' in query["sql"] for table in tables)] == []


def sign_in(client, user):
    user.set_password("a long way through the sand")
    user.save()
    answer = client.post("/account/login/", {"login": user.username, "password": "a long way through the sand"})
    assert answer.status_code == 302


def test_signing_in_and_out_renews_the_key_of_the_browser(ada):
    """A copy of the cookie from before opens nothing after the grace, and never what was granted since."""
    client, own, later = Client(), gathered.roster("Own"), gathered.roster("Later")
    make.grant(client, own)
    for change in (lambda: sign_in(client, ada), lambda: client.post("/account/logout/")):
        thief = tab_of(client)
        change()
        make.grant(client, later)
        assert [thief.get(f"/lists/{row.pk}/").status_code for row in (own, later)] == [200, 404]
        Browser.objects.exclude(grace_ends=None).update(grace_ends=timezone.now())
        assert [client.get(f"/lists/{row.pk}/").status_code for row in (own, later)] == [200, 200]
        assert [thief.get(f"/lists/{row.pk}/").status_code for row in (own, later)] == [404, 404]
        later = gathered.roster("Even later")


def test_after_signing_out_the_browser_shows_nothing_of_the_account(ada):
    client, own = Client(), gathered.roster("Own")
    make.grant(client, own)
    sign_in(client, ada)
    home = client.post(reverse("roster-example", args=["rbn"])).url
    client.post("/account/logout/")
    assert (client.get(home).status_code, client.get(f"/lists/{own.pk}/").status_code) == (404, 200)
