"""The cookie that holds a browser's key. Each key's has a name of its own, so that two answers at once lose none."""

import re
import secrets
import time
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix

from builder.web.keys import KEY_PATTERN
from builder.web.page_cookie import Response, clear_page_cookie, set_page_cookie

MAX_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie for longer
NAME = "browser-"
SESSION = "sessionid"  # held the grants until release 1; its value is a key of the migrated ones
MOST_KEYS = 30  # that a request may present


def prefix() -> str:
    """Makes browsers refuse the cookie from other hosts and from plain HTTP."""
    if not settings.SESSION_COOKIE_SECURE:
        return ""
    return "__Host-" if get_script_prefix() == "/" else "__Secure-"


def new_cookie_name() -> str:
    """The name of the cookie of a key made now: names sort by time, and no two are the same."""
    return f"{prefix()}{NAME}{time.time_ns() // 1_000_000:012x}{secrets.token_hex(2)}"


def key_cookies(request: HttpRequest) -> dict[str, str]:
    """The keys that a request presents, by the names of their cookies, oldest first.

    Where there is none, those that it got over plain HTTP or with a session of release 1.
    """
    cookies = {name: key for name, key in sorted(request.COOKIES.items()) if re.fullmatch(KEY_PATTERN, key)}
    own = matching(cookies, f"{prefix()}{NAME}[0-9a-f]{{16}}")
    return own or matching(cookies, f"{NAME}[0-9a-f]{{16}}|{SESSION}")


def matching(cookies: dict[str, str], pattern: str) -> dict[str, str]:
    names = [name for name in cookies if re.fullmatch(pattern, name)]
    return {name: cookies[name] for name in names[-MOST_KEYS:]}


def is_current(name: str) -> bool:
    """Whether a cookie has the name that it would get now."""
    return name.startswith(f"{prefix()}{NAME}")


def is_safe(name: str) -> bool:
    """Whether a browser takes a cookie of this name from this site alone, so that nobody can plant one."""
    return name.startswith("__Host-")


def set_cookie(response: Response, name: str, key: str) -> Response:
    return set_page_cookie(response, name, key, get_script_prefix(), MAX_AGE)


def delete_cookies(response: Response, names: Iterable[str]) -> Response:
    for name in names:
        clear_page_cookie(response, name, get_script_prefix())
    return response
