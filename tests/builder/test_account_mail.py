"""E-mail of accounts: addresses, their confirmation, another password, notices; and the site without a mail server."""

import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail as sent
from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from builder.accounts import addresses, mail
from config import environment
from config.environment import MailServer
from config.logs import redact

pytestmark = pytest.mark.django_db

PASSWORD, ANOTHER = "drei Wagen voll Schrott", "vier Fässer voll Wasser"
ADDRESS = "maud@example.org"
ENGLISH = {"Accept-Language": "en"}
EMAILS, RESET = "/account/email/", "/account/password/reset/"


@pytest.fixture(autouse=True)
def _mail_server(settings):
    settings.MAIL_ENABLED, settings.MAIL_FROM = True, "Bivouac <camp@example.org>"


@pytest.fixture
def later(monkeypatch):
    """Move the time on, as links and the queue know it: later(seconds)."""
    times = {"by": 0.0}
    real, now = mail.clock, default_token_generator._now
    monkeypatch.setattr(mail, "clock", lambda: real() + times["by"])
    monkeypatch.setattr(signing.time, "time", lambda: real() + times["by"])
    monkeypatch.setattr(type(default_token_generator), "_now", lambda _self: now() + timedelta(seconds=times["by"]))
    return lambda seconds: times.update(by=times["by"] + seconds)


def account(name="maud-4821", *confirmed, **fields):
    """An account with confirmed addresses."""
    user = User.objects.create_user(name, password=PASSWORD, **fields)
    for number, email in enumerate(confirmed):
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=number == 0)
    return user


def browser(user=None):
    """A browser, in which an account is signed in and has just shown again who it is."""
    client = Client(headers=ENGLISH)
    if user:
        client.post("/account/login/", {"login": user.username, "password": PASSWORD})
        client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def queued():
    return DBTaskResult.objects.filter(queue_name="mail")


def delivered():
    """The letters that a worker sends now, as (to, subject, text)."""
    sent.outbox.clear()
    for row in queued().ready():
        row.task.call(*row.args_kwargs["args"], **row.args_kwargs["kwargs"])
        row.delete()
    return [(*one.to, one.subject, one.body) for one in sent.outbox]


def link(letter):
    """The path of the only link to this site in a letter."""
    (found,) = re.findall(r"http://testserver(/account/(?:email|password)\S+)", letter[2])
    return found


def subjects(letters):
    return [(to, subject) for to, subject, _text in letters]


def add(client, email=ADDRESS):
    return client.post(EMAILS, {"email": email})


def held(user):
    return list(EmailAddress.objects.filter(user=user).order_by("pk").values_list("email", "verified", "primary"))


# --- without a mail server --------------------------------------------------------------------------------------------


def test_without_a_mail_server_there_is_no_page_of_it_and_nothing_is_queued(settings):
    settings.MAIL_ENABLED = False
    user = account("maud-4821", ADDRESS)
    client = browser(user)
    paths = [EMAILS, f"{EMAILS}confirm/key/", f"{RESET}1/key/", "/account/password/reset-sent/"]
    assert [client.get(path).status_code for path in paths] == [404] * 4
    assert [client.post(f"{EMAILS}{what}/").status_code for what in ("send", "primary", "remove")] == [404] * 3
    assert [client.get(RESET)["Location"], client.post(RESET)["Location"]] == [reverse("account_recover")] * 2
    addresses.notify(client.get("/").wsgi_request, user, "Something.")
    assert not queued().exists()


@pytest.mark.parametrize("path", ["/account/", "/account/login/", "/account/signup/", "/account/recover/"])
def test_without_a_mail_server_no_page_mentions_e_mail(settings, path):
    settings.MAIL_ENABLED = False
    client = browser(account() if path == "/account/" else None)
    page = client.get(path).content.decode().replace("No email needed: a passkey or a password is enough.", "")
    assert not re.search("e-?mail", page, re.IGNORECASE)


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_an_address_is_added_and_confirmed_by_a_button_behind_the_link():
    user = account()
    client = browser(user)
    assert add(client, "Maud@Example.org")["Location"] == EMAILS
    assert held(user) == [(ADDRESS, False, False)]
    (letter,) = delivered()
    assert (letter[0], letter[1]) == (ADDRESS, "Confirm your email address")
    mailbox = browser()  # of a telephone, where nobody is signed in
    assert "maud-4821" in mailbox.get(link(letter)).content.decode()
    assert held(user) == [(ADDRESS, False, False)]
    assert mailbox.post(link(letter))["Location"] == "/account/login/"
    assert held(user) == [(ADDRESS, True, True)]
    assert delivered() == []  # no other address is there to be told


def test_a_link_of_confirmation_works_once_and_for_a_day(later):
    user = account()
    add(browser(user))
    (letter,) = delivered()
    later(mail.DAY - 60)
    assert b"<form method=" in browser().get(link(letter)).content
    later(120)
    assert b"This link is used, expired or incomplete." in browser().get(link(letter)).content
    assert browser().post(link(letter)).status_code == 200
    assert held(user) == [(ADDRESS, False, False)]
    browser(user).post(f"{EMAILS}send/", {"email": ADDRESS})
    (letter,) = delivered()
    assert [browser().post(link(letter)).status_code for _time in range(2)] == [302, 200]
    assert held(user) == [(ADDRESS, True, True)]


def test_who_opens_the_link_of_another_account_stays_signed_in():
    add(browser(account("olaf-1234")))
    (letter,) = delivered()
    client = browser(account())
    client.get(link(letter))
    client.post(link(letter))
    assert client.get("/account/").status_code == 200
    assert held(User.objects.get(username="olaf-1234")) == [(ADDRESS, True, True)]


@pytest.mark.database
def test_an_account_has_three_addresses_each_once():
    user = account("maud-4821", "a@example.org", "b@example.org")
    client = browser(user)
    assert [add(client, one).status_code for one in ("a@example.org", "c@example.org", "d@example.org")] == [
        422,
        302,
        422,
    ]
    assert [one[0] for one in held(user)] == ["a@example.org", "b@example.org", "c@example.org"]


@pytest.mark.parametrize(
    "email", ["", "maud", "maud@", "m\x00@example.org", f"{'m' * 250}@example.org", "a@b.org\nBcc: c@d.org"]
)
def test_what_is_no_address_is_said_and_nothing_is_sent(email):
    client = browser(account())
    assert (add(client, email).status_code, browser().post(RESET, {"email": email}).status_code) == (422, 422)
    assert not queued().exists()


def test_the_primary_address_is_chosen_and_the_one_before_is_told():
    user = account("maud-4821", ADDRESS, "m@example.com")
    browser(user).post(f"{EMAILS}primary/", {"email": "m@example.com"})
    assert held(user) == [(ADDRESS, True, False), ("m@example.com", True, True)]
    assert subjects(delivered()) == [(ADDRESS, "Emails about your account now go to m@example.com")]


def test_an_unconfirmed_address_does_not_become_primary():
    user = account()
    client = browser(user)
    add(client)
    assert client.post(f"{EMAILS}primary/", {"email": ADDRESS}).status_code == 404
    assert held(user) == [(ADDRESS, False, False)]


def test_a_removed_address_is_told_and_another_confirmed_one_takes_its_place():
    user = account("maud-4821", ADDRESS, "m@example.com")
    browser(user).post(f"{EMAILS}remove/", {"email": ADDRESS})
    assert held(user) == [("m@example.com", True, True)]
    text = f"The address {ADDRESS} was removed from your account"
    assert subjects(delivered()) == [("m@example.com", text), (ADDRESS, text)]


def test_an_unconfirmed_address_is_removed_without_a_letter_and_its_link_dies():
    user = account("maud-4821", "m@example.com")
    client = browser(user)
    add(client)
    (letter,) = delivered()
    client.post(f"{EMAILS}remove/", {"email": ADDRESS})
    assert delivered() == []
    assert browser().post(link(letter)).status_code == 200
    assert held(user) == [("m@example.com", True, True)]


def test_a_further_confirmed_address_is_told_to_the_primary_one():
    client = browser(account("maud-4821", ADDRESS))
    add(client, "m@example.com")
    client.post(link(*delivered()))
    assert subjects(delivered()) == [(ADDRESS, "The address m@example.com was added to your account")]


def test_addresses_of_others_are_out_of_reach():
    other = account("olaf-1234", "olaf@example.org", "o@example.org")
    client = browser(account())
    for what in ("send", "primary", "remove"):
        assert client.post(f"{EMAILS}{what}/", {"email": "o@example.org"}).status_code == 404
    assert len(held(other)) == 2
    assert browser().get(EMAILS)["Location"].startswith("/account/login/")


def test_addresses_are_shown_to_who_has_just_said_who_he_is():
    user = account("maud-4821", ADDRESS)
    client = Client()
    client.post("/account/login/", {"login": user.username, "password": PASSWORD})
    session = client.session
    session["account_authentication_methods"] = []
    session.save()
    assert client.get(EMAILS)["Location"] == f"/account/reauthenticate/?{urlencode({'next': EMAILS})}"
    client.post(f"{EMAILS}remove/", {"email": ADDRESS})
    assert held(user) == [(ADDRESS, True, True)]


# --- whose address it is ----------------------------------------------------------------------------------------------


@pytest.mark.database
def test_an_address_of_another_account_is_answered_as_any_other_and_its_owner_is_told():
    account("olaf-1234", "olaf@example.org")
    answers = []
    for number, email in enumerate([ADDRESS, "olaf@example.org"]):
        client = browser(account(f"maud-100{number}"))
        with CaptureQueriesContext(connection) as queries:
            answer = add(client, email)
        page = client.get(EMAILS).content.decode().replace(email, "ADDRESS").replace(f"maud-100{number}", "NAME")
        same = re.sub(r"(token|name=|data-account)[^>]+>", "", page)
        answers.append((answer.status_code, answer.headers, len(queries), same))
    assert answers[0][0] == answers[1][0] == 302
    assert answers[0][2:] == answers[1][2:]
    new, taken = delivered()
    assert subjects([new, taken]) == [
        (ADDRESS, "Confirm your email address"),
        ("olaf@example.org", "Your address is already in your account"),
    ]
    assert "/email/confirm/" not in taken[2]


@pytest.mark.database
def test_what_one_account_confirmed_no_other_confirms():
    first, second = account("maud-4821"), account("olaf-1234")
    for user in (first, second):
        add(browser(user))
    links = [link(letter) for letter in delivered()]
    assert [browser().post(link).status_code for link in links] == [302, 200]
    assert (held(first), held(second)) == ([(ADDRESS, True, True)], [(ADDRESS, False, False)])


@pytest.mark.database
def test_two_that_confirm_at_once_do_not_both(monkeypatch):
    account("olaf-1234", ADDRESS)
    user = account()
    address = EmailAddress.objects.create(user=user, email=ADDRESS)
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda _self: True)  # asked before the other was stored
    assert addresses.confirm_address(None, address) is False
    assert held(user) == [(ADDRESS, False, False)]


@pytest.mark.parametrize("verified", [True, False])
def test_only_a_confirmed_address_signs_in(verified):
    user = account("maud-4821", ADDRESS)
    EmailAddress.objects.update(verified=verified)
    User.objects.filter(pk=user.pk).update(email=ADDRESS)  # an administrator's, whom createsuperuser asks for one
    client = Client()
    client.post("/account/login/", {"login": ADDRESS, "password": PASSWORD})
    assert ("_auth_user_id" in client.session) is verified


# --- another password -------------------------------------------------------------------------------------------------


def ask(email=ADDRESS, client=None):
    return (client or browser()).post(RESET, {"email": email})


def test_a_link_sets_another_password_signs_in_and_ends_all_other_sessions():
    user = account("maud-4821", ADDRESS)
    elsewhere = browser(user)
    assert ask("MAUD@example.org")["Location"] == "/account/password/reset-sent/"
    (letter,) = delivered()
    assert (letter[0], letter[1]) == (ADDRESS, "Choose a new password")
    assert "maud-4821" in letter[2]
    client = browser()
    assert b"new-password" in client.get(link(letter)).content
    assert Session.objects.count() == 1  # the other one's: the link is in no session
    assert client.post(link(letter), {"password": "1234"}).status_code == 422
    assert client.post(link(letter), {"password": ANOTHER}).status_code == 302
    assert client.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    assert Session.objects.count() == 1
    assert User.objects.get(pk=user.pk).check_password(ANOTHER)
    assert subjects(delivered()) == [(ADDRESS, "Your password was changed with a link sent by email")]


def test_a_link_of_another_password_works_once_and_for_an_hour(later):
    account("maud-4821", ADDRESS)
    ask()
    (letter,) = delivered()
    later(mail.HOUR - 60)
    assert b"new-password" in browser().get(link(letter)).content
    later(120)
    assert browser().post(link(letter), {"password": ANOTHER}).status_code == 200
    ask()
    (letter,) = delivered()
    assert [browser().post(link(letter), {"password": ANOTHER}).status_code for _time in range(2)] == [302, 200]


def test_a_second_factor_is_still_asked_for():
    user = account("maud-4821", ADDRESS)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DPEHPK3PXP"})
    ask()
    client = browser()
    answer = client.post(link(*delivered()), {"password": ANOTHER})
    assert answer["Location"].startswith(reverse("mfa_authenticate"))
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("change", ["removed", "inactive", "signed in", "password"])
def test_a_link_dies_with_what_it_was_made_for(change):
    user = account("maud-4821", ADDRESS)
    ask()
    (letter,) = delivered()
    if change == "removed":
        EmailAddress.objects.all().delete()
    elif change == "inactive":
        User.objects.update(is_active=False)
    elif change == "signed in":
        browser(user)
    else:
        user.set_password(ANOTHER)
        user.save()
    assert b"This link is used, expired or incomplete." in browser().get(link(letter)).content


@pytest.mark.parametrize("key", ["x", "cabc12-" + "0" * 32, "%00", "set-password"])
def test_a_wrong_link_sets_nothing(key):
    user = account("maud-4821", ADDRESS)
    for uid in ("1", "zzzzzzzzzzzz", "%00", "ÿ"):
        assert browser().post(f"{RESET}{uid}/{key}/", {"password": ANOTHER}).status_code in (200, 404)
    assert User.objects.get(pk=user.pk).check_password(PASSWORD)
    assert Session.objects.count() == 0


@pytest.mark.parametrize("what", ["unknown", "unconfirmed", "inactive", "an administrator's"])
def test_nobody_else_gets_a_link(what):
    user = account("maud-4821", *([] if what == "an administrator's" else [ADDRESS]))
    if what == "unconfirmed":
        EmailAddress.objects.update(verified=False)
    elif what == "inactive":
        User.objects.update(is_active=False)
    elif what == "an administrator's":
        User.objects.filter(pk=user.pk).update(email=ADDRESS)
    assert ask("nobody@example.org" if what == "unknown" else ADDRESS).status_code == 302
    assert delivered() == []
    assert not queued().exists()


def test_a_link_goes_to_the_address_that_is_stored_never_to_one_that_looks_alike():
    account("maud-4821", "mike@example.org")
    for email in ("mi\u212ae@example.org", "m\u0131ke@example.org", "mike@example.org\u200b"):
        ask(email)
    assert {to for to, _subject, _text in delivered()} == {"mike@example.org"}


def test_no_answer_tells_whether_an_address_has_an_account():
    account("maud-4821", ADDRESS)
    found = []
    for email in (ADDRESS, "nobody@example.org"):
        client = browser()
        client.get(RESET)
        with CaptureQueriesContext(connection) as queries:
            answer = ask(email, client)
        statements = [re.sub(r"'[^']*'|\d+(\.\d+)?(e[+-]?\d+)?", "?", query["sql"]) for query in queries]
        headers = dict(answer.headers) | {"X-Request-ID": "", "Expires": ""}
        found.append((answer.status_code, headers, answer.content, statements))
    assert found[0] == found[1]
    assert sent.outbox == []  # nothing is sent while somebody waits


# --- notices ----------------------------------------------------------------------------------------------------------


def test_a_change_of_the_password_is_told():
    client = browser(account("maud-4821", ADDRESS))
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": ANOTHER})
    ((to, subject, text),) = delivered()
    assert (to, subject) == (ADDRESS, "Your password was changed")
    assert "maud-4821" in text
    assert f"http://testserver{RESET}" in text


def test_a_passkey_that_is_removed_is_told():
    user = account("maud-4821", ADDRESS)
    passkey = Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Telefon", "credential": {}}
    )
    browser(user).post(reverse("mfa_remove_webauthn", args=[passkey.pk]))
    assert subjects(delivered()) == [(ADDRESS, "A passkey was removed from your account")]


def test_notices_go_to_confirmed_addresses_only():
    user = account()
    client = browser(user)
    EmailAddress.objects.create(user=user, email=ADDRESS, primary=True)
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": ANOTHER})
    assert delivered() == []


def test_letters_are_in_the_language_of_the_request_and_say_that_no_person_wrote_them():
    account("maud-4821", ADDRESS)
    Client(headers={"Accept-Language": "fr"}).post(RESET, {"email": ADDRESS})
    (row,) = queued()
    assert row.args_kwargs["args"][3] == "fr"
    delivered()
    (message,) = sent.outbox
    headers = message.message()
    assert (headers["Auto-Submitted"], headers["From"]) == ("auto-generated", "Bivouac <camp@example.org>")
    assert headers["Message-ID"].endswith("@example.org>")


def test_links_lead_to_the_host_of_the_request_by_its_scheme_where_the_site_has_no_name(settings):
    settings.HOSTS, settings.ALLOWED_HOSTS = [], ["127.0.0.1"]
    account("maud-4821", ADDRESS)
    Client().post(RESET, {"email": ADDRESS}, headers={"host": "127.0.0.1:8106"}, secure=True)
    ((_to, _subject, text),) = delivered()
    assert "https://127.0.0.1:8106/account/password/reset/" in text
    assert Client().post(RESET, {"email": ADDRESS}, headers={"host": "evil.example"}).status_code == 400
    assert not queued().exists()


# --- limits -----------------------------------------------------------------------------------------------------------


def test_mails_of_a_client_are_limited(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"mail": "2/h"}
    answers = [ask(f"m{number}@example.org").status_code for number in range(3)]
    assert (answers, queued().count()) == ([302, 302, 429], 2)


@pytest.mark.database
def test_mails_to_an_address_are_limited_from_all_clients_and_with_those_sent_again(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"mail_address": "3/h"}
    client = browser(account())
    answers = [
        add(client).status_code,
        client.post(f"{EMAILS}send/", {"email": ADDRESS.upper()}).status_code,
        Client(REMOTE_ADDR="192.0.2.7").post(RESET, {"email": ADDRESS}).status_code,
        Client(REMOTE_ADDR="192.0.2.8").post(RESET, {"email": ADDRESS}).status_code,
        client.post(f"{EMAILS}send/", {"email": ADDRESS}).status_code,
    ]
    assert (answers, queued().count()) == ([302, 302, 302, 429, 429], 3)


# --- the queue --------------------------------------------------------------------------------------------------------


def test_no_link_is_ever_in_the_queue():
    client = browser(account("maud-4821", "m@example.com"))
    add(client)
    ask("m@example.com")
    stored = str(list(queued().values()))
    paths = [link(letter) for letter in delivered()]
    assert [path.split("/")[-2] in stored for path in paths] == [False, False]


class Broken:
    """A mail server that fails so many times, then takes letters."""

    def __init__(self, monkeypatch, error, times=99):
        self.error, self.times = error, times
        send = mail.EmailMessage.send
        monkeypatch.setattr(mail.EmailMessage, "send", lambda message: self.fail() or send(message))

    def fail(self):
        self.times -= 1
        if self.times >= 0:
            raise self.error


def waits():
    """In how many seconds the letters of the queue are due."""
    return [round((row.run_after - timezone.now()).total_seconds(), -1) for row in queued()]


def due():
    queued().update(run_after=timezone.now())


@pytest.mark.database
@pytest.mark.parametrize("error", [ConnectionRefusedError(111, "no"), TimeoutError(), OperationalError("locked")])
def test_a_letter_is_tried_three_times(monkeypatch, caplog, error):
    account("maud-4821", ADDRESS)
    Broken(monkeypatch, error)
    ask()
    found = []
    for _time in range(3):
        due()
        assert delivered() == []
        found.append(waits())
    assert found == [[60], [600], []]
    last = caplog.records[-1]
    assert (last.levelname, last.name) == ("ERROR", "builder.accounts.mail")
    assert f"A mail (reset) was not sent in 3 attempts: {type(error).__name__}" in last.getMessage()
    assert ADDRESS not in caplog.text


def test_a_letter_that_is_tried_again_is_sent_once_and_its_link_is_new(monkeypatch):
    account("maud-4821", ADDRESS)
    Broken(monkeypatch, mail.SMTPResponseException(451, b"later, maud@example.org"), times=2)
    ask()
    letters = []
    for _time in range(4):
        due()
        letters += delivered()
    assert subjects(letters) == [(ADDRESS, "Choose a new password")]
    assert not queued().exists()


def test_an_error_of_ours_is_logged_without_the_address(monkeypatch, caplog):
    account("maud-4821", ADDRESS)
    Broken(monkeypatch, ValueError(ADDRESS))
    ask()
    assert delivered() == []
    assert "A mail (reset) could not be written: ValueError" in caplog.text
    assert (ADDRESS in caplog.text, queued().count()) == (False, 0)


@pytest.mark.parametrize(
    ("letter", "seconds"), [("reset", mail.HOUR), ("confirmation", mail.DAY), ("notice", mail.DAY)]
)
def test_a_letter_that_nobody_waits_for_any_more_is_not_sent(later, letter, seconds):
    user = account("maud-4821", ADDRESS)
    address = EmailAddress.objects.create(user=user, email="m@example.com")
    about = {"email": ADDRESS, "address": address.pk, "to": ADDRESS, "what": "Something.", "account": "maud-4821"}
    for _time in range(2):
        mail.queue_mail(Client().get("/about/").wsgi_request, letter, **about)
    first = queued().first()
    later(seconds - 10)
    first.task.call(*first.args_kwargs["args"])
    later(20)
    assert len(sent.outbox) == 1
    assert delivered() == []


@pytest.mark.database
def test_a_letter_whose_worker_was_killed_is_taken_up_again_as_often_as_others():
    account("maud-4821", ADDRESS)
    ask()
    lost = timezone.now() - mail.LOST_AFTER
    for number in range(1, 4):
        queued().update(status="RUNNING", started_at=lost + timedelta(seconds=9), worker_ids=["w"] * number)
        mail.take_up_lost()
        assert queued().get().status == "RUNNING"
        queued().update(started_at=lost)
        mail.take_up_lost()
    assert not queued().exists()


@pytest.mark.database
def test_a_killed_worker_s_letter_is_sent_by_the_next():
    account("maud-4821", ADDRESS)
    ask()
    queued().update(status="RUNNING", started_at=timezone.now() - timedelta(minutes=6), worker_ids=["w"])
    assert delivered() == []
    mail.take_up_lost()
    assert subjects(delivered()) == [(ADDRESS, "Choose a new password")]


@pytest.mark.database
def test_health_says_when_no_worker_comes_for_letters(client, settings):
    def state():
        return client.get("/health/ready/").json()["queue"]

    ask()
    assert state() == "ok"
    queued().update(enqueued_at=timezone.now() - timedelta(seconds=130))
    assert state() == "failing"
    queued().update(run_after=timezone.now() - timedelta(seconds=5))  # it was not to be tried again before
    assert state() == "ok"
    queued().update(run_after=timezone.now() - timedelta(seconds=130))
    assert state() == "failing"
    settings.MAIL_ENABLED = False
    assert state() == "ok"


@pytest.mark.database
def test_letters_that_no_worker_came_for_are_tidied_away():
    ask()
    now = timezone.now()
    assert mail.tidy_mail(now) == 0
    assert (mail.tidy_mail(now + timedelta(days=3), dry_run=True), queued().count()) == (1, 1)
    assert (mail.tidy_mail(now + timedelta(days=3)), queued().count()) == (1, 0)


def test_logs_do_not_hold_the_keys_of_links():
    account("maud-4821", ADDRESS)
    add(browser(User.objects.get()), "m@example.com")
    ask()
    for letter in delivered():
        path = link(letter)
        key = path.split("/")[-2]
        assert key not in redact(f"GET {path} 200")
        assert key not in redact(f"http://testserver{path}".replace("/", "%2F"))
    assert redact("/account/password/reset-sent/") == "/account/password/reset-sent/"


# --- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("", MailServer()),
        ("smtp://me:p%40ss%2F@mail.example.org", MailServer("mail.example.org", 587, "me", "p@ss/", False, True)),
        ("smtp://me%40x:pw@mail.example.org:2525", MailServer("mail.example.org", 2525, "me@x", "pw", False, True)),
        ("smtps://me:pw@mail.example.org", MailServer("mail.example.org", 465, "me", "pw", True, False)),
        ("smtp+plain://[::1]:1025/", MailServer("::1", 1025)),
        ("smtp+plain://localhost", MailServer("localhost", 25)),
    ],
)
def test_a_mail_server_is_one_address(url, server):
    assert environment.mail_server(url) == server


@pytest.mark.parametrize(
    "url",
    [
        "mail.example.org",
        "http://mail.example.org",
        "smtp://",
        "smtp://me:secret@",
        "smtp://me:secret@host:port",
        "smtp://me@host",
        "smtp://:secret@host",
        "smtp+plain://me:secret@host",
        "smtp://me:secret@host/folder",
        "smtp://me:secret/@host",
    ],
)
def test_an_address_that_is_none_stops_the_start_without_saying_the_password(url):
    with pytest.raises(ImproperlyConfigured, match=r"^MAIL_URL: ") as error:
        environment.mail_server(url)
    assert "secret" not in str(error.value)


def test_a_mail_server_needs_a_sender(monkeypatch):
    monkeypatch.delenv("MAIL_FROM", raising=False)
    assert environment.mail_sender("MAIL_FROM", needed=False) == ""
    with pytest.raises(ImproperlyConfigured, match="MAIL_URL needs MAIL_FROM too"):
        environment.mail_sender("MAIL_FROM", needed=True)
    for good in ("noreply@example.org", "Bivouac <noreply@example.org>"):
        monkeypatch.setenv("MAIL_FROM", good)
        assert environment.mail_sender("MAIL_FROM", needed=True) == good
    for bad in ("Bivouac", "noreply@", "a@b c@d", "Bivouac <x>"):
        monkeypatch.setenv("MAIL_FROM", bad)
        with pytest.raises(ImproperlyConfigured, match="MAIL_FROM"):
            environment.mail_sender("MAIL_FROM", needed=True)
