"""The secret key of a row that was made just now, shown once on the row's own page.

It travels in a short-lived cookie of that page alone, for neither the session nor an address may hold it.
"""

import re
from typing import TypeVar

from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from builder.web.keys import KEY_PATTERN

MAX_AGE = 600  # seconds within which the key is shown

Response = TypeVar("Response", bound=HttpResponse)


def cookie_name(row: Model) -> str:
    return f"key-{row.pk}"


def home(row: Model) -> str:
    """The address of a row's own page: its URL is named like its model."""
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
    """The key if it was made just now, else None."""
    key = request.COOKIES.get(cookie_name(row), "")
    return key if re.fullmatch(KEY_PATTERN, key) else None


def clear_key_cookie(response: Response, row: Model) -> Response:
    response.delete_cookie(cookie_name(row), path=home(row), samesite="Lax")
    return response
