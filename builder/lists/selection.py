"""Several lists at once: how forms and addresses name them, and the way back to my lists."""

from collections.abc import Iterable, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from builder.lists.collection import Choice
from builder.lists.placing import granted_pks
from builder.web.forms import number_or_none

MOST_SELECTED = 200
MOST_COPIED = 20
MOST_PRINTED = 20  # in one file
BETWEEN = "-"  # the numbers of lists in an address


def parse_pks(text: str) -> list[int]:
    """The numbers of lists in a part of an address, such as "7-12-3"."""
    return distinct_pks(text.split(BETWEEN))


def format_pks(pks: Iterable[int]) -> str:
    return BETWEEN.join(map(str, pks))


def distinct_pks(words: Iterable[str]) -> list[int]:
    pks = [number for number in map(number_or_none, words) if number is not None]
    return list(dict.fromkeys(pks))[:MOST_SELECTED]


def selected(request: HttpRequest, deleted: bool = False) -> list[int]:
    """The lists that a form has ticked or its address names, in their order: those that this browser may edit."""
    ticked = distinct_pks(request.POST.getlist("list")) or parse_pks(request.GET.get("lists", ""))
    return granted_pks(request, ticked, deleted)


def back(request: HttpRequest, selected: Sequence[int] = ()) -> HttpResponse:
    """To my lists as they were shown: the forms of that page carry its choice in their address.

    selected -- what is ticked there
    """
    ticked = {"selected": format_pks(selected)} if selected else {}
    return redirect(reverse("my-lists") + Choice.read(request.GET).query(ticked))
