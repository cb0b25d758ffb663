"""A short-lived cookie for one page only: what neither the session nor an address may contain, such as a new key."""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from builder.web.keys import KEY_PATTERN

MAX_AGE = 600  # seconds

Response = TypeVar("Response", bound=HttpResponse)


def set_page_cookie(response: Response, name: str, value: str, path: str, max_age: int = MAX_AGE) -> Response:
    """Send a value to the page at `path` and those below it; no script reads it. max_age -- in seconds"""
    response.set_cookie(
        name,
        value,
        max_age=max_age,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def clear_page_cookie(response: Response, name: str, path: str) -> Response:
    response.delete_cookie(name, path=path, samesite="Lax")
    return response


# --- the secret key of a new row --------------------------------------------------------------------------------------

SHOWN = timedelta(days=1)  # on the pages of the row, until the player has noted it


def cookie_name(row: Model) -> str:
    return f"key-{row.pk}"


def home(row: Model) -> str:
    """The address of a row's page, whose URL has the name of the model."""
    return reverse(str(row._meta.model_name), args=[row.pk])


def set_key_cookie(response: Response, row: Model, key: str) -> Response:
    return set_page_cookie(response, cookie_name(row), key, home(row), int(SHOWN.total_seconds()))


def new_key_of(request: HttpRequest, row: Model) -> str | None:
    """The key from the cookie, or None."""
    key = request.COOKIES.get(cookie_name(row), "")
    return key if re.fullmatch(KEY_PATTERN, key) else None


def key_noted(request: HttpRequest, row: Model) -> HttpResponse:
    """The player has the key: it is shown no more. Back to the page of the row that the form was on."""
    back = request.POST.get("next", "")
    return clear_key_cookies(redirect(back if back.startswith(home(row)) else home(row)), [row])


def clear_key_cookies(response: Response, rows: Iterable[Model]) -> Response:
    for row in rows:
        clear_page_cookie(response, cookie_name(row), home(row))
    return response
