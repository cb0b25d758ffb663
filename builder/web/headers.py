"""Response headers that several occupations set."""

from typing import TypeVar

from django.http import HttpResponse

Response = TypeVar("Response", bound=HttpResponse)


def unlisted(response: Response) -> Response:
    """An answer behind a link that is passed on: no search engine keeps it."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
