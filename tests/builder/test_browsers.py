"""Keys and grants of browsers: planted and stolen keys, lost answers, tabs at once, use and disuse."""

from datetime import datetime, timedelta
from http.cookies import SimpleCookie
from types import SimpleNamespace

import pytest
from django.db import DatabaseError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from builder.accounts import browsers, cookies
from builder.accounts.browsers import browser_of, tidy_browsers
from builder.gatherings import permissions
from builder.lists import access, history
from builder.lists.loaded import LoadedRoster
from builder.models import Browser, Gathering, GatheringGrant, Roster, RosterGrant
from builder.web.keys import hash_key
from tests import make
from tests.builder import gathered

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 4, 12, tzinfo=timezone.get_current_timezone())


@pytest.fixture
def clock(monkeypatch):
    """The time, which a test moves on: clock(minutes=3)."""
    at = [NOON]
    monkeypatch.setattr(timezone, "now", lambda: at[0])

    def move(**by):
        at[0] += timedelta(**by)

    return move


class Tab:
    """One request at a time of a browser; `jar` has its cookies, and `Tab(jar)` is another request with the same."""

    def __init__(self, jar=None):
        self.jar = dict(jar or {})
        self.request = SimpleNamespace(COOKIES=dict(self.jar))
        self.browser = browser_of(self.request)

    def answer(self, jar=None):
        """The cookies after the answer, added to those that the browser has by now."""
        response = HttpResponse()
        self.browser.record_use()
        self.browser.set_cookies(response)
        merged = SimpleCookie(self.jar if jar is None else jar) | response.cookies
        return {name: morsel.value for name, morsel in merged.items() if morsel["max-age"] != 0}

    def sees(self):
        return sorted(row.name for row in access.my_rosters(self.request))


def granted(name, jar=None):
    """The cookies of a browser after it was granted a new list."""
    tab = Tab(jar)
    access.grant(tab.request, gathered.roster(name))
    return tab.answer()


def renewed(jar):
    """The cookies of a browser after its key was renewed."""
    tab = Tab(jar)
    tab.browser.renew()
    return tab.answer()


def new_in(jar, before):
    """Of the cookies in `jar` those that are not in `before`."""
    return {name: key for name, key in jar.items() if name not in before}


def sees(jar):
    """What a browser sees, and its cookies after it looked."""
    tab = Tab(jar)
    return tab.sees(), tab.answer()


def seen(jar):
    return sees(jar)[0]


# --- nothing before a grant -----------------------------------------------------------------------------------------


def test_a_stranger_leaves_no_row_and_gets_no_cookie(client):
    row = gathered.roster("Mira")
    pages = ["/", "/lists/", "/gatherings/", "/about/", "/new/rbn/", f"/s/{row.share_key}/", "/lists/1/", "/e/no/"]
    for page in pages:
        client.get(page)
    client.post("/new/rbn/", {"budget": "-3"})
    assert [name for name in client.cookies if name not in ("csrftoken", "django_language")] == []
    assert Browser.objects.count() == 0


def test_no_page_for_players_writes_a_session(client):
    from django.contrib.sessions.models import Session

    row, _key = history.create(LoadedRoster(make.convoy()), "new")
    make.grant(client, row)
    client.get(reverse("roster", args=[row.pk]))
    client.post(reverse("roster-edit", args=[row.pk]), {"command": "add-vehicle leger", "revision": 1})
    client.post(reverse("roster-edit", args=[row.pk]), {"command": "nonsense", "revision": 2})
    client.post(reverse("roster-remove", args=[row.pk]))
    client.get("/lists/")
    assert (Session.objects.count(), "sessionid" in client.cookies) == (0, False)


def test_the_cookie_is_hidden_from_scripts_and_other_sites_and_lasts_400_days(settings):
    settings.SESSION_COOKIE_SECURE = True
    tab = Tab()
    access.grant(tab.request, gathered.roster("Ada"))
    response = HttpResponse()
    tab.browser.set_cookies(response)
    (cookie,) = response.cookies.values()
    assert cookie.key.startswith("__Host-browser-")
    assert {name: cookie[name] for name in ("httponly", "secure", "samesite", "path", "max-age", "domain")} == {
        "httponly": True, "secure": True, "samesite": "Lax", "path": "/", "max-age": 400 * 86400, "domain": "",
    }  # fmt: skip
    assert Browser.objects.get().key_hash == hash_key(cookie.value)


def test_under_a_path_the_cookie_stays_under_it(settings, monkeypatch):
    settings.SESSION_COOKIE_SECURE = True
    monkeypatch.setattr(cookies, "get_script_prefix", lambda: "/bivouac/")
    tab = Tab()
    access.grant(tab.request, gathered.roster("Ada"))
    response = HttpResponse()
    tab.browser.set_cookies(response)
    (cookie,) = response.cookies.values()
    assert (cookie.key[:17], cookie["path"]) == ("__Secure-browser-", "/bivouac/")


def test_a_site_that_gets_tls_takes_the_keys_it_gave_before_and_replaces_them(settings, clock):
    plain = granted("Ada")
    settings.SESSION_COOKIE_SECURE = True
    clock(days=1)
    found, jar = sees(plain)
    assert (found, [name[:15] for name in jar if name not in plain]) == (["Ada"], ["__Host-browser-"])
    assert seen(new_in(jar, plain)) == ["Ada"]


def test_a_site_that_gets_tls_renews_a_key_with_its_first_grant(settings):
    planted = granted("Ada")
    settings.SESSION_COOKIE_SECURE = True
    jar = granted("Mira", planted)
    (name,) = new_in(jar, planted)
    assert (name[:15], seen(new_in(jar, planted)), seen(planted)) == ("__Host-browser-", ["Ada", "Mira"], ["Ada"])


# --- what a key sees ------------------------------------------------------------------------------------------------


def test_where_no_cookie_can_be_planted_a_browser_keeps_its_key(settings):
    settings.SESSION_COOKIE_SECURE = True
    first = granted("Ada")
    second = granted("Mira", first)
    assert (second, seen(first), Browser.objects.count()) == (first, ["Ada", "Mira"], 1)


@pytest.mark.parametrize(("secure", "path"), [(False, "/"), (True, "/bivouac/")])
def test_where_cookies_can_be_planted_each_grant_has_a_key_of_its_own(settings, monkeypatch, secure, path):
    settings.SESSION_COOKIE_SECURE = secure
    monkeypatch.setattr(cookies, "get_script_prefix", lambda: path)
    first = granted("Ada")
    second = granted("Mira", first)
    assert [seen(jar) for jar in (first, second, new_in(second, first))] == [["Ada"], ["Ada", "Mira"], ["Mira"]]


@pytest.mark.database
def test_of_many_keys_one_is_made(clock):
    jar, names = {}, [f"N{number}" for number in range(browsers.ENOUGH_KEYS)]
    for name in names:
        jar = granted(name, jar)
    assert (Browser.objects.count(), len(jar)) == (len(names), len(names))
    newer = granted("More", jar)
    assert (seen(new_in(newer, jar)), seen(jar)) == (["More", *names], names)
    clock(minutes=2)
    assert (seen(newer), seen(jar), Browser.objects.count()) == (["More", *names], [], 1)
    for name in names[:-1]:
        newer = granted(name, newer)
    assert not jar.keys() & granted("Last", newer).keys()


def test_a_planted_key_never_sees_what_is_granted_later():
    planted = granted("Bait")
    victim = granted("Mira", planted)
    gang, _members = gathered.gang()
    tab = Tab(victim)
    permissions.grant(tab.request, gang)
    assert seen(planted) == ["Bait"]
    assert not permissions.organises(Tab(planted).request, gang)


def test_a_planted_key_that_grants_itself_more_before_the_victim_gains_nothing():
    planted = granted("Bait")
    thief = granted("Worm", planted)
    victim = granted("Mira", planted)
    assert [seen(jar) for jar in (planted, thief, victim)] == [["Bait"], ["Bait", "Worm"], ["Bait", "Mira"]]
    assert [seen(granted("More", jar)) for jar in (thief, victim)] == [
        ["Bait", "More", "Worm"],
        ["Bait", "Mira", "More"],
    ]


def test_a_planted_key_that_grants_itself_more_after_the_victim_gains_nothing():
    planted = granted("Bait")
    victim = granted("Mira", planted)
    thief = granted("Worm", planted)
    assert [seen(jar) for jar in (thief, victim)] == [["Bait", "Worm"], ["Bait", "Mira"]]


def test_a_planted_cookie_beside_the_own_one_gains_nothing():
    planted, own = granted("Bait"), granted("Ada")
    victim = granted("Mira", planted | own)
    assert (seen(victim), seen(planted)) == (["Ada", "Bait", "Mira"], ["Bait"])
    assert seen(granted("Worm", planted)) == ["Bait", "Worm"]


def test_an_old_key_ends_once_the_new_one_was_used_after_the_grace(clock):
    old = granted("Ada")
    new = new_in(renewed(old), old)
    clock(minutes=1)
    assert (seen(new), seen(old)) == (["Ada"], ["Ada"])
    clock(minutes=2)
    assert (seen(new), seen(old), Browser.objects.count()) == (["Ada"], [], 1)


def test_an_old_key_sees_nothing_that_comes_with_the_new_one(settings):
    settings.SESSION_COOKIE_SECURE = True
    stolen = granted("Ada")
    new = new_in(granted("Mira", renewed(stolen)), stolen)
    assert (seen(new), seen(stolen)) == (["Ada", "Mira"], ["Ada"])


def test_of_several_keys_in_a_hurry_all_but_the_last_end(clock):
    jars = [granted("Ada")]
    for _time in range(2):
        jars.append(renewed(jars[-1]))
    newest = new_in(jars[2], jars[1])
    clock(minutes=3)
    assert seen(newest) == ["Ada"]
    assert (seen(jars[0]), seen(new_in(jars[1], jars[0])), Browser.objects.count()) == ([], [], 1)


@pytest.mark.database
@pytest.mark.parametrize("secure", [True, False])
def test_a_lost_answer_loses_nothing(settings, clock, secure):
    settings.SESSION_COOKIE_SECURE = secure
    jar = granted("Ada")
    renewed(jar)
    clock(days=30)
    found, jar = sees(jar)
    assert found == ["Ada"]
    jar = granted("Mira", jar)
    renewed(jar)
    jar = renewed(jar)
    clock(minutes=3)
    assert seen(jar) == ["Ada", "Mira"]


def test_a_browser_that_crashed_before_it_stored_the_new_key_goes_on_with_the_old_one(clock):
    jar = granted("Ada")
    new = renewed(jar)
    clock(seconds=20)
    assert seen(new_in(new, jar)) == ["Ada"]
    clock(hours=10)
    assert seen(jar) == ["Ada"]


def test_the_replaced_key_finds_the_lists_again_when_the_database_is_of_yesterday(clock):
    jar = granted("Mira", granted("Ada"))
    yesterday = [list(model.objects.all()) for model in (Browser, RosterGrant)]
    newer = renewed(jar)
    clock(minutes=3)
    newer = sees(newer)[1]
    Browser.objects.all().delete()
    for rows in yesterday:
        type(rows[0]).objects.bulk_create(rows)
    assert seen(newer) == ["Ada", "Mira"]


@pytest.mark.database
def test_a_form_sent_again_gets_its_grant_again_and_only_its_own():
    jar = granted("Ada")
    first = Tab(jar)
    access.grant(first.request, gathered.roster("Mira"))
    again = Tab(jar)
    again.browser.grant_again([list(grant) for grant in first.browser.granted])
    assert seen(again.answer()) == ["Ada", "Mira"]
    third = Tab(again.answer())
    third.browser.grant_again(first.browser.granted)
    assert third.browser.to_set == {}


def test_a_grant_given_again_after_a_new_secret_link_opens_nothing():
    first, row = Tab(), gathered.roster("Mira")
    access.grant(first.request, row)
    access.renew_edit_key(Tab(first.answer()).request, row)
    again = Tab()
    again.browser.grant_again(first.browser.granted)
    assert seen(again.answer()) == []


@pytest.mark.database
def test_what_was_granted_twice_in_a_request_comes_with_one_key():
    tab = Tab()
    for name in ("Ada", "Mira"):
        access.grant(tab.request, gathered.roster(name))
    assert (len(tab.answer()), seen(tab.answer())) == (1, ["Ada", "Mira"])


@pytest.mark.parametrize("secure", [True, False])
def test_a_replaced_key_sent_again_and_again_copies_nothing(settings, clock, secure):
    settings.SESSION_COOKIE_SECURE = secure
    jar = granted("Mira", granted("Ada"))
    newer = renewed(jar)
    before = RosterGrant.objects.count()
    again = [granted(f"Again {number}", jar) for number in range(5)]
    assert RosterGrant.objects.count() == before + 5
    assert [seen(one) for one in again] == [["Ada", f"Again {number}", "Mira"] for number in range(5)]
    clock(minutes=3)
    assert seen(new_in(newer, jar)) == ["Ada", "Mira"]
    assert [seen(one) for one in again] == [[f"Again {number}"] for number in range(5)]


@pytest.mark.database
def test_many_replaced_keys_sent_again_copy_nothing_within_a_day(clock):
    jar = {}
    for number in range(browsers.ENOUGH_KEYS):
        jar = granted(f"N{number}", jar)
    granted("Lost", jar)
    before = RosterGrant.objects.count()
    assert (len(seen(granted("Zoe", jar))), RosterGrant.objects.count()) == (6, before + 1)
    clock(days=2)
    (newest,) = new_in(again := granted("Tom", jar), jar)
    assert len(seen({newest: again[newest]})) == 6


def test_an_old_cookie_stays_though_newer_ones_are_unknown():
    jar = granted("Ada")
    renewed(jar)
    unknown = {f"browser-{'f' * 14}{number:02}": "k" * 22 for number in range(4)}
    assert seen(granted("Mira", jar | unknown)) == ["Ada", "Mira"]
    assert seen(renewed(jar | unknown)) == ["Ada"]
    assert not unknown.keys() & renewed(jar | unknown).keys()


# --- the player's wish ----------------------------------------------------------------------------------------------


def test_a_forgotten_browser_has_nothing_and_its_lists_stay():
    jar = granted("Mira", granted("Ada"))
    friend = Tab()
    access.grant(friend.request, Roster.objects.get(name="Ada"))
    tab = Tab(renewed(jar))
    tab.browser.forget()
    assert (tab.answer(), seen(jar), seen(friend.answer())) == ({}, [], ["Ada"])
    assert (Browser.objects.count(), Roster.objects.count()) == (1, 2)


# --- tabs at once ---------------------------------------------------------------------------------------------------


@pytest.mark.database
@pytest.mark.parametrize("start", [[], ["Ada"]])
def test_what_two_tabs_are_granted_at_once_is_kept_both(start, clock):
    jar = granted(*start) if start else {}
    one, two = Tab(jar), Tab(jar)
    for tab, name in ((one, "Mira"), (two, "Tom")):
        access.grant(tab.request, gathered.roster(name))
    for both in (one.answer(two.answer()), two.answer(one.answer())):
        assert seen(both) == [*start, "Mira", "Tom"]
    jar = renewed(granted("Zoe", one.answer(two.answer())))
    clock(minutes=3)
    (newest,) = sorted(jar)[-1:]
    assert seen({newest: jar[newest]}) == [*start, "Mira", "Tom", "Zoe"]
    assert Browser.objects.count() == 1


@pytest.mark.database
def test_of_two_tabs_that_renew_at_once_none_loses_anything(settings, clock):
    settings.SESSION_COOKIE_SECURE = True
    jar = granted("Ada")
    one, two = Tab(jar), Tab(jar)
    for tab in (one, two):
        tab.browser.renew()
    access.grant(two.request, gathered.roster("Mira"))
    for both in (one.answer(two.answer()), two.answer(one.answer())):
        assert seen(both) == ["Ada", "Mira"]
    clock(minutes=3)
    both = one.answer(two.answer())
    assert (seen(both), seen(both), seen(jar)) == (["Ada", "Mira"], ["Ada", "Mira"], [])


@pytest.mark.database
def test_a_list_and_a_gang_at_once_are_kept_both():
    one, two = Tab(), Tab()
    access.grant(one.request, gathered.roster("Mira"))
    permissions.grant(two.request, gathered.gang()[0])
    tab = Tab(one.answer(two.answer()))
    assert (tab.sees(), [row.name for row, *_ in permissions.my_gatherings(tab.request)]) == (
        ["Mira"],
        ["Les Rescapés"],
    )


@pytest.mark.database
def test_many_secret_links_opened_at_once_are_all_kept():
    jar, names = {}, [f"N{number:02}" for number in range(12)]
    tabs = [Tab() for _name in names]
    for tab, name in zip(tabs, names, strict=True):
        access.grant(tab.request, gathered.roster(name))
        jar = tab.answer(jar)
    assert seen(jar) == names
    jar = granted("Last", jar)
    assert seen(jar) == ["Last", *names]
    assert seen(dict([max(jar.items())])) == ["Last", *names]


def test_more_cookies_than_any_browser_gets_are_not_looked_up():
    jar = {f"browser-{number:016x}": f"k{number}" for number in range(100)}
    assert len(Tab(jar).browser.hashes) == cookies.MOST_KEYS


# --- a new secret link ----------------------------------------------------------------------------------------------


def test_a_new_secret_link_ends_a_stolen_key_with_the_first_use_of_the_new_one():
    jar = granted("Ada")
    stolen, row = dict(jar), Roster.objects.get()
    tab = Tab(jar)
    access.renew_edit_key(tab.request, row)
    jar = tab.answer()
    assert (seen(jar), seen(stolen)) == (["Ada"], [])


def test_a_new_secret_link_ends_what_a_stolen_key_has_granted_itself():
    jar = granted("Ada")
    row = Roster.objects.get()
    thief = granted("Worm", jar)
    tab = Tab(jar)
    access.renew_edit_key(tab.request, row)
    assert (seen(tab.answer()), seen(thief)) == (["Ada"], ["Worm"])


def test_a_new_secret_link_whose_answer_was_lost_leaves_the_list_to_the_browser(clock):
    jar = granted("Ada")
    tab = Tab(jar)
    access.renew_edit_key(tab.request, Roster.objects.get())
    tab.answer()
    clock(days=2)
    assert seen(jar) == ["Ada"]


@pytest.mark.parametrize("forks", [1, 2, 3])
def test_a_new_secret_link_ends_an_old_cookie_that_went_on(forks):
    jar = granted("Ada")
    row, own = Roster.objects.get(), granted("Mira", jar)
    thief = jar
    for _time in range(forks):
        thief = granted("Worm", thief)
    tab = Tab(own)
    access.renew_edit_key(tab.request, row)
    assert (seen(tab.answer()), seen(thief), seen(jar)) == (["Ada", "Mira"], ["Worm"] * forks, [])


# --- use and disuse -------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_use_is_recorded_once_a_day_and_renews_the_cookie(clock, django_assert_num_queries):
    jar = granted("Ada")
    assert Tab(jar).browser.to_set == {}
    clock(days=1)
    tab = Tab(jar)
    tab.sees()
    tab.browser.record_use()
    assert tab.browser.to_set == jar
    assert {Browser.objects.get().used, RosterGrant.objects.get().used} == {timezone.localdate()}
    tab = Tab(jar)
    with django_assert_num_queries(1):
        tab.sees()
        tab.browser.record_use()
    assert tab.browser.to_set == {}


@pytest.mark.database
def test_a_browser_whose_database_cannot_be_written_reads_on(clock, monkeypatch):
    jar = granted("Ada")
    clock(days=1)

    def fails(*_arguments):
        raise DatabaseError("attempt to write a readonly database")

    monkeypatch.setattr(browsers.RequestBrowser, "record_use_of_grants", fails)
    found, after = sees(jar)
    assert (found, after) == (["Ada"], jar)


def test_a_player_who_comes_every_year_keeps_every_list_for_ever(clock):
    jar = granted("Ada")
    for _year in range(6):
        clock(days=390)
        assert tidy_browsers(timezone.now()) == 0
        found, jar = sees(jar)
        assert found == ["Ada"]


@pytest.mark.database
def test_a_browser_is_forgotten_after_400_days_without_use(clock):
    jar = granted("Ada")
    other = granted("Tom")
    clock(days=200)
    sees(other)
    clock(days=200)
    assert (tidy_browsers(timezone.now()), seen(jar)) == (0, ["Ada"])
    clock(days=401)
    assert [tidy_browsers(timezone.now(), dry_run=True) for _time in range(2)] == [2, 2]
    assert (tidy_browsers(timezone.now()), seen(jar), Roster.objects.count()) == (2, [], 2)
    assert (Browser.objects.count(), RosterGrant.objects.count()) == (0, 0)


def test_looking_at_my_lists_renews_the_list_that_is_not_opened(clock):
    jar = granted("Mira", granted("Ada"))
    mira = Roster.objects.get(name="Mira")
    clock(days=300)
    tab = Tab(jar)
    access.granted_roster(tab.request, mira.pk)
    jar = tab.answer()
    clock(days=300)
    tidy_browsers(timezone.now())
    assert seen(jar) == ["Ada", "Mira"]


@pytest.mark.database
def test_ended_grants_are_tidied_away():
    jar, row = granted("Ada"), Roster.objects.get()
    friend = Tab()
    access.grant(friend.request, row)
    access.renew_edit_key(Tab(jar).request, row)
    tidy_browsers(timezone.now())
    assert set(RosterGrant.objects.values_list("generation", flat=True)) == {2}


# --- in the pages ---------------------------------------------------------------------------------------------------


def test_a_secret_link_opened_again_makes_no_row():
    row, key = history.create(LoadedRoster(make.convoy()), "new")
    client = Client()
    for _time in range(3):
        assert client.get(f"/e/{key}/")["Location"] == f"/lists/{row.pk}/"
    assert (Browser.objects.count(), RosterGrant.objects.count()) == (1, 1)


def test_a_preview_that_asks_for_the_head_of_a_secret_link_makes_no_row():
    _row, key = history.create(LoadedRoster(make.convoy()), "new")
    assert (Client().head(f"/e/{key}/").status_code, Browser.objects.count()) == (302, 0)


@pytest.mark.database
def test_secret_links_are_not_opened_without_end(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"grant": "2/h"}
    gang, _members = gathered.gang()
    _row, key = history.create(LoadedRoster(make.convoy()), "new")
    assert [Client().get(f"/e/{key}/").status_code for _time in range(3)] == [302, 302, 429]
    organiser = permissions.renew_organiser_key(SimpleNamespace(COOKIES={}), gang)
    assert Client().get(f"/o/{organiser}/").status_code == 429


def test_an_edit_asks_no_more_than_before(client, django_assert_num_queries):
    row, _key = history.create(LoadedRoster(make.convoy(units=[make.fighter()])), "new")
    make.grant(client, row)
    address = reverse("roster-edit", args=[row.pk])
    client.post(address, {"command": "add-equipment 0 grappin", "revision": 1, "opened": 0})
    with django_assert_num_queries(7):  # one of them takes a token
        client.post(address, {"command": "remove-equipment 0 0", "revision": 2, "opened": 0})


def test_gathering_grants_are_counted_as_used_too(clock):
    gang, (mira,) = gathered.gang("Mira")
    tab = Tab()
    permissions.grant(tab.request, gang)
    access.grant(tab.request, mira.roster)
    jar = tab.answer()
    clock(days=5)
    tab = Tab(jar)
    access_to = permissions.access_or_404(tab.request, gang.pk)
    tab.answer()
    assert (access_to.organiser, access_to.mine) == (True, [mira])
    assert {GatheringGrant.objects.get().used, RosterGrant.objects.get().used} == {timezone.localdate()}
    assert Gathering.objects.get() == gang
