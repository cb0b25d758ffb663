"""The error pages."""

import errno
import re
import sqlite3
import sys
from math import ceil
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import get_template
from django.template.response import TemplateResponse
from django.urls import get_script_prefix, reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.csrf import requires_csrf_token

from builder.web.keys import LinkReplaced
from builder.web.messages import Toast

RETRY_AFTER = 10  # seconds
SECRET_FIELD = re.compile(r"password|credential|(^|_)code")  # what no page repeats
UNWRITABLE = gettext_noop("We can’t save right now. Your lists are safe; try again later.")
UNREACHABLE = gettext_noop("The database isn’t answering. Your lists are safe; try again in a minute.")


def error_page(request: HttpRequest, status: int, **context: Any) -> HttpResponse:
    return render(request, f"errors/{status}.html", context, status=status)


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400, or 413 for a body that is too large."""
    return error_page(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    return error_page(request, 403)


@requires_csrf_token
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without the token of this browser, as after signing in or out in another tab.

    If the form is from this site, it is offered again with the new token, unless it holds a password or a code; for
    htmx a toast, which leaves the page as it is. A browser does not let other sites say that they are this one.
    """
    if getattr(request, "htmx", False):
        return render(request, "errors/_403_toast.html", status=403)
    ours = request.headers.get("Sec-Fetch-Site") == "same-origin"
    return error_page(request, 403, stale=ours, again=fields_again(request) if ours else [])


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404, or 410 for a link that was replaced. htmx, which would put the page into another, is sent to my lists."""
    response = error_page(request, 410 if isinstance(exception, LinkReplaced) else 404)
    if getattr(request, "htmx", False):
        response["HX-Redirect"] = reverse("my-lists")
    return response


def too_many_requests(request: HttpRequest, wait: float = 60.0) -> HttpResponse:
    """429, which says when it works again, `wait` seconds from now; for htmx a toast, which leaves the page as it is.

    The page has a form that sends again what was typed, unless that holds a password or a code. It is rendered after
    the view, which may be in a transaction.
    """
    context: dict[str, Any] = {"when": in_words(wait), "again": []}
    if getattr(request, "htmx", False):
        response = TemplateResponse(request, "errors/_429_toast.html", context, status=429)
    else:
        context["again"] = fields_again(request)
        response = TemplateResponse(request, "errors/429.html", context, status=429)
    response["Retry-After"] = str(ceil(wait))
    add_never_cache_headers(response)
    return response


def fields_again(request: HttpRequest) -> list[tuple[str, Any]]:
    """The fields of a form, to be sent again; none where one of them holds a secret."""
    if request.method != "POST" or any(SECRET_FIELD.search(name) for name in request.POST):
        return []
    return [(name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]


def in_words(wait: float) -> str:
    """A time from now, in seconds, as words: in 12 minutes. Rounded up."""
    seconds = max(ceil(wait), 1)
    if seconds <= 90:
        return ngettext("in %(n)s second", "in %(n)s seconds", seconds) % {"n": seconds}
    minutes = ceil(seconds / 60)
    if minutes <= 90:
        return ngettext("in %(n)s minute", "in %(n)s minutes", minutes) % {"n": minutes}
    hours = ceil(minutes / 60)
    return ngettext("in %(n)s hour", "in %(n)s hours", hours) % {"n": hours}


def server_error(request: HttpRequest) -> HttpResponse:
    """500, rendered without context processors and database, which may have failed."""
    failure = storage_failure(request, sys.exc_info()[1])
    if failure is not None:
        return failure
    context = {"sorry": _("Something broke"), "home": get_script_prefix(), "request": request}
    return HttpResponseServerError(get_template("errors/500.html").render(context))


def storage_failure(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """507 where the server cannot write, 503 where the database does not answer, None for any other error.

    htmx, which would put the page into another page, gets the sentence as a toast.
    """
    status = storage_status(error)
    if status is None:
        return None
    try:
        response = sorry(request, status)
    except Exception:  # the page needed what has failed
        return None
    if status == NO_ANSWER:
        response["Retry-After"] = RETRY_AFTER
    return response


def sorry(request: HttpRequest, status: int) -> HttpResponse:
    """The page of an error without a query: no message is taken from the session, nobody is asked for."""
    text = {NO_ANSWER: _(UNREACHABLE), CANNOT_WRITE: _(UNWRITABLE)}[status]
    if getattr(request, "htmx", False):
        return render(request, "errors/_toast.html", {"toasts": [Toast(text, error=True)]}, status=status)
    return error_page(request, status, text=text, toasts=[], user=None)


CANNOT_WRITE = 507
NO_ANSWER = 503

FULL_OR_READ_ONLY = {errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EFBIG}
SQLITE = {
    sqlite3.SQLITE_FULL: CANNOT_WRITE,
    sqlite3.SQLITE_READONLY: CANNOT_WRITE,
    sqlite3.SQLITE_IOERR: CANNOT_WRITE,
    sqlite3.SQLITE_CANTOPEN: CANNOT_WRITE,
    sqlite3.SQLITE_BUSY: NO_ANSWER,
    sqlite3.SQLITE_LOCKED: NO_ANSWER,
}
POSTGRES = {"53100": CANNOT_WRITE, "25006": CANNOT_WRITE}  # disk full, read-only transaction


def storage_status(error: BaseException | None) -> int | None:
    """The status of the answer to a request that failed with `error`; None where it has another reason."""
    if isinstance(error, OSError):
        return CANNOT_WRITE if error.errno in FULL_OR_READ_ONLY else None
    cause = getattr(error, "__cause__", None)
    if isinstance(cause, sqlite3.Error):
        return SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(cause, "sqlstate", None)
    if state in POSTGRES:
        return POSTGRES[state]
    return NO_ANSWER if isinstance(error, InterfaceError | OperationalError) else None
