"""Sends the cookies of a browser's keys, and keeps sessions in use alive."""

from collections.abc import Callable
from contextlib import suppress

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.crypto import salted_hmac

from builder.accounts.browsers import RequestBrowser
from builder.accounts.cookies import SESSION, key_cookies
from builder.web.offline import HTML, KEPT

READER = "X-Reader"  # of a page: whose it is, for the service worker, which keeps nobody else's pages
LAST_DAY = "last_day"  # of the session's use, among its values

GetResponse = Callable[[HttpRequest], HttpResponse]


def browser_cookies(get_response: GetResponse) -> GetResponse:
    """Record that a browser used what it was granted, and send it its new or renewed keys.

    A request that asks for nothing granted costs no query and gets no cookie.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        drop_impossible_sessions(request)
        response = get_response(request)
        if KEPT in response or response.get("Content-Type", "").startswith(HTML):
            response[READER] = reader(request)
        browser: RequestBrowser | None = getattr(request, "browser", None)
        if browser is None:
            return response
        browser.record_use()
        patch_vary_headers(response, ["Cookie"])
        if browser.to_set or browser.to_delete:
            patch_cache_control(response, private=True)
            browser.set_cookies(response)
        return response

    return respond


def reader(request: HttpRequest) -> str:
    """Stands for the session of a request and its oldest key: another where somebody signs in or out, or a key ends.

    A further key, which comes with what is granted below a path, changes nothing.
    """
    keys = [request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""), *list(key_cookies(request).values())[:1]]
    return salted_hmac(READER, " ".join(keys)).hexdigest()[:16]


def drop_impossible_sessions(request: HttpRequest) -> None:
    """Django asks the database for any long session key, but PostgreSQL fails on NUL."""
    for name in (SESSION, settings.SESSION_COOKIE_NAME):
        key = request.COOKIES.get(name, "")
        if key and not (key.isascii() and key.isalnum()):
            del request.COOKIES[name]


def renew_sessions(get_response: GetResponse) -> GetResponse:
    """Note once a day that a session is in use, which makes it and its cookie last longer.

    A request without a session costs nothing. What cannot be written now waits for the next request.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            with suppress(DatabaseError):
                renew(request)
        return response

    return respond


def renew(request: HttpRequest) -> None:
    now = timezone.now()
    today = timezone.localdate(now).isoformat()
    session = request.session
    if not request.user.is_authenticated or session.get(LAST_DAY) == today:
        return
    with transaction.atomic():
        UserSession.objects.filter(session_key=session.session_key).update(last_seen_at=now)
    session[LAST_DAY] = today
