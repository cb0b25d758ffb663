"""Players with accounts: signing up and in as the pages do, codes of an app, lists of a browser."""

from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import User
from django.test import Client

from builder.accounts.recovery import renew_codes
from builder.models import RosterGrant
from tests import make
from tests.builder import gathered

PASSWORD = "sept chevaux dans la brume"
SECRET = "JBSWY3DPEHPK3PXP"
MAUD = "maud-4821"


def account(user_name=MAUD, password=PASSWORD, name="Maud", **values):
    return User.objects.create_user(user_name, password=password, first_name=name, **values)


def sign_up(client, name="Maud", password=PASSWORD, **fields):
    """Both steps; returns the last answer, or the page of the second step where `name` is refused."""
    page = client.get("/account/signup/", {"name": name} | fields)
    if "ticket" not in page.context:
        return page
    return client.post("/account/signup/", {"ticket": page.context["ticket"], "password": password} | fields)


def sign_in(client, login=MAUD, password=PASSWORD, to="/account/login/", **fields):
    return client.post(to, {"login": login, "password": password} | fields)


def member(**values):
    """A client in which a new account is signed in by its page."""
    made = account(**values)
    client = Client()
    assert sign_in(client, made.username).status_code == 302
    return client


def confirm(client, password=PASSWORD):
    """Let a client say its password again, so that sensitive changes are made."""
    assert client.post("/account/reauthenticate/", {"password": password}).status_code == 302


def with_app(owner):
    totp.TOTP.activate(owner, SECRET)
    return owner


def code(steps=0):
    """What the app shows now, or so many steps of half a minute later."""
    now = list(totp.yield_hotp_counters_from_time())[1]
    return totp.format_hotp_value(totp.hotp_value(SECRET, now + steps))


def codes_of(owner):
    return renew_codes(owner)


def list_in(client, name="Mira"):
    """A list that the browser of this client may edit."""
    row = gathered.roster(name)
    make.grant(client, row)
    return row


def owners(row):
    """The user names that may edit a list; None stands for a browser, whose replaced keys do not count."""
    grants = RosterGrant.objects.filter(roster=row, browser__replaced_by=None)
    return sorted(grants.values_list("account__username", flat=True), key=str)
