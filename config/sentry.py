"""Reports of errors to Sentry, without keys, cookies, forms and addresses of clients."""

from importlib import import_module
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.logs import redact

INSTALL = ".venv/bin/pip install 'sentry-sdk~=2.0'"
LEFT_OUT = {"cookies", "data", "env", "headers", "query_string"}  # of the request


def start(dsn: str, **options: Any) -> None:
    """Report errors from now on. Raises `ImproperlyConfigured` where the package is missing or the address is bad."""
    try:
        sentry_sdk = import_module("sentry_sdk")
    except ModuleNotFoundError:
        raise ImproperlyConfigured(f"SENTRY_DSN is set, but sentry-sdk is missing: {INSTALL}") from None
    try:
        sentry_sdk.init(
            dsn=dsn,
            before_send=scrub,
            before_breadcrumb=lambda crumb, _hint: redacted(crumb),
            include_local_variables=False,  # they hold keys and lists
            max_request_body_size="never",
            **options,
        )
    except sentry_sdk.utils.BadDsn as error:
        raise ImproperlyConfigured(f"SENTRY_DSN: {error}") from None


def scrub(event: Any, _hint: Any = None) -> Any:
    """An event without what Sentry needs not know."""
    request = event.get("request", {})
    event["request"] = {name: value for name, value in request.items() if name not in LEFT_OUT}
    event.pop("user", None)
    return redacted(event)


def redacted(value: Any) -> Any:
    """A tree of values whose texts hold no key."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {key: redacted(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [redacted(inner) for inner in value]
    return value
