"""Lists: created, read by their share key, changed by their edit key or by a personal token of an account."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from ninja import Header, Router, Status
from ninja.security import HttpBearer

from builder.accounts.api_tokens import account_of
from builder.accounts.limits import allowed
from builder.api.judging import DOCUMENT, document_in, verdict_of
from builder.api.problems import Problem
from builder.api.schemas import Edit, ListOut, MineOut, NewListOut, RevisionOut
from builder.lists import history
from builder.lists.access import roster_of_edit_key, shared_roster
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision, Roster, RosterGrant
from builder.lists.storable import require_storable
from rules.text import _

router = Router(tags=["lists"])
MOST_REVISIONS = 500
MOST_LISTS = 1_000


class EditKey(HttpBearer):
    """The edit key of a list, as in its edit link."""

    def authenticate(self, request: HttpRequest, token: str) -> Roster | None:
        try:
            return roster_of_edit_key(token)
        except Http404:
            return None


class Token(HttpBearer):
    """A personal token of an account."""

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        return account_of(token)


def answer(response: HttpResponse, roster: Roster, loaded: LoadedRoster, **more: Any) -> dict[str, Any]:
    """A list, with its revision as the entity tag that `If-Match` wants."""
    response["ETag"] = f'"{roster.revision}"'
    about = {"document": loaded.data, "verdict": verdict_of(loaded)}
    return about | {"revision": roster.revision, "changed": roster.changed, **more}


def require_same(roster: Roster, if_match: str | None) -> None:
    """Raises `Problem` where the list is not in the state that the caller saw."""
    if if_match is None:
        raise Problem(428, gettext("Send If-Match with the revision that you saw."))
    if if_match.strip() != f'"{roster.revision}"':
        raise Problem(412)


@router.post("/lists", response={201: NewListOut}, openapi_extra=DOCUMENT)
def create(request: HttpRequest, response: HttpResponse) -> Status[dict[str, Any]]:
    """Store a document as a new list."""
    loaded = document_in(request)
    if not (allowance := allowed(request, "create")):
        raise Problem(429, **{"Retry-After": str(int(allowance.wait) + 1)})
    roster, key = history.create(loaded, "import")
    return Status(201, answer(response, roster, loaded, share_key=roster.share_key, edit_key=key))


@router.get("/s/{share_key}", response=ListOut)
def shared(request: HttpRequest, response: HttpResponse, share_key: str) -> dict[str, Any]:
    """The latest state of a list, by its share key."""
    roster = shared_roster(share_key)
    return answer(response, roster, history.load_roster(roster))


@router.get("/list", response=ListOut, auth=EditKey())
def edited(request: HttpRequest, response: HttpResponse) -> dict[str, Any]:
    """The list whose edit key is the bearer token."""
    return latest(response, request.auth)  # type: ignore[attr-defined]


@router.put("/list", response=ListOut, auth=EditKey(), openapi_extra=DOCUMENT)
def replace(request: HttpRequest, response: HttpResponse, if_match: str | None = Header(None)) -> dict[str, Any]:
    """Replace the document, as one step of its history."""
    return replaced(request, response, request.auth, if_match)  # type: ignore[attr-defined]


@router.patch("/list", response=ListOut, auth=EditKey())
def change(
    request: HttpRequest, response: HttpResponse, body: Edit, if_match: str | None = Header(None)
) -> dict[str, Any]:
    """Apply one edit, as a button of the editor does."""
    return changed(response, request.auth, body, if_match)  # type: ignore[attr-defined]


@router.get("/list/history", response=list[RevisionOut], auth=EditKey())
def revisions(request: HttpRequest) -> list[dict[str, Any]]:
    """The states of the list that are kept, the newest first."""
    return states(request.auth)  # type: ignore[attr-defined]


# --- by a personal token of an account -------------------------------------------------------------------------------


@router.get("/my/lists", response=list[MineOut], auth=Token())
def mine(request: HttpRequest) -> list[dict[str, Any]]:
    """The lists of the account whose personal token is the bearer token, those changed last first."""
    rows = rosters_of(request).order_by("-changed", "-pk")
    columns = ("id", "game", "name", "points", "budget", "revision", "changed", "share_key")
    return [{**row} for row in rows.values(*columns)[:MOST_LISTS]]


@router.get("/my/lists/{pk}", response=ListOut, auth=Token())
def my_list(request: HttpRequest, response: HttpResponse, pk: int) -> dict[str, Any]:
    """One of them."""
    return latest(response, my_roster(request, pk))


@router.put("/my/lists/{pk}", response=ListOut, auth=Token(), openapi_extra=DOCUMENT)
def my_list_replace(
    request: HttpRequest, response: HttpResponse, pk: int, if_match: str | None = Header(None)
) -> dict[str, Any]:
    """As `PUT /list`."""
    return replaced(request, response, my_roster(request, pk), if_match)


@router.patch("/my/lists/{pk}", response=ListOut, auth=Token())
def my_list_change(
    request: HttpRequest, response: HttpResponse, pk: int, body: Edit, if_match: str | None = Header(None)
) -> dict[str, Any]:
    """As `PATCH /list`."""
    return changed(response, my_roster(request, pk), body, if_match)


@router.get("/my/lists/{pk}/history", response=list[RevisionOut], auth=Token())
def my_revisions(request: HttpRequest, pk: int) -> list[dict[str, Any]]:
    """As `GET /list/history`."""
    return states(my_roster(request, pk))


def rosters_of(request: HttpRequest) -> QuerySet[Roster]:
    """Those that the account of the token was granted and that no new edit link has ended."""
    account = request.auth  # type: ignore[attr-defined]
    grants = RosterGrant.objects.filter(account=account, generation=F("roster__generation"))
    return Roster.objects.filter(deleted__isnull=True, pk__in=grants.values("roster"))


def my_roster(request: HttpRequest, pk: int) -> Roster:
    """One of them, or 404."""
    if not 0 <= pk <= history.LARGEST:
        raise Http404
    return get_object_or_404(rosters_of(request), pk=pk)


# --- what both do ----------------------------------------------------------------------------------------------------


def latest(response: HttpResponse, roster: Roster) -> dict[str, Any]:
    return answer(response, roster, history.load_roster(roster))


def replaced(request: HttpRequest, response: HttpResponse, roster: Roster, if_match: str | None) -> dict[str, Any]:
    require_same(roster, if_match)
    before, after = history.load_roster(roster), document_in(request)
    if after.document.game != roster.game:
        raise BadEdit(_("This list is for another game."))
    require_storable(after, before)
    history.save(roster, after, "import")
    return answer(response, roster, after)


def changed(response: HttpResponse, roster: Roster, edit: Edit, if_match: str | None) -> dict[str, Any]:
    require_same(roster, if_match)
    applied = history.apply(roster, edit.command, edit.fields, roster.revision)
    return answer(response, roster, applied.after)


def states(roster: Roster) -> list[dict[str, Any]]:
    rows = Revision.objects.filter(roster=roster).order_by("-number")
    return [{**row} for row in rows.values("number", "parent", "action", "made")[:MOST_REVISIONS]]
