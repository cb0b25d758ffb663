"""Reading forms from a request."""

from django.http import HttpRequest, QueryDict


def number_or_none(text: str | None) -> int | None:
    """A whole number from 0 to 999,999,999; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def form_data(request: HttpRequest) -> QueryDict | None:
    """The data that a form is bound to: a POST, even an empty one; else None."""
    return request.POST if request.method == "POST" else None


def submitted_revision(request: HttpRequest) -> int:
    """The revision of the row that a form was filled in for; 0, which no row has, if it is missing."""
    return number_or_none(request.POST.get("revision")) or 0
