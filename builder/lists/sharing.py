"""What others see of a list behind its share link: the present state, and earlier ones that were printed or shared."""

from collections.abc import Mapping
from functools import reduce
from operator import or_

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest

from builder.lists.access import may_edit, requested_state
from builder.lists.history import load_revision, load_roster
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision, Roster
from builder.web.forms import number_or_none
from builder.web.keys import renew_key


def shared_states(roster: Roster) -> QuerySet[Revision]:
    """The states that others see beside the present one, newest first, without their documents."""
    states = Revision.objects.filter(roster=roster, shared=True).exclude(number=roster.revision)
    return states.defer("content").order_by("-number")


def is_shared(roster: Roster, number: int) -> bool:
    return Revision.objects.filter(roster=roster, number=number, shared=True).exists()


def share_state(roster: Roster, number: int) -> None:
    """Let others see a state for as long as the share link holds."""
    Revision.objects.filter(roster=roster, number=number, shared=False).update(shared=True)


def share_printed_states(numbers: Mapping[int, int]) -> None:
    """As `share_state`, for states that are printed, {pk of the list: number}: paper shows number and link.

    They print all the same where nothing can be written.
    """
    which = reduce(or_, (Q(roster=pk, number=number) for pk, number in numbers.items()))
    state = Revision.objects.filter(which, shared=False)
    try:
        if state.exists():
            with transaction.atomic():
                state.update(shared=True)
    except DatabaseError:
        pass


def hide_state(roster: Roster, number: int | None = None) -> None:
    """Let others see a state no more; None for all of them. The present one is always visible."""
    states = Revision.objects.filter(roster=roster, shared=True)
    (states if number is None else states.filter(number=number)).update(shared=False)


@transaction.atomic
def renew_share_key(roster: Roster, keep_states: bool = False) -> None:
    """A new share link; the old one leads nowhere.

    Shared states end with it, unless they are kept, and so does what shows how the list fared.
    """
    renew_key(roster, "share_key", career_shared=roster.career_shared and keep_states)
    if not keep_states:
        hide_state(roster)


def visible_to_all(request: HttpRequest, roster: Roster) -> bool:
    """Whether everybody with the share link may see the state that is asked for; False if only this browser may.

    Raises 404 where not even this browser may.
    """
    number = number_or_none(request.GET.get("revision"))
    if number is None or number == roster.revision:
        return True
    if is_shared(roster, number):
        return True
    if may_edit(request, roster):
        return False
    raise Http404


def visible_state(request: HttpRequest, roster: Roster) -> tuple[LoadedRoster, int]:
    """As `requested_state`, for who has the share link."""
    visible_to_all(request, roster)
    return requested_state(request, roster)


def state_for_all(roster: Roster, number: int | None) -> LoadedRoster:
    """What everybody with the share link sees: the present state (None, or its number), or a shared one; else 404."""
    if number is None or number == roster.revision:
        return load_roster(roster)
    loaded = load_revision(roster, number) if is_shared(roster, number) else None
    if loaded is None:
        raise Http404
    return loaded
