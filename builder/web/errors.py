"""Refusals and failures in the site's look."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponseServerError
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token


def page(request, status, **context):
    return render(request, f"errors/{status}.html", context, status=status)


@requires_csrf_token
def bad_request(request, exception=None):
    """A request that makes no sense, or that is larger than is read."""
    return page(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


@requires_csrf_token
def forbidden(request, exception=None, reason=""):
    return page(request, 403)


@requires_csrf_token
def not_found(request, exception=None):
    """A page that is not there, or not this browser's; htmx, in whose page it has no place, is sent to the lists."""
    response = page(request, 404)
    if getattr(request, "htmx", False):
        response["HX-Redirect"] = reverse("my-lists")
    return response


def too_many_requests(request):
    return page(request, 429)


def server_error(request):
    """Rendered without context processors and database, for either may be what failed."""
    return HttpResponseServerError(get_template("errors/500.html").render({"sorry": _("Something broke")}))
