"""What happens when somebody signs in, gets a way to sign in, or changes the password."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from builder.accounts.browsers import browser_of
from builder.accounts.models import AccountToken
from builder.accounts.take_along import take_along_if_chosen


@receiver([user_logged_in, authenticator_added, password_set])
def take_along(request: HttpRequest, user: User, **_more: Any) -> None:
    take_along_if_chosen(request, user)


@receiver([user_logged_in, user_logged_out])
def renew_key(request: HttpRequest | None, **_more: Any) -> None:
    """Whoever has a copy of the browser's cookie from before is left without it."""
    if request is not None:
        browser_of(request).renew()


@receiver(authenticator_added)
def use_up_first_code(authenticator: Authenticator, **_more: Any) -> None:
    """The code that turned an app on signs nobody in; the next one does."""
    if authenticator.type == Authenticator.Type.TOTP:
        _before, now, _after = totp.yield_hotp_counters_from_time()
        authenticator.data["last_step"] = now
        authenticator.save(update_fields=["data"])


@receiver(user_logged_in)
def keep_for_long(request: HttpRequest, **_more: Any) -> None:
    """The session was to last for some minutes while a second step was waited for."""
    if "_session_expiry" in request.session:
        request.session.set_expiry(None)


@receiver([password_changed, password_set, password_reset])
def end_others(request: HttpRequest, user: User, **_more: Any) -> None:
    end_access(user, but=request.session.session_key)


def end_access(account: User, but: str | None = None) -> None:
    """End the sessions of an account and its tokens for other programs. but -- as `end_sessions`"""
    end_sessions(account, but)
    AccountToken.objects.filter(account=account).delete()


@transaction.atomic
def end_sessions(account: User, but: str | None = None) -> None:
    """End the sessions of an account, at once. but -- the key of one that goes on"""
    rows = UserSession.objects.filter(user=account).exclude(session_key=but or "")
    Session.objects.filter(session_key__in=list(rows.values_list("session_key", flat=True))).delete()
    rows.delete()
