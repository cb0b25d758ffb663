"""The error pages."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import gettext as _
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


def too_many_requests(request: HttpRequest) -> HttpResponse:
    return page(request, 429)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, rendered without context processors and database, which may have failed."""
    return HttpResponseServerError(
        get_template("errors/500.html").render({"sorry": _("Something broke"), "request": request})
    )
