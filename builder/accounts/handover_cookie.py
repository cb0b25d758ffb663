"""Which code for another device a browser made last.

The hash of its key is in a short-lived cookie for the page that made it only.
"""

import re
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from builder.accounts.handover import VALID
from builder.accounts.models import Handover
from builder.web.page_cookie import set_page_cookie

NAME = "handover"

Response = TypeVar("Response", bound=HttpResponse)


def set_handover_cookie(response: Response, handover: Handover) -> Response:
    return set_page_cookie(response, NAME, handover.key_hash, reverse("handover"), int(VALID.total_seconds()))


def made_hash(request: HttpRequest) -> str:
    """The hash of the key that this browser made last; "" where it made none lately."""
    value = request.COOKIES.get(NAME, "")
    return value if re.fullmatch("[0-9a-f]{64}", value) else ""


def made_handover(request: HttpRequest) -> Handover | None:
    """The handover that this browser made last, also one that was taken or is over."""
    made = made_hash(request)
    return Handover.objects.filter(key_hash=made).first() if made else None
