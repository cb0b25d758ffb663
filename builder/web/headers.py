"""Response headers that several packages set."""

from typing import TypeVar

from django.http import HttpResponse

Response = TypeVar("Response", bound=HttpResponse)


def unlisted(response: Response) -> Response:
    """Keep search engines from listing a page behind a share link."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
