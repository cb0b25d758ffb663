"""What views read from a request: whole numbers, and what a form is bound to."""

from django.http import HttpRequest, QueryDict


def number_or_none(word: str | None) -> int | None:
    """A whole number from 0 to 999,999,999; None for anything else."""
    return int(word) if word and word.isascii() and word.isdigit() and len(word) < 10 else None


def form_data(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: even an empty POST is one."""
    return request.POST if request.method == "POST" else None


def submitted_revision(request: HttpRequest) -> int:
    """The state that a form was filled in for; 0, which no row is in, where it names none."""
    return number_or_none(request.POST.get("revision")) or 0
