"""Which state of a list a request is about: the latest, or a numbered one."""

from django.http import Http404, HttpRequest

from builder.lists.history import load_revision, load_roster
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.web.forms import number_or_none


def requested_state(request: HttpRequest, roster: Roster) -> tuple[LoadedRoster, int]:
    """The state that is asked for, and its number: the latest, or `?revision=N`, or 404."""
    word = request.GET.get("revision")
    if not word:
        return load_roster(roster), roster.revision
    number = number_or_none(word)
    loaded = None if number is None else load_revision(roster, number)
    if number is None or loaded is None:
        raise Http404
    return loaded, number
