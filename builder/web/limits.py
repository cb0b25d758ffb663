"""Rate limits of costly requests per client."""

import functools
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from builder.web import errors

View = Callable[..., HttpResponseBase]

SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}


def allowed(request: HttpRequest, limit: str) -> bool:
    """Count this request; False if it is above the limit, a key of RATE_LIMITS.

    Requests are counted in fixed windows in the shared cache. If the cache fails the request is allowed.
    """
    number, _slash, unit = settings.RATE_LIMITS[limit].partition("/")
    seconds = SECONDS[unit]
    key = f"limit:{limit}:{client(request)}:{int(time.time()) // seconds}"
    if cache.add(key, 1, seconds):
        return int(number) > 0
    try:
        return cache.incr(key) <= int(number)
    except ValueError:  # the window ended between the two
        return True


def client(request: HttpRequest) -> str:
    """The address of the client; behind our own proxy the last one in X-Forwarded-For."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def limited(limit: str) -> Callable[[View], View]:
    """A view decorator that answers POST requests above the limit with 429."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def limited_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method == "POST" and not allowed(request, limit):
                return errors.too_many_requests(request)
            return view(request, *args, **kwargs)

        return limited_view

    return decorate
