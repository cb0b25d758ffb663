"""A form that is sent twice, by a double click or by going back, is carried out once."""

import functools
import hashlib
import json
import time
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from builder.accounts.browsers import browser_of

FIELD = "form_token"
MAX_AGE = 86_400  # seconds for which the answer to a form is remembered
LOCK_SECONDS = 60  # a form that is not answered within them may be sent again
MOST_WAIT = 3  # seconds for which a second submission waits for the answer to the first

View = Callable[..., HttpResponseBase]


def new_form_token() -> str:
    """The value of a form's hidden field, which no other form has."""
    return uuid.uuid4().hex


def idempotent(view: View) -> View:
    """Answer a form that is sent again, same token and contents, with the redirect of the first time, and do no more.

    Only a redirect to another page is remembered: a refused form may be sent again. The grants that the first
    submission added are added again, because a browser that sends twice drops the first answer with
    its cookies.
    """

    @functools.wraps(view)
    def idempotent_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = cache_key(request)
        if key is None:
            return view(request, *args, **kwargs)
        until = time.monotonic() + MOST_WAIT
        while not cache.add(key, {}, LOCK_SECONDS):
            if remembered := cache.get(key):
                return repeated_answer(request, remembered)
            if time.monotonic() >= until:
                return redirect("gatherings")
            time.sleep(0.05)
        return first_answer(request, key, lambda: view(request, *args, **kwargs))

    return idempotent_view


def cache_key(request: HttpRequest) -> str | None:
    """The cache key of a submitted form, or None for other requests and forms without a token."""
    if request.method != "POST" or not request.POST.get(FIELD):
        return None
    sent = sorted(pair for pair in request.POST.lists() if pair[0] != "csrfmiddlewaretoken")
    return "form:" + hashlib.sha256(json.dumps([request.path, sent]).encode()).hexdigest()


def first_answer(request: HttpRequest, key: str, run: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The answer of `run`, remembered if it redirects to another page."""
    location = ""
    try:
        response = run()
        location = response.get("Location", "")
        return response
    finally:
        if location and urlsplit(location).path != request.path:
            cache.set(key, {"to": location, "grants": browser_of(request).granted}, MAX_AGE)
        else:
            cache.delete(key)


def repeated_answer(request: HttpRequest, remembered: dict[str, Any]) -> HttpResponse:
    """The remembered redirect, for a browser that gets the remembered grants too."""
    browser_of(request).grant_again(remembered["grants"])
    return redirect(remembered["to"])
