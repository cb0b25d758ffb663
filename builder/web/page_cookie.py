"""A short-lived cookie for one page only: what neither the session nor an address may contain."""

from typing import TypeVar

from django.conf import settings
from django.http import HttpResponse

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
