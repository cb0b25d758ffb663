"""Accounts: who may open which page, signing up, in and out, lists that come along, the account page."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver

from builder.accounts import recovery, user_names
from builder.accounts.devices import device
from builder.accounts.urls import urlpatterns
from builder.models import RecoveryCode
from tests.builder import members
from tests.builder.members import MAUD, PASSWORD

pytestmark = pytest.mark.django_db

LOGIN = "/account/login/?next=%2Faccount%2F"
AGAIN = "/account/reauthenticate/?next=%2Faccount%2F"


def to_login(path):
    return f"{LOGIN}{path}".replace("/", "%2F").replace("%2Faccount%2Flogin%2F", "/account/login/", 1)


def asked_again(path):
    return to_login(path).replace("/account/login/", "/account/reauthenticate/", 1)


# What a GET of each address answers to a stranger, to a member, and to a member who has just said his password again:
# a status, or the address that it leads to. <pk> is of another member.
PAGES = {
    "": (to_login(""), 200, 200),
    "signup/": (200, "/account/", "/account/"),
    "login/": (200, "/lists/", "/lists/"),
    "login/passkey/": (405, "/lists/", "/lists/"),
    "login/passkey/options/": (405, 405, 405),
    "login/code/": ("/account/login/", "/lists/", "/lists/"),
    "password/reset/": ("/account/recover/", "/account/recover/", "/account/recover/"),
    "recover/": (200, "/account/", "/account/"),
    "logout/": ("/", 200, 200),
    "take-along/": (405, 405, 405),
    "sessions/end/": (405, 405, 405),
    "sessions/<pk:pk>/end/": (405, 405, 405),
    "reauthenticate/": (to_login("reauthenticate/"), 200, 200),
    "reauthenticate/code/": (to_login("reauthenticate/code/"), "/account/reauthenticate/", "/account/reauthenticate/"),
    "reauthenticate/passkey/": (
        to_login("reauthenticate/passkey/"), "/account/reauthenticate/", "/account/reauthenticate/",
    ),
    "password/change/": (to_login("password/change/"), 200, 200),
    "password/set/": (to_login("password/set/"), asked_again("password/set/"), "/account/password/change/"),
    "passkeys/add/": (to_login("passkeys/add/"), asked_again("passkeys/add/"), 200),
    "passkeys/<pk:pk>/name/": (to_login("passkeys/{pk}/name/"), asked_again("passkeys/{pk}/name/"), 404),
    "passkeys/<pk:pk>/remove/": (to_login("passkeys/{pk}/remove/"), asked_again("passkeys/{pk}/remove/"), 404),
    "app/on/": (to_login("app/on/"), asked_again("app/on/"), 200),
    "app/off/": (to_login("app/off/"), asked_again("app/off/"), 404),
    "recovery-codes/": (to_login("recovery-codes/"), 200, 200),
    "tokens/": (to_login("tokens/"), asked_again("tokens/"), 200),
    "tokens/<pk:pk>/end/": (to_login("tokens/{pk}/end/"), asked_again("tokens/{pk}/end/"), 405),
    "data/": (200, asked_again("data/"), 200),
    "data/file/": (404, asked_again("data/file/"), 404),
    "delete/": (to_login("delete/"), asked_again("delete/"), 200),
    # There is no mail server here; with one: test_account_mail.py.
    "email/": (404, 404, 404),
    "email/send/": (404, 404, 404),
    "email/primary/": (404, 404, 404),
    "email/remove/": (404, 404, 404),
    "email/confirm/<str:key>/": (404, 404, 404),
    "password/reset-sent/": (404, 404, 404),
    "password/reset/<str:uid>/<str:key>/": (404, 404, 404),
}  # fmt: skip

# What a POST of each address without a field answers to a stranger and to a member; those that are not here show a form
# again or lead to another page, as a GET does.
POSTS = {
    "take-along/": (LOGIN, "/account/"),
    "sessions/end/": (LOGIN, "/account/"),
    "sessions/<pk:pk>/end/": (LOGIN, 404),
    "recovery-codes/": (LOGIN, AGAIN),
    "passkeys/add/": (LOGIN, AGAIN),
    "passkeys/<pk:pk>/name/": (LOGIN, AGAIN),
    "passkeys/<pk:pk>/remove/": (LOGIN, AGAIN),
    "password/set/": (LOGIN, AGAIN),
    "app/on/": (LOGIN, AGAIN),
    "app/off/": (LOGIN, AGAIN),
    "delete/": (LOGIN, AGAIN),
    "tokens/": (LOGIN, AGAIN),
    "tokens/<pk:pk>/end/": (LOGIN, AGAIN),
}


@pytest.fixture(autouse=True)
def _no_codes_used():
    """django-allauth remembers in the cache which codes of an app were used."""
    cache.clear()


@pytest.fixture
def other():
    """A member with a passkey and two sessions."""
    members.member(user_name="tom-1234")
    tom = User.objects.get(username="tom-1234")
    Authenticator.objects.create(user=tom, type="webauthn", data={"name": "Tom’s", "credential": {}})
    return tom


def gone(response):
    """The address that an answer leads to, or its status."""
    return response.get("Location") or response.status_code


def addresses(other):
    """{route: its address} with the number of another member's row."""
    passkey, session = Authenticator.objects.get(user=other).pk, UserSession.objects.get(user=other).pk
    return {
        route: re.sub("<str:[a-z]+>", "x", f"/account/{route}").replace(
            "<pk:pk>", str(session if "sessions" in route else passkey)
        )
        for route in PAGES
    }


def test_every_address_under_account_is_in_the_table():
    patterns = [pattern for pattern in get_resolver().url_patterns if not isinstance(pattern, URLPattern)]
    below = [str(one.pattern) for group in patterns for one in walk(group) if str(one.pattern).startswith("account/")]
    assert {route.removeprefix("account/") for route in below} == PAGES.keys()
    assert len(urlpatterns) >= len(PAGES)


def walk(group):
    for pattern in group.url_patterns:
        yield from [pattern] if isinstance(pattern, URLPattern) else walk(pattern)


def test_who_opens_which_page(other):
    stranger, maud = Client(), members.member()
    sure = Client()
    members.sign_in(sure)
    members.confirm(sure)
    for route, address in addresses(other).items():
        pk = re.sub(r"\D", "", address)
        expected = [one if isinstance(one, int) else one.replace("{pk}", pk) for one in PAGES[route]]
        assert [gone(client.get(address)) for client in (stranger, maud, sure)] == expected, route


def test_who_may_send_what(other):
    for route, expected in POSTS.items():
        address = addresses(other)[route]
        User.objects.filter(username=MAUD).delete()
        assert (gone(Client().post(address)), gone(members.member().post(address))) == expected, route


def test_nobody_touches_what_is_another_s(other):
    client = members.member()
    members.confirm(client)
    passkey, session = Authenticator.objects.get(user=other), UserSession.objects.get(user=other)
    sent = [
        client.post(f"/account/passkeys/{passkey.pk}/name/", {"name": "Mine"}),
        client.post(f"/account/passkeys/{passkey.pk}/remove/"),
        client.post(f"/account/sessions/{session.pk}/end/"),
    ]
    assert [answer.status_code for answer in sent] == [404, 404, 404]
    assert client.post("/account/sessions/end/").status_code == 302
    assert Authenticator.objects.get(user=other).data["name"] == "Tom’s"
    assert Session.objects.filter(session_key=session.session_key).exists()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_pages_are_there_in_both_languages_and_are_not_kept_by_caches(language):
    client = members.member()
    members.confirm(client)
    pages = [client.get(f"/account/{route}", headers={"Accept-Language": language})
             for route, answers in PAGES.items() if answers[2] == 200]  # fmt: skip
    stranger = [Client().get(f"/account/{route}", headers={"Accept-Language": language})
                for route, answers in PAGES.items() if answers[0] == 200]  # fmt: skip
    assert len(pages) > 5
    for page in pages + stranger:
        assert f'lang="{language}"' in page.content.decode()
        assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize("number", ["0", "999999999", "999999999999999999"])
def test_numbers_of_nothing_are_not_found(number):
    client = members.member()
    members.confirm(client)
    paths = [f"/account/{route}".replace("<pk:pk>", number) for route in PAGES if "<pk:pk>" in route]
    assert len(paths) == 4
    assert {path: client.post(path, {"name": "x"}).status_code for path in paths} == dict.fromkeys(paths, 404)


# --- the header ------------------------------------------------------------------------------------------------------


def test_a_stranger_is_offered_to_sign_in_and_costs_no_query(client):
    client.get("/account/recover/")
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/account/recover/").content.decode()
    assert ('href="/account/login/"' in page, len(queries)) == (True, 0)


def test_the_header_names_who_is_signed_in():
    page = members.member().get("/lists/").content.decode()
    assert re.search(r'href="/account/">.*?<span class="name">Maud</span>', page, re.DOTALL)


# --- signing up ------------------------------------------------------------------------------------------------------


def test_signing_up_makes_an_account_that_is_signed_in_and_shows_its_codes_once(client):
    answer = members.sign_up(client)
    account = User.objects.get()
    assert (answer["Location"], account.first_name, account.check_password(PASSWORD)) == (
        "/account/recovery-codes/", "Maud", True,
    )  # fmt: skip
    assert re.fullmatch(r"maud-[0-9]{4}", account.username)
    page = client.get("/account/recovery-codes/").content.decode()
    codes = re.findall(r"<code>([a-z0-9-]+)</code>", page)
    assert (len(set(codes)), account.username in page) == (8, True)
    hashes = set(RecoveryCode.objects.filter(account=account).values_list("code_hash", flat=True))
    assert hashes == {recovery.hash_code(code) for code in codes}
    assert "<code>" not in client.get("/account/recovery-codes/").content.decode()


def test_the_name_and_the_user_name_are_shown_before_the_password_is_asked(client, monkeypatch):
    monkeypatch.setattr(user_names, "draw", lambda _name, _digits=4: MAUD)
    page = client.get("/account/signup/", {"name": "  Maud   du Pont "}).content.decode()
    field = re.search(r'<input class="user-name"[^>]*>', page)[0]
    assert ("readonly" in field, 'autocomplete="username"' in field, f'value="{MAUD}"' in field) == (False, True, True)
    assert "Maud du Pont" in page
    assert (page.count('type="password"'), 'autocomplete="new-password"' in page) == (1, True)


@pytest.mark.parametrize("name", ["", " ", "\u200b\u200b", "x" * 41, "x" * 300, "Ma\0ud"])
def test_a_name_that_is_none_is_asked_again(client, name):
    page = client.get("/account/signup/", {"name": name})
    assert (page.status_code, "field-error" in page.content.decode()) == (422, True)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "'; drop table", "名前", "\u202egnp.evil", "a" * 40])
def test_a_hostile_name_is_only_a_name(client, name):
    members.sign_up(client, name)
    page = client.get("/account/").content.decode()
    assert User.objects.get().first_name == name
    assert "<script>alert" not in page


@pytest.mark.parametrize("password", ["", "short", "password", "12345678901", "maud-dupont"])
def test_what_is_wrong_with_a_password_stands_at_its_field_and_the_user_name_stays(client, password):
    first = client.get("/account/signup/", {"name": "Maud Dupont"})
    sent = {"ticket": first.context["ticket"], "password": password}
    page = client.post("/account/signup/", sent)
    assert (page.status_code, page.context["user_name"]) == (422, first.context["user_name"])
    assert 'id="id_password_error"' in page.content.decode()
    assert User.objects.count() == 0


def test_a_user_name_that_was_taken_meanwhile_is_drawn_anew(client):
    first = client.get("/account/signup/", {"name": "Maud"})
    taken = members.account(first.context["user_name"], password="something else")
    page = client.post("/account/signup/", {"ticket": first.context["ticket"], "password": PASSWORD})
    assert (page.status_code, page.context["user_name"] != taken.username) == (422, True)
    client.post("/account/signup/", {"ticket": page.context["ticket"], "password": PASSWORD})
    assert User.objects.count() == 2
    assert taken.check_password("something else")


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("Maud", "maud"), ("Émile Zola", "emile-zola"), ("rally2024", "rally-2024"), ("a@b.fr", "abfr")],
)
def test_a_player_chooses_the_user_name_and_signs_in_as_it_was_typed(client, typed, stored):
    assert members.sign_up(client, username=typed).status_code == 302
    assert User.objects.get().username == stored
    for login in {typed, stored, stored.upper()} - {"a@b.fr"}:
        assert members.sign_in(Client(), login).status_code == 302


@pytest.mark.parametrize("typed", ["ab", "..", "日本", "a\0"])
def test_a_chosen_user_name_has_three_letters(client, typed):
    page = members.sign_up(client, username=typed)
    assert (page.status_code, User.objects.count()) == (422, 0)
    assert members.sign_up(client, username="abc").status_code == 302


def test_the_password_is_judged_by_the_chosen_user_name(client):
    page = members.sign_up(client, username="les-chacals-roux", password="les-chacals-roux")
    errors = page.context["form"].errors["password"]
    assert (page.status_code, errors) == (
        422,
        ["Trop proche de votre nom ou de votre identifiant. Choisissez un autre mot de passe."],
    )


def test_where_a_chosen_user_name_is_taken_one_with_a_number_is_proposed(client):
    members.account("chacal", password="something else")
    page = members.sign_up(client, username="Chacal")
    assert (page.status_code, page.context["form"].is_bound) == (422, False)
    assert re.fullmatch(r"chacal-[1-9][0-9]{3}", page.context["user_name"])
    client.post("/account/signup/", {"ticket": page.context["ticket"], "password": PASSWORD})
    assert set(User.objects.values_list("username", flat=True)) == {"chacal", page.context["user_name"]}


@pytest.mark.parametrize(("login", "login_user"), [("3/h", "100/h"), ("20/h", "3/h")])
def test_the_password_of_a_young_account_is_tried_as_at_signing_in(client, settings, login, login_user):
    limits = {"signup": "100/h", "login": login, "login_user": login_user}
    settings.RATE_LIMITS = settings.RATE_LIMITS | limits
    members.account("chacal")
    wrong = [members.sign_up(client, username="chacal", password=f"a wrong one {turn}") for turn in range(3)]
    assert [answer.status_code for answer in wrong] == [422] * 3
    assert members.sign_up(client, username="Chacal").status_code == 422  # the right one comes too late
    assert members.sign_in(client, "chacal").status_code == 429


def test_a_form_that_is_sent_twice_makes_one_account_and_signs_in_both_times():
    first = Client().get("/account/signup/", {"name": "Maud"})
    sent = {"ticket": first.context["ticket"], "password": PASSWORD}
    clients = [Client(), Client()]
    assert [client.post("/account/signup/", sent)["Location"] for client in clients] == ["/account/recovery-codes/"] * 2
    assert [client.get("/account/").status_code for client in clients] == [200, 200]
    assert User.objects.count() == 1
    assert len(re.findall("<code>", clients[1].get("/account/recovery-codes/").content.decode())) == 8


def test_a_ticket_is_valid_for_an_hour_and_only_as_it_was_signed(client, monkeypatch):
    ticket = client.get("/account/signup/", {"name": "Maud"}).context["ticket"]
    forged = client.post("/account/signup/", {"ticket": ticket[:-1] + "!", "password": PASSWORD})
    assert (forged["Location"], client.post("/account/signup/", {})["Location"]) == ("/account/signup/",) * 2
    monkeypatch.setattr("django.core.signing.time.time", lambda: time.monotonic() + 4_000_000_000)
    late = client.post("/account/signup/", {"ticket": ticket, "password": PASSWORD})
    assert (late.status_code, late.context["name"], User.objects.count()) == (422, "Maud", 0)


def test_by_passkey_the_account_has_no_password_and_goes_at_once_to_its_passkey(client):
    answer = members.sign_up(client, password="", by="passkey")
    account = User.objects.get()
    assert (answer["Location"], account.has_usable_password()) == ("/account/passkeys/add/", False)
    page = client.get("/account/passkeys/add/").content.decode()
    assert '"residentKey": "required"' in page
    assert '"userVerification": "required"' in page
    assert "/account/password/set/" in page


def test_who_wanted_a_passkey_may_choose_a_password_after_all(client):
    mine = members.list_in(client)
    members.sign_up(client, password="", by="passkey", along="on")
    assert members.owners(mine) == [None]  # nobody could sign in again yet
    answer = client.post("/account/password/set/", {"password1": PASSWORD})
    account = User.objects.get()
    assert (answer["Location"], account.check_password(PASSWORD)) == ("/account/recovery-codes/", True)
    assert members.owners(mine) == [account.username]


def test_only_the_second_step_of_signing_up_is_limited(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"signup": "1/h", "post": "0/h"}
    pages = [client.get("/account/signup/", {"name": "Maud"}) for _time in range(4)]
    assert [page.status_code for page in pages] == [200] * 4
    answers = [members.sign_up(Client()).status_code for _time in range(2)]
    assert answers == [302, 429]


# --- signing in and out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", [MAUD, "Maud 4821", "maud4821", " MAUD#4821 ", "maud_4821"])
def test_a_user_name_signs_in_however_it_is_spelled(client, typed):
    members.account()
    assert members.sign_in(client, typed)["Location"] == "/lists/"
    assert client.get("/account/").status_code == 200


def test_a_confirmed_e_mail_address_signs_in_and_no_other(client):
    maud = members.account()
    for email, verified in (("maud@example.org", True), ("other@example.org", False)):
        maud.emailaddress_set.create(email=email, verified=verified)
    assert [members.sign_in(Client(), typed).status_code for typed in ("Maud@Example.org", "other@example.org")] == [
        302, 200,
    ]  # fmt: skip


def test_the_session_has_a_new_key_after_signing_in(client):
    members.with_app(members.account())
    members.sign_in(client)
    before = client.cookies["session"].value
    client.post("/account/login/code/", {"code": members.code()})
    assert client.cookies["session"].value != before
    assert not Session.objects.filter(session_key=before).exists()


def test_a_session_that_somebody_else_set_is_not_signed_in(client):
    members.account()
    client.cookies["session"] = "a" * 32
    members.sign_in(client)
    assert client.cookies["session"].value != "a" * 32


ELSEWHERE = ["https://evil.example/", "//evil.example/", "http://localhost/", "javascript:x", "/\\x"]


@pytest.mark.parametrize("target", ELSEWHERE)
def test_one_is_led_on_within_the_site_only(target):
    members.account()
    answers = [
        members.sign_in(Client(), next=target),
        members.sign_in(Client(), to=f"/account/login/?next={target}"),
        Client().post("/account/logout/", {"next": target}),
    ]
    assert [answer["Location"] for answer in answers] == ["/lists/", "/lists/", "/"]
    page = Client().get("/account/signup/", {"name": "Maud", "next": target})
    assert page.context["next"] == ""


def test_one_is_led_on_to_where_one_wanted_to_go():
    members.account()
    assert members.sign_in(Client(), next="/dice/")["Location"] == "/dice/"
    client = Client()
    assert members.sign_up(client, next="/dice/")["Location"] == "/account/recovery-codes/?next=%2Fdice%2F"
    assert 'href="/dice/"' in client.get("/account/recovery-codes/?next=%2Fdice%2F").content.decode()


def test_signing_out_ends_the_session_and_leaves_the_lists_with_the_account():
    client = Client()
    mine = members.list_in(client)
    members.account()
    members.sign_in(client, along="on")
    assert client.get(f"/lists/{mine.pk}/").status_code == 200
    answer = client.post("/account/logout/")
    assert (answer["Location"], answer["Clear-Site-Data"]) == ("/", '"cache", "storage"')
    assert (client.get(f"/lists/{mine.pk}/").status_code, Session.objects.count()) == (404, 0)
    members.sign_in(client)
    assert client.get(f"/lists/{mine.pk}/").status_code == 200


def test_reading_the_page_of_signing_out_does_not_sign_out():
    client = members.member()
    client.get("/account/logout/")
    assert client.get("/account/").status_code == 200


def test_tries_to_sign_in_are_limited(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"login": "2/h"}
    assert [members.sign_in(client).status_code for _time in range(3)] == [200, 200, 429]


def test_nothing_but_signing_in_makes_a_session(client):
    members.account()
    for route in ("signup/", "signup/?name=Maud", "login/", "recover/", ""):
        client.get(f"/account/{route}")
    members.sign_in(client, password="wrong")
    client.post("/account/passkeys/add/", {"credential": "x" * 1000})
    assert Session.objects.count() == 0


# --- lists that come along -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ticked", [True, False])
def test_lists_come_along_when_one_signs_in_and_ticks_it(client, ticked):
    mine, theirs = members.list_in(client), members.list_in(Client())
    members.account()
    assert 'name="along" checked' in client.get("/account/login/").content.decode()
    members.sign_in(client, **({"along": "on"} if ticked else {}))
    assert (members.owners(mine), members.owners(theirs)) == ([MAUD] if ticked else [None], [None])
    assert client.get(f"/lists/{mine.pk}/").status_code == 200


@pytest.mark.parametrize("ticked", [True, False])
def test_lists_come_along_when_one_signs_up_and_ticks_it(client, ticked):
    mine = members.list_in(client)
    assert 'name="along" checked' in client.get("/account/signup/").content.decode()
    fields = {"along": "on"} if ticked else {}
    second = client.get("/account/signup/", {"name": "Maud"} | fields).content.decode()
    assert ('name="along" checked' in second, 'name="along"' in second) == (ticked, True)
    members.sign_up(client, **fields)
    assert members.owners(mine) == ([User.objects.get().username] if ticked else [None])


@pytest.mark.parametrize("ticked", [True, False])
def test_the_choice_holds_through_the_second_step(client, ticked):
    mine = members.list_in(client)
    members.with_app(members.account())
    members.sign_in(client, **({"along": "on"} if ticked else {}))
    assert members.owners(mine) == [None]
    client.post("/account/login/code/", {"code": members.code()})
    assert members.owners(mine) == ([MAUD] if ticked else [None])


def test_a_choice_of_an_earlier_try_is_forgotten(client):
    mine = members.list_in(client)
    members.with_app(members.account())
    members.sign_in(client, along="on")
    client.post("/account/logout/", {"next": "/account/login/"})
    members.sign_in(client)
    client.post("/account/login/code/", {"code": members.code()})
    assert members.owners(mine) == [None]


def test_nothing_is_offered_to_come_along_where_there_is_nothing(client):
    assert 'name="along"' not in client.get("/account/login/").content.decode()
    assert 'name="along"' not in client.get("/account/signup/", {"name": "Maud"}).content.decode()


def test_what_there_is_takes_a_query_for_lists_gatherings_and_boxes(client):
    for name in ("Mira", "Tom", "Ada"):
        members.list_in(client, name)
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/account/login/").content.decode()
    assert ("3 lists" in page or "3 listes" in page, len(queries)) == (True, 3)


def test_lists_that_stayed_behind_come_along_later():
    client = Client()
    mine = members.list_in(client)
    members.account()
    members.sign_in(client)
    assert 'action="/account/take-along/"' in client.get("/account/").content.decode()
    assert client.post("/account/take-along/")["Location"] == "/account/"
    assert members.owners(mine) == [MAUD]
    assert 'action="/account/take-along/"' not in client.get("/account/").content.decode()


# --- the account page ------------------------------------------------------------------------------------------------


def test_the_name_is_changed_and_the_user_name_stays():
    client = members.member()
    assert client.post("/account/", {"name": " Maude "})["Location"] == "/account/"
    assert list(User.objects.values_list("first_name", "username")) == [("Maude", MAUD)]
    assert [client.post("/account/", {"name": name}).status_code for name in ("", "x" * 41, "a\0")] == [422] * 3
    assert User.objects.get().first_name == "Maude"


def test_sessions_are_shown_as_devices_and_end_at_once():
    client, phone, tablet = Client(), Client(headers={"user-agent": "Firefox/140.0 Android"}), Client()
    members.account()
    for one in (client, phone, tablet):
        members.sign_in(one)
    page = client.get("/account/").content.decode()
    assert ("Firefox, Android" in page, page.count('/end/"')) == (True, 3)
    row = UserSession.objects.get(user_agent__contains="Firefox")
    assert client.post(f"/account/sessions/{row.pk}/end/")["Location"] == "/account/"
    assert [one.get("/account/").status_code for one in (client, phone, tablet)] == [200, 302, 200]
    assert client.post("/account/sessions/end/")["Location"] == "/account/"
    assert [one.get("/account/").status_code for one in (client, phone, tablet)] == [200, 302, 302]
    assert (UserSession.objects.count(), Session.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox, Linux"),
        ("curl/8", "Unknown device"),
    ],
)
def test_a_device_is_named_in_words(header, words):
    assert device(header) in (words, "Appareil inconnu")


def test_the_page_asks_the_same_number_of_queries_however_many_sessions_there_are():
    client, numbers = members.member(), []
    client.get("/account/")  # the first visit of a day is noted
    for _time in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get("/account/")
        numbers.append(len(queries))
        for _more in range(3):
            members.sign_in(Client())
    assert numbers[0] == numbers[1]
