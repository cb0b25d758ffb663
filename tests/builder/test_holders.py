"""Who holds a list or a gathering, and whom a new secret link ends: named before it, asked about, named after it."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from builder.accounts import browsers
from builder.models import GatheringGrant, RosterGrant
from tests import make
from tests.builder import gathered

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


class Place:
    """A list or a gathering, its page of links and the button that makes a new secret link."""

    def __init__(self, kind):
        self.row = gathered.roster("Mira") if kind == "list" else gathered.gang("Tom", name="Les Rescapés")[0]
        folder, self.action = ("lists", "edit") if kind == "list" else ("gatherings", "organiser")
        self.grants = RosterGrant if kind == "list" else GatheringGrant
        self.path = f"/{folder}/{self.row.pk}/links/"

    def browser(self):
        return make.grant(Client(headers=ENGLISH), self.row)

    def account(self, name, username=None):
        """(its client, the account) of a player who has it in his account."""
        number = 4821 + User.objects.count()
        user = User.objects.create_user(username or f"{name.lower()}-{number}", first_name=name)
        self.grant_to(user)
        client = Client(headers=ENGLISH)
        client.force_login(user)
        return client, user

    def grant_to(self, user):
        target = {self.grants.TARGET: self.row}
        now = timezone.now()
        self.grants.objects.create(account=user, generation=1, granted=now, used=now.date(), **target)

    def page(self, client):
        return text_of(client.get(self.path))

    def renewal(self, client):
        """What stands above the button."""
        return re.search(r'<p id="renewal">(.*?)</p>', self.page(client))[1].strip()

    def renew(self, client, **fields):
        return client.post(self.path, {"action": self.action} | fields)

    def open_to(self, *clients):
        return [client.get(self.path).status_code == 200 for client in clients]

    def generation(self):
        return type(self.row).objects.get(pk=self.row.pk).generation


@pytest.fixture(params=["list", "gathering"])
def place(request):
    return Place(request.param)


def text_of(response):
    return unescape(" ".join(response.content.decode().split()))


def holders(page):
    """The holders on a page, as it names them."""
    items = re.findall(r"<li>(.*?)</li>", re.search(r'<ul class="plain holders">(.*?)</ul>', page)[1])
    return [re.sub(r"<[^>]*>", "", item.partition('<span class="small">')[0]).strip() for item in items]


# --- who holds it ----------------------------------------------------------------------------------------------------


def test_each_holder_sees_who_else_there_is(place):
    mine = place.browser()
    place.browser()
    maud, _user = place.account("Maud")
    place.account("", username="nobody-1234")
    others = ["Account: Maud", "Account: nobody", "Another browser"]
    page = place.page(mine)
    assert (holders(page)[0], sorted(holders(page)[1:])) == ("This browser", others)
    found = holders(place.page(maud))
    assert (found[0], sorted(found[1:])) == ("Your account", ["Account: nobody", *["Another browser"] * 2])
    assert "-4821" not in page


def test_the_400_days_are_told_of_browsers_only(place):
    maud, _user = place.account("Maud")
    page = place.page(maud)
    assert ("400 days" in page, "has access on every signed-in device" in page) == (False, True)
    page = place.page(place.browser())
    assert ("400 days" in page, "has access on every signed-in device" in page) == (True, True)
    place.grants.objects.exclude(account=None).delete()
    page = place.page(place.browser())
    assert ("400 days" in page, "has access on every signed-in device" in page) == (True, False)


def test_names_are_shown_as_text(place):
    mine = place.browser()
    place.account("<b>Tom</b> & Jo")
    page = mine.get(place.path).content.decode()
    assert page.count("&lt;b&gt;Tom&lt;/b&gt; &amp; Jo") == 2


# --- before ----------------------------------------------------------------------------------------------------------


def test_alone_there_is_nobody_to_end_and_nothing_to_confirm(place):
    mine = place.browser()
    assert place.renewal(mine) == "Nobody else loses access. You keep access in this browser."
    assert place.renew(mine)["Location"] == place.path
    page = place.page(mine)
    assert (place.generation(), "Ended:" in page) == (2, False)


def test_the_page_names_whom_a_new_link_ends(place):
    mine = place.browser()
    place.browser()
    assert place.renewal(mine) == "These lose access: <b>1 other browser</b>. You keep access in this browser."
    place.browser()
    tom, _user = place.account("Tom")
    said = "These lose access: <b>the account of Tom, 2 other browsers</b>. You keep access in this browser."
    assert place.renewal(mine) == said
    assert place.renewal(tom) == "These lose access: <b>3 other browsers</b>. You keep access through your account."


def test_who_is_signed_in_learns_that_this_browsers_own_access_ends(place):
    both, user = place.browser(), User.objects.create_user("maud-4821")
    both.force_login(user)
    said = "Nobody else loses access. This browser loses its own access too; you keep yours through your account."
    assert place.renewal(both) == said
    assert place.renew(both)["Location"] == place.path
    assert place.open_to(both) == [True]
    assert list(place.grants.objects.filter(generation=2).values_list("account", "browser")) == [(user.pk, None)]
    both.logout()
    both.force_login(user)
    assert place.renewal(both) == "Nobody else loses access. You keep access through your account."


def test_many_holders_are_counted(place, monkeypatch):
    mine = place.browser()
    for number in range(12):
        place.account(f"P{number:02}")
    place.browser()
    place.grants.objects.exclude(account=None).update(used="2026-01-01")
    found = place.renewal(mine)
    assert found.count("the account of P") == 10
    assert found.endswith("2 other accounts, 1 other browser</b>. You keep access in this browser.")
    monkeypatch.setattr(browsers, "MOST_HOLDERS", 5)
    monkeypatch.setattr("builder.accounts.holders.MOST_HOLDERS", 5)
    page = place.page(mine)
    assert (len(holders(page)), "And 9 more." in page) == (5, True)
    assert "1 other browser, 9 more</b>" in place.renewal(mine)


# --- the question and what follows ------------------------------------------------------------------------------------


def test_the_first_post_asks_and_ends_nobody(place):
    mine, friend = place.browser(), place.browser()
    tom, _user = place.account("Tom")
    response = place.renew(mine)
    page = text_of(response)
    assert response.status_code == 200
    assert "These lose access: <b>the account of Tom, 1 other browser</b>." in page
    assert '<input type="hidden" name="confirmed" value="1">' in page
    assert f'name="action" value="{place.action}"' in page
    assert place.generation() == 1
    assert place.open_to(mine, friend, tom) == [True] * 3


def test_the_second_post_ends_them_and_says_whom(place):
    mine, friend = place.browser(), place.browser()
    tom, _user = place.account("Tom")
    assert place.renew(mine, confirmed="1")["Location"] == place.path
    page = place.page(mine)
    assert "New link created. No longer have access: the account of Tom, 1 other browser." in page
    assert (holders(page), place.generation()) == (["This browser"], 2)
    assert place.open_to(mine, friend, tom) == [True, False, False]


def test_an_account_keeps_it_and_ends_the_browsers(place):
    mine = place.browser()
    tom, _user = place.account("Tom")
    assert place.renew(tom).status_code == 200
    place.renew(tom, confirmed="1")
    page = place.page(tom)
    assert ("No longer have access: 1 other browser." in page, holders(page)) == (True, ["Your account"])
    assert place.open_to(mine, tom) == [False, True]


def test_a_stranger_is_not_asked(place):
    assert place.renew(Client()).status_code == 404
    assert place.generation() == 1


def test_other_links_are_renewed_without_a_question(place):
    mine, _friend = place.browser(), place.browser()
    before = type(place.row).objects.get(pk=place.row.pk).share_key
    assert mine.post(place.path, {"action": "share"})["Location"] == place.path
    assert type(place.row).objects.get(pk=place.row.pk).share_key != before
