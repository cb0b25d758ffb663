"""Response headers that several packages set."""

from typing import TypeVar

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
