"""Taking what a browser has along into the account that is signed in, where the player ticked it."""

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext

from builder.accounts.browsers import browser_of
from builder.accounts.handover import NOTHING, Contents, contents

FIELD = "along"
CHOSEN = "take_along"  # in the session, from the first form of signing in until it is done


def contents_of_browser(request: HttpRequest) -> Contents:
    """What this browser has by its own keys; a stranger costs no query."""
    browser = browser_of(request)
    return contents(browser.sees_by_keys()) if browser.hashes else NOTHING


def choose(request: HttpRequest) -> None:
    """Remember what the form says until somebody is signed in, be it a step later."""
    if FIELD in request.POST:
        request.session[CHOSEN] = True
    else:
        request.session.pop(CHOSEN, None)


def take_along_if_chosen(request: HttpRequest, account: User) -> None:
    """Take it along, as soon as the account can be signed in to again."""
    if request.session.get(CHOSEN) and can_sign_in(account):
        del request.session[CHOSEN]
        take_along(request)


def take_along(request: HttpRequest) -> None:
    taken = contents_of_browser(request)
    browser_of(request).take_along()
    if taken:
        text = gettext("Now in your account: {things}.").format(things=taken)
        messages.success(request, text, fail_silently=True)


def can_sign_in(account: User) -> bool:
    passkeys = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN)
    return account.has_usable_password() or passkeys.exists()
