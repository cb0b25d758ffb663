"""Which answers the service worker (static/worker.js) may keep, so that they open without reception."""

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

KEPT = "X-Kept"  # of such an answer: the names of `opens_offline`; "-" where there are none
HTML = "text/html"

View = Callable[..., HttpResponseBase]


def opens_offline(*names: str) -> Callable[[View], View]:
    """A view decorator: the worker keeps the view's answers, `no-store` or not, for that speaks to caches of others.

    names -- of fields in the query that leave a page the same page; with any other it is not kept. A file is kept
             with its whole query
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def kept_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return kept_offline(request, view(request, *args, **kwargs), *names)

        return kept_view

    return decorate


def kept_offline(request: HttpRequest, response: HttpResponseBase, *names: str) -> HttpResponseBase:
    """As `opens_offline`, of one answer."""
    is_page = response.get("Content-Type", "").startswith(HTML)
    if response.status_code == 200 and (not is_page or request.GET.keys() <= set(names)):
        response[KEPT] = " ".join(names) or "-"
    return response
