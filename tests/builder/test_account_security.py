"""Ways into an account: passwords, codes of an app, passkeys, recovery codes; and no answer tells who has one."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from builder.accounts import recovery
from builder.models import RecoveryCode
from tests.builder import members
from tests.builder.members import MAUD, PASSWORD

pytestmark = pytest.mark.django_db

NEW = "encore une longue phrase"
DEEP = "[" * 29_000
HOSTILE = ["", "{}", "[]", "null", "1", "x", DEEP, "1" * 40_000, '{"response": null}', '{"id": "a", "rawId": "a"}']


@pytest.fixture(autouse=True)
def _no_codes_used():
    """django-allauth remembers in the cache which codes of an app were used."""
    cache.clear()


@pytest.fixture
def hashed(monkeypatch):
    """The passwords that were hashed, one after the other."""
    passwords = []
    encode = MD5PasswordHasher.encode

    def counted(self, password, *more):
        passwords.append(password)
        return encode(self, password, *more)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return passwords


def passkey(owner, name="Phone"):
    """A row as a passkey has one; no device answers for it."""
    return Authenticator.objects.create(user=owner, type="webauthn", data={"name": name, "credential": {}})


def text(response, *typed):
    """What a page says, without what differs each time and without what was typed."""
    page = re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', "", response.content.decode())
    for one in typed:
        page = page.replace(one, "")
    return page


# --- passwords -------------------------------------------------------------------------------------------------------


def test_a_new_password_ends_the_other_sessions(client):
    members.account()
    others = [Client(), Client()]
    for one in (client, *others):
        members.sign_in(one)
    sent = {"oldpassword": PASSWORD, "password1": NEW}
    assert client.post("/account/password/change/", sent)["Location"] == "/account/"
    assert [one.get("/account/").status_code for one in (client, *others)] == [200, 302, 302]
    assert (Session.objects.count(), UserSession.objects.count()) == (1, 1)
    assert UserSession.objects.get().session_key == client.cookies["session"].value
    assert [members.sign_in(Client(), password=one).status_code for one in (PASSWORD, NEW)] == [200, 302]


@pytest.mark.parametrize(("old", "new"), [("wrong", NEW), (PASSWORD, "short"), (PASSWORD, "password"), ("", "")])
def test_a_password_is_not_changed_without_the_old_one_or_to_a_bad_one(old, new):
    client = members.member()
    page = client.post("/account/password/change/", {"oldpassword": old, "password1": new})
    assert (page.status_code, "field-error" in page.content.decode()) == (200, True)
    assert User.objects.get().check_password(PASSWORD)


def test_a_sensitive_change_asks_for_the_password_again_and_then_leads_on():
    client = members.member()
    asked = client.get("/account/app/on/")
    assert asked["Location"] == "/account/reauthenticate/?next=%2Faccount%2Fapp%2Fon%2F"
    assert client.post(asked["Location"], {"password": "wrong"}).status_code == 200
    assert client.post(asked["Location"], {"password": PASSWORD})["Location"] == "/account/app/on/"
    assert client.get("/account/app/on/").status_code == 200


def test_the_password_is_asked_again_after_a_quarter_of_an_hour(settings):
    client = members.member()
    members.confirm(client)
    assert client.get("/account/app/on/").status_code == 200
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    assert client.get("/account/app/on/").status_code == 302


def test_what_was_sent_too_late_is_stored_nowhere():
    client = members.member()
    client.post("/account/password/set/", {"password1": "hunter2 hunter2"})
    assert "hunter2" not in str(Session.objects.get().get_decoded())


# --- the app with codes ----------------------------------------------------------------------------------------------


def test_an_app_is_turned_on_with_its_first_code_and_off_again():
    client = members.member()
    members.confirm(client)
    page = client.get("/account/app/on/")
    secret = page.context["form"].secret
    assert [part in page.content.decode() for part in ("<svg", secret, "otpauth://totp/Bivouac")] == [True, True, False]
    assert f"otpauth://totp/{MAUD}?secret={secret}&amp;issuer=Bivouac" in page.content.decode()
    assert client.post("/account/app/on/", {"code": "000000x"}).status_code == 200
    assert client.get("/account/").context["app"] is None
    secret = client.get("/account/app/on/").context["form"].secret
    now = totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time()))
    assert client.post("/account/app/on/", {"code": totp.format_hotp_value(now)})["Location"] == "/account/"
    assert client.get("/account/app/on/")["Location"] == "/account/app/off/"
    assert members.sign_in(Client())["Location"] == "/account/login/code/"
    assert client.post("/account/app/off/")["Location"] == "/account/"
    assert members.sign_in(Client())["Location"] == "/lists/"


def test_with_an_app_the_password_alone_opens_nothing(client):
    members.with_app(members.account())
    assert members.sign_in(client, next="/dice/")["Location"] == "/account/login/code/"
    assert [client.get(f"/account/{page}").status_code for page in ("", "app/off/", "password/change/")] == [302] * 3
    assert client.get("/account/login/")["Location"] == "/account/login/code/"
    assert client.post("/account/login/code/", {"code": "000000"}).status_code == 200
    assert client.get("/account/").status_code == 302
    assert client.post("/account/login/code/", {"code": members.code()})["Location"] == "/dice/"
    assert client.get("/account/").status_code == 200


def test_a_code_signs_in_once_in_whichever_process(client):
    members.with_app(members.account())
    other = Client()
    for one in (client, other):
        members.sign_in(one)
    used = {"code": members.code()}
    assert client.post("/account/login/code/", used).status_code == 302
    cache.clear()
    assert other.post("/account/login/code/", used).status_code == 200
    assert other.post("/account/login/code/", {"code": members.code(1)}).status_code == 302


def test_codes_are_counted_by_account_from_all_clients(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"second_factor": "2/h"}
    members.with_app(members.account())
    clients = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(3)]
    for client in clients:
        members.sign_in(client)
        client.post("/account/login/code/", {"code": "000000"})
    assert clients[0].post("/account/login/code/", {"code": members.code()}).status_code == 200
    other = members.with_app(members.account("tom-1234"))
    tom = Client()
    members.sign_in(tom, other.username)
    assert tom.post("/account/login/code/", {"code": members.code()}).status_code == 302


def test_codes_that_say_again_who_one_is_are_counted_too(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"second_factor": "1/h"}
    client = members.member()
    members.with_app(User.objects.get())
    pages = [client.post("/account/reauthenticate/code/", {"code": one}) for one in ("000000", members.code())]
    assert [page.status_code for page in pages] == [200, 200]


def test_a_passkey_alone_makes_no_second_step(client):
    maud = members.account()
    passkey(maud)
    assert members.sign_in(client)["Location"] == "/lists/"
    assert client.get("/account/login/code/")["Location"] == "/lists/"


def test_one_may_leave_the_second_step(client):
    members.with_app(members.account())
    members.sign_in(client)
    assert client.post("/account/logout/", {"next": "/account/login/"})["Location"] == "/account/login/"
    assert client.get("/account/login/").status_code == 200
    assert client.post("/account/login/code/", {"code": members.code()})["Location"] == "/account/login/"


def test_a_session_that_waits_for_a_code_does_not_last(client):
    members.with_app(members.account())
    members.sign_in(client)
    assert client.cookies["session"]["max-age"] == 15 * 60
    client.post("/account/login/code/", {"code": members.code()})
    assert client.cookies["session"]["max-age"] > 100 * 24 * 3600


# --- passkeys --------------------------------------------------------------------------------------------------------


def test_a_passkey_is_renamed_and_removed():
    client = members.member()
    members.confirm(client)
    one = passkey(User.objects.get())
    assert client.post(f"/account/passkeys/{one.pk}/name/", {"name": "Key ring"})["Location"] == "/account/"
    assert client.post(f"/account/passkeys/{one.pk}/name/", {"name": "x" * 41}).status_code == 200
    assert "Key ring" in client.get("/account/").content.decode()
    assert client.post(f"/account/passkeys/{one.pk}/remove/")["Location"] == "/account/"
    assert Authenticator.objects.count() == 0


def test_the_only_way_to_sign_in_is_not_removed(client):
    members.sign_up(client, password="", by="passkey")
    maud = User.objects.get()
    client.get("/account/")
    first = passkey(maud)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": 9e9, "reauthenticated": True}]
    session["account_authentication_methods_user"] = str(maud.pk)
    session.save()
    client.post(f"/account/passkeys/{first.pk}/remove/")
    assert Authenticator.objects.count() == 1
    second = passkey(maud)
    client.post(f"/account/passkeys/{second.pk}/remove/")
    assert list(Authenticator.objects.all()) == [first]


def test_who_has_only_a_passkey_shows_it_again(client):
    members.sign_up(client, password="", by="passkey")
    Authenticator.objects.create(user=User.objects.get(), type="webauthn", data={"name": "Phone"})
    way = client.get("/account/password/set/")["Location"]
    assert way == "/account/reauthenticate/passkey/?next=%2Faccount%2Fpassword%2Fset%2F"


def test_options_for_a_passkey_name_nobody(client):
    passkey(members.account())
    options = client.post("/account/login/passkey/options/").json()["publicKey"]
    assert (options["userVerification"], options.get("allowCredentials", [])) == ("required", [])
    assert client.cookies["session"]["max-age"] == 15 * 60


@pytest.mark.parametrize("credential", HOSTILE, ids=lambda one: one[:12])
def test_what_is_no_passkey_is_refused(credential):
    members.account()
    client, member = Client(), members.member(user_name="tom-1234")
    members.confirm(member)
    client.post("/account/login/passkey/options/")
    member.get("/account/passkeys/add/")
    assert client.post("/account/login/passkey/", {"credential": credential})["Location"] == "/account/login/"
    assert member.post("/account/passkeys/add/", {"credential": credential, "name": "x" * 300}).status_code == 200
    assert Authenticator.objects.count() == 0


@pytest.mark.parametrize("credential", HOSTILE[:6], ids=lambda one: one[:12])
def test_nor_does_it_do_for_the_second_step(client, credential):
    members.with_app(members.account())
    members.sign_in(client)
    assert client.post("/account/login/code/", {"credential": credential}).status_code == 200
    assert client.get("/account/").status_code == 302


# --- recovery codes --------------------------------------------------------------------------------------------------


def test_codes_are_long_and_have_no_letters_that_look_alike():
    codes = {recovery.new_code() for _code in range(50)}
    assert len(codes) == 50
    assert all(re.fullmatch(r"[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){2}", code) for code in codes)
    assert len(recovery.ALPHABET) ** (recovery.GROUPS * recovery.GROUP) > 2**60


def test_new_codes_end_the_old_ones_and_are_shown_once():
    client = members.member()
    old = members.codes_of(User.objects.get())
    assert client.post("/account/recovery-codes/").status_code == 302  # asks who one is
    members.confirm(client)
    assert client.post("/account/recovery-codes/")["Location"] == "/account/recovery-codes/"
    codes = re.findall(r"<code>([\w-]+)</code>", client.get("/account/recovery-codes/").content.decode())
    assert (len(codes), RecoveryCode.objects.count()) == (8, 8)
    assert "<code>" not in client.get("/account/recovery-codes/").content.decode()
    used = [recovery.use_code(User.objects.get(), code) for code in (old[0], codes[0], codes[0])]
    assert used == [False, True, False]


def test_codes_in_a_cookie_are_shown_to_their_owner_only():
    client, other = members.member(), members.member(user_name="tom-1234")
    codes = members.codes_of(User.objects.get(username=MAUD))
    for one in (client, other):
        one.cookies[recovery.COOKIE] = ".".join(codes)
    assert codes[0] in client.get("/account/recovery-codes/").content.decode()
    assert codes[0] not in other.get("/account/recovery-codes/").content.decode()
    other.cookies[recovery.COOKIE] = "<script>"
    assert other.get("/account/recovery-codes/").status_code == 200


def recover(client, code, login=MAUD, password=NEW):
    return client.post("/account/recover/", {"login": login, "code": code, "password": password})


def test_a_recovery_code_opens_the_account_once():
    thief = members.member()
    maud = members.with_app(User.objects.get())
    codes = members.codes_of(maud)
    client = Client()
    typed = codes[0].replace("-", " ").upper()
    assert recover(client, typed, "Maud 4821")["Location"] == "/lists/"
    page = client.get("/account/").content.decode()
    assert (client.get("/account/").context["codes_left"], client.get("/account/").context["app"]) == (7, None)
    assert re.search(r"\b7\b", page)
    assert thief.get("/account/").status_code == 302
    assert UserSession.objects.count() == 1
    assert recover(Client(), codes[0]).status_code == 422
    assert members.sign_in(Client(), password=NEW)["Location"] == "/lists/"


def test_a_recovery_code_opens_an_account_without_a_password():
    maud = User.objects.create_user(MAUD)
    code = members.codes_of(maud)[0]
    client = Client()
    assert recover(client, code).status_code == 302
    assert client.get("/account/").status_code == 200
    assert User.objects.get().check_password(NEW)


def test_a_bad_password_does_not_use_up_the_code():
    code = members.codes_of(members.account())[0]
    page = recover(Client(), code, password="12345")
    assert (page.status_code, RecoveryCode.objects.count()) == (422, 8)
    assert "id_password_error" in page.content.decode()


def test_a_code_of_somebody_else_opens_nothing():
    members.account()
    code = members.codes_of(members.account("tom-1234"))[0]
    assert recover(Client(), code).status_code == 422
    assert RecoveryCode.objects.count() == 8


def test_recovering_counts_as_signing_in(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"login": "2/h"}
    client = Client()
    assert [recover(client, "x").status_code for _time in range(2)] == [422, 422]
    assert members.sign_in(client).status_code == 429


# --- no answer tells who has an account -------------------------------------------------------------------------------


def accounts():
    """One of each kind: with a password, without, inactive, with an app, and a name that nobody has."""
    members.account("anna-1111")
    User.objects.create_user("anna-2222", first_name="Maud")
    members.account("anna-3333", is_active=False)
    members.with_app(members.account("anna-4444"))
    maud = members.account("anna-5555")
    maud.emailaddress_set.create(email="anna@example.org", verified=True)
    return ["anna-1111", "anna-2222", "anna-3333", "anna-4444", "anna-9999"], ["anna@example.org", "nobody@example.org"]


def test_a_wrong_password_is_answered_alike_with_and_without_an_account(hashed):
    answers = set()
    for login in [one for kind in accounts() for one in kind]:
        hashed.clear()
        page = members.sign_in(Client(), login, "wrong")
        answers.add((page.status_code, text(page, login), len(hashed)))
    assert [(status, number) for status, _text, number in answers] == [(200, 1)]


def test_an_inactive_account_is_refused_as_a_wrong_password_is(hashed):
    members.account(is_active=False)
    hashed.clear()
    pages = [members.sign_in(Client(), password=one) for one in (PASSWORD, "wrong")]
    assert (text(pages[0]), pages[0].status_code, len(hashed)) == (text(pages[1]), 200, 2)


def test_a_wrong_code_is_answered_alike_with_and_without_an_account(hashed):
    (logins, emails), answers = accounts(), set()
    for login in logins + emails:
        hashed.clear()
        page = recover(Client(), "aaaaa-bbbbb-ccccc", login)
        answers.add((page.status_code, text(page, login), len(hashed)))
    assert [(status, number) for status, _text, number in answers] == [(422, 0)]


def test_a_new_password_is_not_judged_by_whose_account_it_is():
    """The validators compare with the name, which they would tell."""
    maud = members.account(name="Wilhelmine")
    pages = [recover(Client(), "x", login, "wilhelmine1") for login in (maud.username, "maud-9999")]
    assert text(pages[0], maud.username) == text(pages[1], "maud-9999")


def test_an_inactive_account_is_not_recovered():
    maud = members.account(is_active=False)
    code = members.codes_of(maud)[0]
    assert recover(Client(), code).status_code == 422
    assert RecoveryCode.objects.count() == 8


def test_the_second_step_answers_all_wrong_codes_alike(client):
    members.with_app(members.account())
    members.sign_in(client)
    wrong = ("000000", "abcdef", "13")
    pages = [text(client.post("/account/login/code/", {"code": one}), one) for one in wrong]
    assert len({re.sub(r'"challenge": "[^"]*"', "", page) for page in pages}) == 1
