"""Lists handed over to another device by a code: once, for ten minutes, to one browser or account."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from builder.accounts import handover
from builder.accounts.browsers import tidy_browsers
from builder.accounts.form_answers import new_form_token
from builder.lists import access
from builder.models import Browser, FormAnswer, GatheringGrant, Handover, Roster, RosterGrant
from builder.operations.tidying import tidy
from builder.web.keys import hash_key, new_key
from tests import make
from tests.builder import gathered
from tests.database.test_grants_at_once import at_once, sees, tab_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
ENGLISH = {"accept-language": "en"}
LOGIN = "http://testserver/account/login/"


@pytest.fixture
def clock(monkeypatch):
    """The time, which a test moves on: clock(minutes=3)."""
    at = [timezone.now()]
    monkeypatch.setattr(timezone, "now", lambda: at[0])

    def move(**by):
        at[0] += timedelta(**by)

    return move


@pytest.fixture
def phone():
    """A browser with a list."""
    return make.grant(Client(headers=ENGLISH), gathered.roster("Mira"))


@pytest.fixture
def desk():
    """A browser with nothing."""
    return Client(headers=ENGLISH)


def code(client):
    """The path of a new code of a browser."""
    page = client.post("/device/").content.decode()
    return re.search(r"http://testserver(/d/[\w-]+/)", page)[1]


def key_of(path):
    return path.split("/")[2]


def text_of(response):
    return " ".join(response.content.decode().split())


def account(client, name="maud"):
    user = User.objects.create_user(f"{name}-4821", first_name=name.capitalize())
    client.force_login(user)
    return user


def refused(response):
    return (response.status_code, "This code doesn’t work" in text_of(response)) == (404, True)


# --- making ----------------------------------------------------------------------------------------------------------


def test_the_page_says_what_is_handed_over_and_until_when(phone):
    gathered.organiser(gathered.gang("Tom")[0], make.grant(phone, gathered.roster("Ada")))
    assert "2 lists and 1 campaign" in text_of(phone.get("/device/"))
    assert Handover.objects.count() == 0
    page = text_of(phone.post("/device/"))
    at = timezone.localtime(Handover.objects.get().made + timedelta(minutes=10))
    assert f"Valid until {at:%H:%M}, for one browser: 2 lists and 1 campaign." in page
    assert page.count("<svg viewBox") == 1


def test_lists_that_were_removed_or_have_a_new_secret_link_are_not_counted(phone):
    removed, lost = gathered.roster("Removed"), gathered.roster("Lost")
    make.grant(make.grant(phone, removed), lost)
    Roster.objects.filter(pk=removed.pk).update(deleted=timezone.now())
    Roster.objects.filter(pk=lost.pk).update(generation=9)
    assert "<h2>1 list</h2>" in text_of(phone.get("/device/"))


def test_who_has_nothing_makes_no_code_and_no_row(desk):
    for response in (desk.get("/device/"), desk.post("/device/")):
        assert (response.status_code, "No lists in this browser." in text_of(response)) == (200, True)
    assert (Handover.objects.count(), Browser.objects.count()) == (0, 0)
    assert [name for name in desk.cookies if name not in ("csrftoken", "django_language")] == []


def test_the_key_is_stored_nowhere(phone):
    path = code(phone)
    row = Handover.objects.get()
    assert row.key_hash == hash_key(key_of(path))
    assert key_of(path) not in str(list(Handover.objects.values())) + str(phone.cookies)


def test_the_code_is_not_cached_and_its_cookie_is_for_the_page_alone(phone):
    response = phone.post("/device/")
    assert "no-store" in response["Cache-Control"]
    assert response["Referrer-Policy"] == "same-origin"
    cookie = response.cookies["handover"]
    assert {name: cookie[name] for name in ("httponly", "samesite", "path", "max-age")} == {
        "httponly": True,
        "samesite": "Lax",
        "path": "/device/",
        "max-age": 600,
    }


def test_a_new_code_ends_the_one_before(phone, desk):
    first, second = code(phone), code(phone)
    assert refused(desk.get(first))
    assert desk.post(second).status_code == 302
    assert Handover.objects.count() == 1


def test_a_new_code_ends_no_other_browsers_code(phone, desk):
    other = make.grant(Client(), gathered.roster("Tom"))
    path = code(other)
    code(phone)
    assert desk.post(path).status_code == 302


def test_a_used_code_is_remembered_when_a_new_one_is_made(phone, desk):
    desk.post(code(phone))
    code(phone)
    assert sorted(bool(row.taken) for row in Handover.objects.all()) == [False, True]


# --- taking ----------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_another_device_gets_the_lists_and_the_first_keeps_them(phone, desk):
    gang = gathered.gang("Tom")[0]
    gathered.organiser(gang, phone)
    path = code(phone)
    assert "Open 1 list and 1 campaign here?" in text_of(desk.get(path))
    assert desk.post(path)["Location"] == "/lists/"
    page = desk.get("/lists/")
    assert "Now here too: 1 list and 1 campaign." in text_of(page)
    assert (sees(desk), sees(phone)) == (["Mira"], ["Mira"])
    assert [one.get(f"/gatherings/{gang.pk}/edit/").status_code for one in (desk, phone)] == [200, 200]


@pytest.mark.database
def test_it_works_once(phone, desk):
    path, third = code(phone), Client(headers=ENGLISH)
    desk.post(path)
    for response in (third.get(path), third.post(path), third.head(path)):
        assert response.status_code == 404
    assert refused(third.get(path))
    assert sees(third) == []
    assert Browser.objects.count() == 2
    row = Handover.objects.get()
    assert (row.browser, bool(row.taken)) == (None, True)


@pytest.mark.database
@pytest.mark.parametrize(("minutes", "status"), [(9.99, 302), (10, 404)])
def test_it_works_for_ten_minutes(phone, desk, clock, minutes, status):
    path = code(phone)
    clock(minutes=minutes)
    assert desk.post(path).status_code == status
    assert sees(desk) == ["Mira"] * (status == 302)


def test_a_preview_does_not_use_it_up(phone, desk):
    path, before = code(phone), list(RosterGrant.objects.values())
    robot = Client()
    for response in (robot.get(path), robot.head(path), robot.get(path, headers={"sec-purpose": "prefetch"})):
        assert (response.status_code, response["X-Robots-Tag"]) == (200, "noindex, nofollow")
        assert "no-store" in response["Cache-Control"]
    assert list(RosterGrant.objects.values()) == before
    assert desk.post(path).status_code == 302


def test_a_form_from_elsewhere_takes_nothing(phone):
    path, strict = code(phone), Client(enforce_csrf_checks=True)
    assert strict.post(path).status_code == 403
    assert Handover.objects.get().taken is None


def test_lists_with_a_new_secret_link_are_not_handed_over_any_more(phone, desk):
    row = gathered.roster("Ada")
    make.grant(phone, row)
    path = code(phone)
    phone.post(f"/lists/{row.pk}/links/", {"action": "edit"})
    assert "Open 1 list here?" in text_of(desk.get(path))
    desk.post(path)
    assert (sees(desk), sees(phone)) == (["Mira"], ["Ada", "Mira"])


def test_a_code_that_opens_nothing_any_more_is_not_valid(phone, desk):
    path = code(phone)
    Roster.objects.update(generation=2)
    assert refused(desk.get(path))
    assert refused(desk.post(path))


def test_a_browser_with_lists_keeps_them(phone, desk):
    make.grant(desk, gathered.roster("Own"))
    desk.post(code(phone))
    assert sees(desk) == ["Mira", "Own"]
    assert Browser.objects.filter(replaced_by=None).count() == 2


def test_the_key_is_renewed_with_what_was_handed_over(phone, desk, clock):
    make.grant(desk, gathered.roster("Own"))
    thief = tab_of(desk)
    desk.post(code(phone))
    assert sees(thief) == ["Own"]
    clock(minutes=3)
    assert (sees(desk), sees(thief)) == (["Mira", "Own"], [])


def test_a_newer_grant_of_the_same_list_is_kept(phone, desk):
    row = Roster.objects.get()
    make.grant(phone, gathered.roster("Ada"))
    path = code(phone)
    phone.post(f"/lists/{row.pk}/links/", {"action": "edit"})
    make.grant(desk, Roster.objects.get(pk=row.pk))
    desk.post(path)
    assert sees(desk) == ["Ada", "Mira"]


@pytest.mark.database
def test_pins_and_labels_come_along(phone, desk):
    RosterGrant.objects.update(pinned=True, labels="club")
    desk.post(code(phone))
    assert list(RosterGrant.objects.values_list("pinned", "labels")) == [(True, "club")] * 2


def test_an_account_gets_them_on_all_its_devices(phone, desk):
    user, path = account(desk), code(phone)
    assert "Everything is added to your account." in text_of(desk.get(path))
    desk.post(path)
    assert RosterGrant.objects.get(account=user).roster.name == "Mira"
    assert Browser.objects.count() == 1  # the phone's
    elsewhere = Client()
    elsewhere.force_login(user)
    assert sees(elsewhere) == ["Mira"]


def test_the_same_browser_does_not_use_it_up(phone, desk):
    path, before = code(phone), list(Browser.objects.exclude(key_hash=None).values("key_hash"))
    for response in (phone.get(path), phone.post(path)):
        assert (response.status_code, "Everything is already here" in text_of(response)) == (200, True)
    assert list(Browser.objects.exclude(key_hash=None).values("key_hash")) == before
    assert desk.post(path).status_code == 302


def test_a_browser_that_has_some_of_them_gets_the_rest(phone, desk):
    make.grant(desk, Roster.objects.get())
    make.grant(phone, gathered.roster("Ada"))
    path = code(phone)
    assert "Open 2 lists here?" in text_of(desk.get(path))
    desk.post(path)
    assert sees(desk) == ["Ada", "Mira"]


@pytest.mark.database
def test_a_double_click_opens_them_too(phone, desk):
    path, data = code(phone), {"form_token": new_form_token()}
    lost = Client()
    assert lost.post(path, data).status_code == 302
    assert desk.post(path, data)["Location"] == "/lists/"
    assert sees(desk) == ["Mira"]
    assert refused(Client(headers=ENGLISH).post(path, {"form_token": new_form_token()}))


def test_a_double_click_after_a_new_secret_link_brings_nothing_back(phone, desk):
    row = Roster.objects.get()
    make.grant(phone, gathered.roster("Ada"))
    path, data = code(phone), {"form_token": new_form_token()}
    Client().post(path, data)
    phone.post(f"/lists/{row.pk}/links/", {"action": "edit", "confirmed": "1"})
    desk.post(path, data)
    assert sees(desk) == ["Ada"]
    assert key_of(path) not in str(list(FormAnswer.objects.values()))


@pytest.mark.database
def test_a_device_that_comes_second_is_refused_although_it_has_begun(phone, desk, monkeypatch):
    path = code(phone)
    contents_of, post = handover.contents_of, Client(headers=ENGLISH).post

    def taken_meanwhile(made):
        contents = contents_of(made)
        monkeypatch.setattr(handover, "contents_of", contents_of)
        assert post(path).status_code == 302
        return contents

    monkeypatch.setattr(handover, "contents_of", taken_meanwhile)
    assert refused(desk.post(path))


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_of_several_devices_at_once_one_gets_them():
    phone = make.grant(Client(), gathered.roster("Mira"))
    path = code(phone)
    devices = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(6)]
    work = [lambda one=one: one.post(path, {"form_token": new_form_token()}).status_code for one in devices]
    assert sorted(at_once(*work)) == [302, 404, 404, 404, 404, 404]
    assert sorted(len(sees(device)) for device in devices) == [0, 0, 0, 0, 0, 1]
    assert (Browser.objects.count(), RosterGrant.objects.count()) == (2, 2)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_list_that_is_granted_while_the_code_is_taken_is_kept_too():
    phone, desk = make.grant(Client(), gathered.roster("Mira")), make.grant(Client(), gathered.roster("Own"))
    path, source, tab = code(phone), gathered.roster("Copied"), tab_of(desk)
    answers = at_once(lambda: desk.post(path).status_code, lambda: tab.post(f"/s/{source.share_key}/copy/").status_code)
    desk.cookies.update(tab.cookies)
    assert (answers, sees(desk)) == ([302, 302], ["Copied", "Mira", "Own"])


# --- who is signed in -------------------------------------------------------------------------------------------------


def test_lists_of_an_account_go_through_no_code(desk):
    user = account(desk)
    RosterGrant.objects.create(
        account=user, roster=gathered.roster("Mira"), generation=1, granted=timezone.now(), used="2026-01-01"
    )
    page = text_of(desk.get("/device/"))
    assert ("You’re signed in" in page, LOGIN in page, "Show code" in page) == (True, True, False)
    assert "/d/" not in desk.post("/device/").content.decode()
    assert Handover.objects.count() == 0


def test_who_is_signed_in_hands_over_what_only_the_browser_has(phone, desk):
    user = account(phone)
    RosterGrant.objects.create(
        account=user, roster=gathered.roster("Ada"), generation=1, granted=timezone.now(), used="2026-01-01"
    )
    page = text_of(phone.get("/device/"))
    assert (LOGIN in page, "1 list: not in your account yet." in page, "Show code" in page) == (True,) * 3
    desk.post(code(phone))
    assert sees(desk) == ["Mira"]


# --- was it taken? ---------------------------------------------------------------------------------------------------


def asked(client, number=None):
    """What htmx is told: the status, and what replaces the code."""
    number = number or Handover.objects.latest("pk").pk
    response = client.get("/device/", {"code": number}, headers=HTMX | ENGLISH)
    return response.status_code, text_of(response)


def test_the_page_learns_that_the_code_was_taken(phone, desk):
    path = code(phone)
    assert asked(phone) == (204, "")
    desk.post(path)
    status, fragment = asked(phone)
    assert (status, fragment.startswith('<div id="handover-code">')) == (200, True)
    assert "Opened on the other device." in fragment
    assert "hx-get" not in fragment
    assert "Opened on the other device." in text_of(phone.get("/device/"))


def test_the_page_learns_that_the_code_is_over(phone, clock):
    code(phone)
    clock(minutes=10)
    assert "The last code no longer works." in asked(phone)[1]


def test_the_page_of_an_ended_code_learns_nothing_of_the_next(phone, desk):
    code(phone)
    first = Handover.objects.get().pk
    desk.post(code(phone))
    assert "The last code no longer works." in asked(phone, first)[1]


@pytest.mark.parametrize("cookie", ["", "x", "0" * 64, "é"])
def test_only_who_made_a_code_learns_of_it(phone, desk, cookie):
    path = code(phone)
    Client().post(path)
    if cookie:
        desk.cookies["handover"] = cookie
    assert "The last code no longer works." in asked(desk)[1]
    assert "Opened" not in text_of(desk.get("/device/"))


# --- guesses, limits, logs -------------------------------------------------------------------------------------------


def test_a_strangers_guess_is_not_found(phone, desk):
    code(phone)
    row = Handover.objects.get()
    for key in (new_key(), row.key_hash, str(row.pk)):
        assert refused(desk.get(f"/d/{key}/"))
        assert refused(desk.post(f"/d/{key}/"))
    assert sees(desk) == []


@pytest.mark.database
def test_codes_are_limited(phone, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"handover": "2/h", "post": "0/h"}
    assert [phone.post("/device/").status_code for _time in range(3)] == [200, 200, 429]
    assert phone.get("/device/").status_code == 200


def test_taking_is_limited(phone, desk, settings):
    path = code(phone)
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"grant": "1/h", "post": "0/h"}
    assert [desk.post(f"/d/{new_key()}/").status_code, desk.post(path).status_code] == [404, 429]
    assert Client(REMOTE_ADDR="192.0.2.7").post(path).status_code == 302


def test_wrong_keys_are_limited_however_they_are_asked_for(desk, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"grant": "2/h"}
    methods = [desk.get, desk.head, desk.get]
    assert [method(f"/d/{new_key()}/").status_code for method in methods] == [404, 404, 429]


def test_a_page_that_shows_a_valid_code_counts_for_nothing(phone, desk, settings):
    path = code(phone)
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"grant": "1/h"}
    assert [desk.get(path).status_code for _time in range(3)] == [200] * 3
    assert desk.post(path).status_code == 302


def test_lists_link_to_it(phone):
    row = Roster.objects.get()
    for path in ("/lists/", f"/lists/{row.pk}/links/"):
        assert 'href="/device/"' in phone.get(path).content.decode()


# --- many lists, tidying up ------------------------------------------------------------------------------------------


def queries(run):
    with CaptureQueriesContext(connection) as captured:
        run()
    return len(captured)


@pytest.mark.database
def test_a_thousand_lists_are_handed_over_in_a_bounded_number_of_queries(phone, desk):
    (grant,) = RosterGrant.objects.all()
    source, number = Roster.objects.get(), 1_000
    columns = {field.attname: getattr(source, field.attname) for field in Roster._meta.concrete_fields}
    del columns["id"]
    rows = [Roster(**columns | {"share_key": f"s{n}", "edit_key_hash": f"e{n}"}) for n in range(number - 1)]
    Roster.objects.bulk_create(rows)
    same = {"browser_id": grant.browser_id, "generation": 1, "granted": grant.granted, "used": grant.used}
    RosterGrant.objects.bulk_create(RosterGrant(roster=row, **same) for row in rows)
    paths, data, again = [], {"form_token": new_form_token()}, Client()
    asks = [
        queries(lambda: phone.get("/device/")),
        queries(lambda: paths.append(code(phone))),
        queries(lambda: desk.get(paths[0])),
        queries(lambda: desk.post(paths[0], data)),
        queries(lambda: again.post(paths[0], data)),
    ]
    assert [len(access.my_rosters(one.get("/lists/").wsgi_request)) for one in (desk, again)] == [number, number]
    assert [asked < limit for asked, limit in zip(asks, (5, 40, 8, 70, 30), strict=True)] == [True] * 5, asks


@pytest.mark.database
def test_the_tidier_removes_codes_of_yesterday_with_what_nobody_took(phone, desk, clock):
    code(make.grant(Client(), gathered.roster("Tom")))
    desk.post(code(phone))
    assert Browser.objects.count() == 4
    now = timezone.now()
    assert handover.tidy_handovers(now + timedelta(days=1)) == 0
    late = now + timedelta(days=1, seconds=1)
    assert (handover.tidy_handovers(late, dry_run=True), Handover.objects.count()) == (2, 2)
    assert (handover.tidy_handovers(late), Handover.objects.count()) == (2, 0)
    assert (Browser.objects.count(), RosterGrant.objects.count(), sees(desk), sees(phone)) == (
        3, 3, ["Mira"], ["Mira"],
    )  # fmt: skip


@pytest.mark.database
def test_tidying_up_meanwhile_leaves_a_code_alone(phone, desk):
    gathered.organiser(gathered.gang("Tom")[0], phone)
    path = code(phone)
    assert tidy_browsers(timezone.now(), dry_run=True) == 0
    assert {one.removed for one in tidy(timezone.now())} == {0}
    desk.post(path)
    assert (sees(desk), GatheringGrant.objects.count()) == (["Mira"], 2)


@pytest.mark.database
def test_erasing_a_list_takes_it_out_of_a_code(phone, desk):
    row = gathered.roster("Ada")
    make.grant(phone, row)
    path = code(phone)
    Roster.objects.filter(pk=row.pk).delete()
    desk.post(path)
    assert sees(desk) == ["Mira"]


# --- the player's wish ------------------------------------------------------------------------------------------------


def test_access_is_renewed_on_wish(phone, clock):
    assert 'action="/device/renew/"' in phone.get("/device/").content.decode()
    thief = tab_of(phone)
    page = text_of(phone.post("/device/renew/", follow=True))
    assert ("Copies of the old one will soon stop working." in page, "<h2>1 list</h2>" in page) == (True, True)
    clock(minutes=2)
    assert (sees(phone), sees(thief)) == (["Mira"], [])


def test_a_browser_is_forgotten_on_wish(phone, desk):
    desk.post(code(phone))
    answer = phone.post("/device/forget/")
    assert (answer["Location"], answer["Clear-Site-Data"]) == ("/device/", '"cache", "storage"')
    assert {name: morsel.value for name, morsel in answer.cookies.items() if "browser-" in name} == {
        name: "" for name in phone.cookies if "browser-" in name
    }
    assert (sees(phone), sees(desk)) == ([], ["Mira"])


def test_a_forgotten_browser_keeps_no_edit_link(phone):
    home = phone.post("/new/rbn/", {"name": "Mira"})["Location"].split("?")[0]
    (name,) = [name for name in phone.cookies if name.startswith("key-")]
    forgotten = phone.post("/device/forget/").cookies[name]
    assert (forgotten.value, forgotten["max-age"], forgotten["path"]) == ("", 0, home)


def test_signing_out_leaves_no_edit_link(phone):
    account(phone)
    home = phone.post("/new/rbn/", {"name": "Tom"})["Location"].split("?")[0]
    (name,) = [name for name in phone.cookies if name.startswith("key-")]
    forgotten = phone.post("/account/logout/").cookies[name]
    assert (forgotten.value, forgotten["max-age"], forgotten["path"]) == ("", 0, home)


def test_a_renewed_edit_link_is_forgotten_too(phone):
    row = Roster.objects.get()
    RosterGrant.objects.update(granted=timezone.now() - timedelta(days=3))
    assert phone.post(f"/lists/{row.pk}/links/", {"action": "edit"}).cookies[f"key-{row.pk}"].value
    forgotten = phone.post("/device/forget/").cookies[f"key-{row.pk}"]
    assert (forgotten.value, forgotten["path"]) == ("", f"/lists/{row.pk}/")


def test_what_has_no_access_is_neither_renewed_nor_forgotten(desk):
    for path in ("/device/renew/", "/device/forget/"):
        assert [desk.post(path).status_code, desk.get(path).status_code] == [302, 405]
    assert (Browser.objects.count(), "/device/forget/" in desk.get("/device/").content.decode()) == (0, False)
    assert [Client(enforce_csrf_checks=True).post("/device/forget/").status_code] == [403]


def test_a_forgotten_browser_keeps_its_account(phone):
    user = account(phone)
    phone.post("/device/forget/")
    assert (sees(phone), phone.get("/account/").status_code, user.pk is not None) == ([], 200, True)
