"""Whole pages that are kept by what they show."""

from collections.abc import Callable, Hashable
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string

from builder.web.fragment_cache import FILLED_IN_LATER, filled_in, fragment_cache


def kept_page(
    request: HttpRequest,
    template: str,
    key: Hashable,
    objects: tuple,
    make_context: Callable[[], dict[str, Any]],
    query: str = "",
) -> HttpResponse:
    """The page that `render` would make, or the kept one of the same visitor or strangers, address, key and objects.

    The tokens of its forms are filled in afterwards. A page with a message is not kept.

    key, objects -- all else that it reads, as in `FragmentCache.kept`
    query        -- of the address, where there is one: a stranger cannot fill the cache with pages of others
    """
    if request.META.get("QUERY_STRING", "") not in ("", query) or len(get_messages(request)):
        return render(request, template, make_context())

    def html() -> str:
        return render_to_string(template, make_context() | FILLED_IN_LATER, request)

    user = request.user
    visitor = (user.pk, user.first_name, user.username) if user.is_authenticated else None
    whole_key = template, request.build_absolute_uri(), visitor, key
    return HttpResponse(filled_in(fragment_cache.kept(whole_key, objects, html), get_token(request)))
