"""What every page may read: the toasts of what was done before it."""

from django.contrib import messages
from django.http import HttpRequest

from builder.web.messages import toast_of


def toasts(request: HttpRequest) -> dict:
    """The waiting messages as `Toast`s, taken when a page shows them."""
    return {"toasts": lambda: [toast_of(one) for one in messages.get_messages(request)]}
