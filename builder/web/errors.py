"""The error pages."""

from math import ceil
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import requires_csrf_token


def page(request: HttpRequest, status: int, **context: Any) -> HttpResponse:
    return render(request, f"errors/{status}.html", context, status=status)


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400, or 413 for a body that is too large."""
    return page(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    return page(request, 403)


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404. htmx, which would put the error page into another page, is redirected to my lists."""
    response = page(request, 404)
    if getattr(request, "htmx", False):
        response["HX-Redirect"] = reverse("my-lists")
    return response


def too_many_requests(request: HttpRequest, wait: float = 60.0) -> HttpResponse:
    """429, which says when it works again, `wait` seconds from now; for htmx a toast, which leaves the page as it is.

    The page has a form that sends again what was typed, unless that holds a password.
    """
    context: dict[str, Any] = {"when": in_words(wait), "again": []}
    if getattr(request, "htmx", False):
        response = render(request, "errors/_429_toast.html", context, status=429)
    else:
        if request.method == "POST" and "password" not in request.POST:
            context["again"] = [one for one in request.POST.lists() if one[0] != "csrfmiddlewaretoken"]
        response = page(request, 429, **context)
    response["Retry-After"] = str(ceil(wait))
    add_never_cache_headers(response)
    return response


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
    return HttpResponseServerError(get_template("errors/500.html").render({"sorry": _("Something broke")}))
