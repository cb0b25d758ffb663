"""Players with an account in one line: the user, a client that is signed in, what the account was granted."""

from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from builder.accounts.browsers import browser_of
from builder.models import RosterGrant


def account(name="Maud", number=4821):
    return User.objects.create_user(f"{name.lower()}-{number}", first_name=name)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def give(user, *rosters):
    """Let an account edit rosters, as its client is let that opens their secret links. Returns a signed-in client."""
    for roster in rosters:
        request = RequestFactory().get("/")
        request.user = user
        roster.refresh_from_db()
        browser_of(request).grant(RosterGrant, roster)
    return signed_in(user)
