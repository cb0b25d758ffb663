"""Taking the lists of a browser along into the account that is signed in, where the player ticked it."""

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import ngettext

from builder.accounts.browsers import browser_of, opening

FIELD = "along"
CHOSEN = "take_along"  # in the session, from the first form of signing in until it is done


def lists_of_browser(request: HttpRequest) -> int:
    """How many lists this browser has by its own keys, counted by one query; a stranger costs none."""
    browser = browser_of(request)
    if not browser.hashes:
        return 0
    there = opening(apps.get_model("builder.RosterGrant"), browser.sees_by_keys())
    return there.values("roster").distinct().count()


def choose(request: HttpRequest) -> None:
    """Remember what the form says until somebody is signed in, be it a step later."""
    if FIELD in request.POST:
        request.session[CHOSEN] = True
    else:
        request.session.pop(CHOSEN, None)


def take_along_if_chosen(request: HttpRequest, account: User) -> None:
    """Take the lists along, as soon as the account can be signed in to again."""
    if request.session.get(CHOSEN) and can_sign_in(account):
        del request.session[CHOSEN]
        take_along(request)


def take_along(request: HttpRequest) -> None:
    number = lists_of_browser(request)
    browser_of(request).take_along()
    if number:
        text = ngettext("%(n)s list is now in your account.", "%(n)s lists are now in your account.", number)
        messages.success(request, text % {"n": number}, fail_silently=True)


def can_sign_in(account: User) -> bool:
    passkeys = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN)
    return account.has_usable_password() or passkeys.exists()
