"""The headers of the icons that browsers ask for at the root of the site: static/root/."""

from collections.abc import MutableMapping

WEEK = 7 * 24 * 60 * 60  # seconds
STATIC_PREFIX = "/static/"


def keep_icons(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    """What `WHITENOISE_ADD_HEADERS_FUNCTION` calls: files outside /static/, whose names say no version, stay a week."""
    if not url.startswith(STATIC_PREFIX):
        headers["Cache-Control"] = f"max-age={WEEK}, public"
