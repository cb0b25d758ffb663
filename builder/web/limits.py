"""How often one client may do a costly thing."""

import functools
import time

from django.conf import settings
from django.core.cache import cache

from builder.web import errors

SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}


def allowed(request, what):
    """Count this request under `what`; False where RATE_LIMITS says that it is one too many.

    Counts in fixed windows of the shared cache; a cache that fails lets the request through.
    """
    number, _slash, unit = settings.RATE_LIMITS[what].partition("/")
    seconds = SECONDS[unit]
    key = f"limit:{what}:{client(request)}:{int(time.time()) // seconds}"
    if cache.add(key, 1, seconds):
        return int(number) > 0
    try:
        return cache.incr(key) <= int(number)
    except ValueError:  # the window ended between the two
        return True


def client(request):
    """The address of a client; behind a proxy of ours the last one that it added."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def limited(what):
    """Answer POST requests beyond the limit `what` with 429."""

    def decorate(view):
        @functools.wraps(view)
        def limited_view(request, *args, **kwargs):
            if request.method == "POST" and not allowed(request, what):
                return errors.too_many_requests(request)
            return view(request, *args, **kwargs)

        return limited_view

    return decorate
