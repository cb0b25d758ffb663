"""A form that is sent twice, by a double click or by going back, does once what it asks."""

import functools
import hashlib
import json
import time
import uuid
from urllib.parse import urlsplit

from django.core.cache import cache
from django.shortcuts import redirect

from builder.gatherings import permissions
from builder.lists import access

FIELD = "form_token"
KEPT = 86_400  # seconds for which the answer to a form is remembered
UNDER_WAY = 60  # seconds that a form has to be answered in
PATIENCE = 3  # seconds for which a second one waits for the answer to the first
GRANTS = (access.GRANTS, permissions.GRANTS)


def new_form_token():
    """What makes a form one of its kind: the value of its hidden field."""
    return uuid.uuid4().hex


def idempotent(view):
    """Lead who sends a form again, token and contents alike, to where the first time led, and do nothing else.

    Only a redirect counts, and none back to the form: what was refused may be sent again. What the first time
    granted the session is granted again, for a browser that sends twice drops the first answer and its cookies.
    """

    @functools.wraps(view)
    def idempotent_view(request, *args, **kwargs):
        key = key_of(request)
        if key is None:
            return view(request, *args, **kwargs)
        until = time.monotonic() + PATIENCE
        while not cache.add(key, {}, UNDER_WAY):
            if done := cache.get(key):
                return again(request, done)
            if time.monotonic() >= until:
                return redirect("gatherings")
            time.sleep(0.05)
        return first(request, key, lambda: view(request, *args, **kwargs))

    return idempotent_view


def key_of(request):
    """The name under which a form is remembered, or None where it is none or has no token."""
    if request.method != "POST" or not request.POST.get(FIELD):
        return None
    sent = sorted(pair for pair in request.POST.lists() if pair[0] != "csrfmiddlewaretoken")
    return "form:" + hashlib.sha256(json.dumps([request.path, sent]).encode()).hexdigest()


def first(request, key, act):
    """The answer of `act`, remembered where it leads elsewhere."""
    before, to = granted(request), ""
    try:
        response = act()
        to = response.get("Location", "")
        return response
    finally:
        if to and urlsplit(to).path != request.path:
            cache.set(key, {"to": to, "grants": added(before, granted(request))}, KEPT)
        else:
            cache.delete(key)


def again(request, done):
    for name, grants in done["grants"].items():
        request.session[name] = request.session.get(name, {}) | grants
    return redirect(done["to"])


def granted(request):
    return {name: dict(request.session.get(name, {})) for name in GRANTS}


def added(before, after):
    """The grants that are new, by their kind."""
    new = {name: {pk: now for pk, now in after[name].items() if before[name].get(pk) != now} for name in GRANTS}
    return {name: grants for name, grants in new.items() if grants}
