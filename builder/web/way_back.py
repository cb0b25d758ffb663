"""From which invitation somebody came to build a list: in the address, then in a cookie of the list's pages."""

import re

from django.http import HttpRequest

from builder.web.keys import KEY_PATTERN
from builder.web.page_cookie import Response, set_page_cookie

BACK = "back"  # of the field and of the cookie
SHOWN = 24 * 3600  # seconds
INVITATION = re.compile(rf"/[a-z]/{KEY_PATTERN}/").fullmatch


def asked_back(request: HttpRequest) -> str:
    """The address of the invitation that this page's address names, or ""."""
    return invitation(request.GET.get(BACK, ""))


def kept_back(request: HttpRequest) -> str:
    """The same as this page's cookie says it."""
    return invitation(request.COOKIES.get(BACK, ""))


def invitation(address: str) -> str:
    return address if INVITATION(address) else ""


def keep_way_back(request: HttpRequest, response: Response, page: str) -> Response:
    """Let the page at `page` lead back to the invitation, if there is one."""
    back = asked_back(request)
    return set_page_cookie(response, BACK, back, page, SHOWN) if back else response
