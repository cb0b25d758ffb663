"""What strangers, thieves of a cookie and other members tried on accounts, and what came of it."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from builder.accounts.mail import origin_of
from builder.lists import sharing
from builder.models import Handover, KeptFile, Roster, RosterGrant
from tests import make
from tests.builder import gathered, members
from tests.builder.members import MAUD, PASSWORD

pytestmark = pytest.mark.django_db

OURS = {"Sec-Fetch-Site": "same-origin"}
OTHER_PASSWORD = "tout autre chose 99"
UNREADABLE = {
    "long number": "9" * 5000,
    "long number within": '{"id":' + "9" * 5000 + "}",
    "deep": "[" * 14_000,
    "surrogates": '{"id":"\\ud800","rawId":"\\ud800","response":{"userHandle":"\\ud800"}}',
    "null": "null",
    "wrong types": '{"response":{"userHandle":5}}',
}


@pytest.fixture
def limit(settings):
    def set_limits(**rates):
        settings.RATE_LIMITS = settings.RATE_LIMITS | rates

    return set_limits


def form_of(client, path="/new/of-the-dead/", **fields):
    """The fields of a page's form, with its token."""
    page = client.get(path).content.decode()
    return {"form_token": re.search(r'name="form_token" value="([^"]+)"', page)[1]} | fields


# --- a form that somebody else sends again ----------------


def test_a_form_of_a_member_sent_again_after_signing_out_opens_nothing_of_hers():
    browser = members.member()
    fields = form_of(browser, name="Mira")
    hers = browser.post("/new/of-the-dead/", fields)["Location"]
    browser.post("/account/logout/")
    again = browser.post("/new/of-the-dead/", fields)["Location"]
    assert again != hers
    assert browser.get(hers).status_code == 404
    assert members.owners(Roster.objects.order_by("pk").first()) == [MAUD]


def test_nor_by_another_member_who_is_offered_to_send_it_again():
    browser = Client(enforce_csrf_checks=False)
    members.account()
    members.account("eve-1234", name="Eve")
    members.sign_in(browser)
    fields = form_of(browser, name="Mira")
    hers = browser.post("/new/of-the-dead/", fields)["Location"]
    browser.post("/account/logout/")
    members.sign_in(browser, "eve-1234")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies
    page = strict.post("/new/of-the-dead/", fields, headers=OURS)
    assert (page.status_code, fields["form_token"] in page.content.decode()) == (403, True)
    browser.post("/new/of-the-dead/", fields)
    assert browser.get(hers).status_code == 404


def test_a_member_who_sends_a_form_twice_makes_one_list():
    browser = members.member()
    fields = form_of(browser, name="Mira")
    assert len({browser.post("/new/of-the-dead/", fields)["Location"] for _time in range(2)}) == 1


def test_a_code_for_another_device_is_not_given_again_when_its_form_is(monkeypatch):
    phone, desk = Client(), Client()
    members.list_in(phone)
    path = re.search(r"/d/[\w-]{22}/", phone.post("/device/").content.decode())[0]
    fields = form_of(desk, path)
    assert desk.post(path, fields).status_code == 302
    Handover.objects.update(made="2026-01-01T00:00Z")
    from_form = "builder.accounts.form_answers.timezone.now"
    later = Handover.objects.get().taken.replace(year=2099)
    monkeypatch.setattr(from_form, lambda: later)
    assert Client().post(path, fields).status_code == 404


# --- guesses with a stolen session ----------------


@pytest.mark.parametrize("path", ["/account/reauthenticate/", "/account/password/change/"])
def test_guesses_of_a_thief_count_for_the_account_whatever_the_form_names(limit, path):
    thief = members.member()
    limit(login_member="2/h", login="100/h")
    guesses = [{"password": "x", "oldpassword": "x", "password1": "y", "login": f"r{turn}"} for turn in range(4)]
    assert [thief.post(path, guess).status_code == 429 for guess in guesses] == [False, False, True, True]


def test_what_strangers_try_keeps_no_member_from_showing_who_she_is(limit):
    browser = members.member()
    limit(login_user="1/h")
    for _turn in range(3):
        members.sign_in(Client(), password="wrong")
    members.confirm(browser)


# --- passkeys and codes of an app ----------------


@pytest.mark.parametrize("credential", UNREADABLE.values(), ids=UNREADABLE)
def test_a_credential_that_cannot_be_read_is_refused(credential):
    stranger, member, halfway = Client(), members.member(), Client()
    stranger.post("/account/login/passkey/options/")
    members.confirm(member)
    member.get("/account/passkeys/add/")
    members.with_app(members.account("tom-1234"))
    members.sign_in(halfway, "tom-1234")
    answers = [
        stranger.post("/account/login/passkey/", {"credential": credential}),
        member.post("/account/passkeys/add/", {"credential": credential, "name": "x"}),
        halfway.post("/account/login/code/", {"credential": credential}),
    ]
    assert [answer.status_code < 500 for answer in answers] == [True, True, True]
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_the_code_that_turned_an_app_on_signs_nobody_in(monkeypatch, django_capture_on_commit_callbacks):
    moment = 1_800_000_000
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: moment)
    browser, thief = members.member(), Client()
    members.confirm(browser)
    secret = browser.get("/account/app/on/").context["form"].secret
    code, later = (totp.format_hotp_value(totp.hotp_value(secret, moment // 30 + step)) for step in (0, 1))
    with django_capture_on_commit_callbacks(execute=True):
        assert browser.post("/account/app/on/", {"code": code})["Location"] == "/account/"
    cache.clear()
    members.sign_in(thief)
    assert thief.post("/account/login/code/", {"code": code}).status_code == 200
    assert thief.post("/account/login/code/", {"code": later})["Location"] == "/lists/"


def test_a_second_step_begun_with_an_old_password_leads_nowhere():
    owner = members.with_app(members.account())
    thief = Client()
    members.sign_in(thief)
    owner.set_password(OTHER_PASSWORD)
    owner.save()
    assert thief.post("/account/login/code/", {"code": members.code()})["Location"] == "/account/login/"
    assert thief.get("/account/").status_code == 302
    assert thief.get("/account/login/").status_code == 200


def test_a_second_step_begins_anew_where_the_app_was_turned_off():
    owner = members.with_app(members.account())
    (code, *_others), halfway = members.codes_of(owner), Client()
    members.sign_in(halfway)
    Client().post("/account/recover/", {"login": MAUD, "code": code, "password": OTHER_PASSWORD})
    assert halfway.get("/account/login/code/")["Location"] == "/account/login/"
    assert halfway.get("/account/login/").status_code == 200


# --- addresses, links, pages ----------------


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("bivouac.example", "http://bivouac.example"),
        ("BIVOUAC.example.:4444", "http://bivouac.example"),
        ("localhost:8000", "http://bivouac.example"),
        ("127.0.0.1:99", "http://bivouac.example"),
        ("www.bivouac.example", "http://www.bivouac.example"),
    ],
)
def test_links_in_letters_lead_to_the_site_under_its_own_name(rf, settings, host, origin):
    settings.HOSTS = ["bivouac.example", "www.bivouac.example"]
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", *settings.HOSTS]
    assert origin_of(rf.get("/", headers={"host": host})) == origin


def test_without_names_of_its_own_a_site_is_where_it_was_asked(rf, settings):
    settings.HOSTS = []
    assert origin_of(rf.get("/", headers={"host": "localhost:8000"})) == "http://localhost:8000"


def test_a_new_share_link_hides_how_the_list_fared():
    row = gathered.roster("Mira")
    Roster.objects.update(career_shared=True)
    row.refresh_from_db()
    sharing.renew_share_key(row, keep_states=True)
    assert Client().get(f"/s/{row.share_key}/career/").status_code == 200
    sharing.renew_share_key(row)
    assert Client().get(f"/s/{row.share_key}/career/").status_code == 404


@pytest.mark.parametrize("path", ["x", "account_logout", "//evil.example/", "https://evil.example/"])
def test_signing_up_leads_nowhere_else(path):
    answer = members.member().get("/account/signup/", {"next": path})
    assert (answer.status_code, answer["Location"] in ("/account/", "x", "account_logout")) == (302, True)


@pytest.mark.database
@pytest.mark.parametrize("action", ["send", "primary", "remove"])
def test_an_address_that_nobody_can_have_is_not_found(settings, action):
    settings.MAIL_ENABLED = True
    member = members.member()
    members.confirm(member)
    assert member.post(f"/account/email/{action}/", {"email": "a\0@example.org"}).status_code == 404


def test_names_that_others_have_are_drawn_too_so_that_drawing_tells_nothing(monkeypatch):
    members.account("maud-1005")
    monkeypatch.setattr("builder.accounts.user_names.secrets.randbelow", lambda _below: 5)
    page = Client().get("/account/signup/", {"name": "Maud"})
    assert page.context["user_name"] == "maud-1005"


# --- administrators ----------------


def admin():
    User.objects.create_superuser("chief-1234", password=PASSWORD)
    client = Client()
    members.sign_in(client, "chief-1234")
    return client


def test_an_administrator_changes_the_password_where_all_do():
    assert admin().get("/admin/password_change/")["Location"] == "/account/password/change/"


def test_an_account_that_the_admin_deletes_leaves_nothing():
    chief, maud = admin(), members.member()
    row = gathered.roster("Mira")
    make.grant(maud, row)
    maud.post("/account/take-along/")
    owner = User.objects.get(username=MAUD)
    EmailAddress.objects.create(user=owner, email="maud@example.org", verified=True)
    members.confirm(maud)
    maud.post("/account/data/")
    assert KeptFile.objects.exists()
    answer = chief.post(reverse("admin:auth_user_delete", args=[owner.pk]), {"post": "yes"})
    assert answer.status_code == 302
    left = [
        User.objects.filter(pk=owner.pk),
        EmailAddress.objects.filter(email="maud@example.org"),
        UserSession.objects.filter(user_id=owner.pk),
        RosterGrant.objects.filter(account_id=owner.pk),
        LogEntry.objects.filter(object_repr__contains=MAUD),
        KeptFile.objects.all(),
    ]
    assert [rows.exists() for rows in left] == [False] * 6
    assert (Session.objects.count(), Roster.objects.count()) == (1, 1)


def test_the_name_with_which_an_administrator_signs_in_is_shown_to_nobody():
    User.objects.create_superuser("chief", password=PASSWORD)
    browser, friend = Client(), Client()
    members.sign_in(browser, "chief")
    row = gathered.roster("Mira")
    make.grant(friend, row)
    browser.get("/lists/")
    account = User.objects.get()
    RosterGrant.objects.create(roster=row, account=account, generation=1, granted=row.changed, used=row.changed.date())
    page = friend.get(f"/lists/{row.pk}/links/", headers={"Accept-Language": "en"}).content.decode()
    assert ("Someone" in page, "chief" in page) == (True, False)


# --- one's data ----------------


def test_a_thief_of_a_session_does_not_get_all_data_as_a_file():
    thief = members.member()
    for answer in (thief.get("/account/data/"), thief.post("/account/data/"), thief.get("/account/data/file/")):
        assert answer["Location"].startswith("/account/reauthenticate/")
    assert not KeptFile.objects.exists()
