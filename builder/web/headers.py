"""Headers that several packages set or read."""

from typing import TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Response = TypeVar("Response", bound=HttpResponseBase)


def cleared(response: Response) -> Response:
    """Have a browser forget what pages stored in it, and the copies of pages that open without reception."""
    response["Clear-Site-Data"] = '"cache", "storage"'
    return response


def unlisted(response: Response) -> Response:
    """Keep search engines from listing a page behind a share link."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def is_from_other_site(request: HttpRequest) -> bool:
    """Whether a browser says that another site's form or script sent what may write."""
    sent = request.method not in ("GET", "HEAD", "OPTIONS", "TRACE")
    return sent and request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")
