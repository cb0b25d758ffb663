"""Who may see and who may edit a list: the grants of a browser, one lookup for each kind of link, and which state a
link shows.
"""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet
from django.dispatch import Signal
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from builder.accounts.browsers import browser_of
from builder.accounts.limits import require_allowed
from builder.accounts.models import Grant
from builder.lists.history import load_revision, load_roster
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster, RosterGrant
from builder.lists.spec import LISTS
from builder.web.forms import number_or_none
from builder.web.keys import renew_secret_key, row_of_key
from builder.web.page_cookie import home, new_key_of, set_key_cookie

MOST_OTHERS = 20  # lists from which units are copied
edit_key_renewed = Signal()  # sent with `roster`, in the transaction that ended all other grants


def grant(request: HttpRequest, roster: Roster) -> None:
    """Let this browser edit a roster for as long as the roster's present edit key holds."""
    browser_of(request).grant(RosterGrant, roster)


def may_edit(request: HttpRequest, roster: Roster) -> bool:
    """Whether this browser may edit a roster."""
    return browser_of(request).grants(RosterGrant, roster=roster).exists()


def granted_roster(
    request: HttpRequest, pk: int, deleted: bool = False, rosters: Callable[[], QuerySet[Roster]] = Roster.objects.all
) -> Roster:
    """The roster that this browser may edit, or 404: a stranger learns not even that it exists.

    `rosters` gives the queryset to look in, for a view that does not read every column; it is the same at each call.
    """
    roster = browser_of(request).opened_one(by_pk, pk, rosters, deleted)
    if roster is None:
        raise Http404
    return roster


def by_pk(pk: int, rosters: Callable[[], QuerySet[Roster]], deleted: bool) -> QuerySet[Roster]:
    return rosters().filter(pk=pk, deleted__isnull=not deleted)


def open_secret_link(request: HttpRequest, model: type[Grant], row: Model) -> HttpResponse:
    """Grant this browser what a secret link leads to, and go on to an address without the key."""
    browser = browser_of(request)
    if request.method == "GET" and not browser.grants(model, **{model.TARGET: row}).exists():
        require_allowed(request, "grant")
        browser.grant(model, row)
    return redirect(home(row))


def roster_of_edit_key(key: str) -> Roster:
    """The roster of a secret edit link, or 404; 410 where the link was replaced."""
    return row_of_key(Roster.objects.filter(deleted__isnull=True), "edit_key_hash", key)


def shared_roster(key: str, rosters: QuerySet[Roster] | None = None) -> Roster:
    """The roster of a share link, or 404; 410 where it was replaced. `rosters` as in `granted_roster`."""
    rosters = Roster.objects.all() if rosters is None else rosters
    return row_of_key(rosters.filter(deleted__isnull=True), "share_key", key)


def my_rosters(request: HttpRequest, deleted: bool = False) -> list[Roster]:
    """The rosters of this browser, or those it removed, newest first; grants that a new edit key ended are left out."""
    return browser_of(request).opened(Roster.objects.filter(deleted__isnull=not deleted).defer("document"))


def other_documents(request: HttpRequest, roster: Roster) -> list[Any]:
    """The documents of this browser's other lists of the game, newest first, where the game copies units from them."""
    if LISTS[roster.game].library is None:
        return []
    others = Roster.objects.filter(game=roster.game, deleted__isnull=True).exclude(pk=roster.pk)
    return [load_roster(other).document for other in browser_of(request).opened(others)[:MOST_OTHERS]]


@transaction.atomic
def renew_edit_key(request: HttpRequest, roster: Roster) -> str:
    """A new edit key for a roster; the old one and all other grants end. Returns the key, which is stored nowhere."""
    key = renew_secret_key(roster, "edit_key_hash")
    browser_of(request).keep(RosterGrant, roster)
    edit_key_renewed.send(Roster, roster=roster)
    return key


def share_link(request: HttpRequest, roster: Roster) -> str:
    return request.build_absolute_uri(reverse("shared", args=[roster.share_key]))


def new_edit_link(request: HttpRequest, roster: Roster) -> str | None:
    """The address of the edit link if it was made just now, else None."""
    key = new_key_of(request, roster)
    return request.build_absolute_uri(reverse("edit-link", args=[key])) if key else None


def grant_and_open(request: HttpRequest, roster: Roster, key: str, unit: int | None = None) -> HttpResponse:
    """Grant this browser a new list and go to its editor, which shows the edit link once.

    unit -- the index of the unit that is open there; None: an only one is
    """
    grant(request, roster)
    opened = f"?unit={unit}#unit-{unit}" if unit is not None else "?unit=0" if roster.units == 1 else ""
    return set_key_cookie(redirect(home(roster) + opened), roster, key)


def requested_state(request: HttpRequest, roster: Roster) -> tuple[LoadedRoster, int]:
    """The state that is asked for, and its number: the latest, or `?revision=N`, or 404."""
    word = request.GET.get("revision")
    if not word:
        return load_roster(roster).for_reader(), roster.revision
    number = number_or_none(word)
    loaded = None if number is None else load_revision(roster, number)
    if number is None or loaded is None:
        raise Http404
    return loaded.for_reader(), number
