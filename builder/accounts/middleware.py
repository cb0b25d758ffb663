"""Sends the cookies of a browser's keys."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from builder.accounts.browsers import RequestBrowser
from builder.accounts.cookies import SESSION

GetResponse = Callable[[HttpRequest], HttpResponse]


def browser_cookies(get_response: GetResponse) -> GetResponse:
    """Record that a browser used what it was granted, and send it its new or renewed keys.

    A request that asks for nothing granted costs no query and gets no cookie.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        drop_impossible_session(request)
        response = get_response(request)
        browser: RequestBrowser | None = getattr(request, "browser", None)
        if browser is None:
            return response
        browser.record_use()
        patch_vary_headers(response, ["Cookie"])
        if browser.to_set:
            patch_cache_control(response, private=True)
            browser.set_cookies(response)
        return response

    return respond


def drop_impossible_session(request: HttpRequest) -> None:
    """Django asks the database for any long session key, but PostgreSQL fails on NUL."""
    key = request.COOKIES.get(SESSION, "")
    if key and not (key.isascii() and key.isalnum()):
        del request.COOKIES[SESSION]
