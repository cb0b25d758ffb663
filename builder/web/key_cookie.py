"""The secret key of a new row, shown once on the row's page.

It is passed in a short-lived cookie for that page only, because neither the session nor an address may contain it.
"""

import re
from typing import TypeVar

from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from builder.web.keys import KEY_PATTERN

MAX_AGE = 600  # seconds

Response = TypeVar("Response", bound=HttpResponse)


def cookie_name(row: Model) -> str:
    return f"key-{row.pk}"


def home(row: Model) -> str:
    """The address of a row's page, whose URL has the name of the model."""
    return reverse(str(row._meta.model_name), args=[row.pk])


def set_key_cookie(response: Response, row: Model, key: str) -> Response:
    response.set_cookie(
        cookie_name(row),
        key,
        max_age=MAX_AGE,
        path=home(row),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def new_key_of(request: HttpRequest, row: Model) -> str | None:
    """The key from the cookie, or None."""
    key = request.COOKIES.get(cookie_name(row), "")
    return key if re.fullmatch(KEY_PATTERN, key) else None


def clear_key_cookie(response: Response, row: Model) -> Response:
    response.delete_cookie(cookie_name(row), path=home(row), samesite="Lax")
    return response
