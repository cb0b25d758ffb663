"""Template context of every page: the waiting toasts."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest

from builder.web.messages import Toast, toast_of


def toasts(request: HttpRequest) -> dict[str, Callable[[], list[Toast]]]:
    """The waiting messages as `Toast`s; they are removed from the session when a template reads them."""
    return {"toasts": lambda: [toast_of(message) for message in messages.get_messages(request)]}
