"""A form that is sent twice, by a double click or by going back, is carried out once."""

import functools
import hashlib
import json
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from builder.accounts.browsers import browser_of
from builder.accounts.models import FormAnswer

FIELD = "form_token"
REMEMBERED = timedelta(days=1)
DOUBLE_CLICK = timedelta(seconds=30)  # for a button that makes another copy each time it is meant

View = Callable[..., HttpResponseBase]


def new_form_token() -> str:
    """The value of a form's hidden field, which no other form has."""
    return uuid.uuid4().hex


def idempotent(remembered: timedelta = REMEMBERED) -> Callable[[View], View]:
    """A view decorator: a form sent again, same token and contents, is answered with the redirect of the first time.

    What the form does and the row that remembers it are stored in one transaction: a second submission waits for the
    first by the lock on that row, and what fails halfway can be sent again. Only a redirect to another page is
    remembered. The grants of the first answer are given again, because a browser that sends twice drops that answer
    with its cookies.

    A view that shows a refused form again answers with a `TemplateResponse`: it is rendered after the transaction,
    which keeps every other writer of SQLite waiting.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def idempotent_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            key = form_key(request)
            if key is None:
                return view(request, *args, **kwargs)
            with transaction.atomic():
                answer, first = remembered_answer(key, remembered)
                if not first:
                    return repeated_answer(request, answer)
                return first_answer(request, answer, lambda: view(request, *args, **kwargs))

        return idempotent_view

    return decorate


def form_key(request: HttpRequest) -> str | None:
    """What identifies a submitted form, or None for other requests and forms without a token.

    Who is signed in is part of it: what was granted to an account is not given again to whoever sits there after it.
    """
    if request.method != "POST" or not request.POST.get(FIELD):
        return None
    sent = sorted(pair for pair in request.POST.lists() if pair[0] != "csrfmiddlewaretoken")
    who = browser_of(request).account
    return hashlib.sha256(json.dumps([request.get_full_path(), who, sent]).encode()).hexdigest()


def remembered_answer(key: str, remembered: timedelta) -> tuple[FormAnswer, bool]:
    """(the row of a form, whether it is new). Waits while another request is answering the same form."""
    now = timezone.now()
    FormAnswer.objects.filter(key=key, made__lt=now - remembered).delete()
    return FormAnswer.objects.get_or_create(key=key, defaults={"made": now})


def first_answer(request: HttpRequest, answer: FormAnswer, run: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The answer of `run`, remembered if it redirects to another page."""
    response = run()
    location = response.get("Location", "")
    if location and urlsplit(location).path != request.path:
        answer.to, answer.grants = location, browser_of(request).granted
        answer.save()
    else:
        answer.delete()
    return response


def repeated_answer(request: HttpRequest, answer: FormAnswer) -> HttpResponse:
    """The remembered redirect, for a browser that gets the remembered grants too."""
    browser_of(request).grant_again(answer.grants)
    return redirect(answer.to)


def tidy_form_answers(now: datetime, dry_run: bool = False) -> int:
    """Forget the answers that are too old to be given again. Returns how many."""
    rows = FormAnswer.objects.filter(made__lt=now - REMEMBERED)
    return rows.count() if dry_run else rows.delete()[0]
