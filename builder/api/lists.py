"""Lists: created, read by their share key, changed by their edit key or by a personal token of an account."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from ninja import Header, Router, Status
from ninja.security import HttpBearer

from builder.accounts.api_tokens import account_of
from builder.accounts.limits import require_allowed
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
    require_allowed(request, "create")
    roster, key = history.create(loaded, "import")
    return Status(201, answer(response, roster, loaded, share_key=roster.share_key, edit_key=key))


@router.get("/s/{share_key}", response=ListOut)
def shared(request: HttpRequest, response: HttpResponse, share_key: str) -> dict[str, Any]:
    """The latest state of a list, by its share key."""
    roster = shared_roster(share_key)
    return answer(response, roster, history.load_roster(roster))


# --- changed by an edit key, or by a personal token of an account ----------------------------------------------------


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


PK = Parameter("pk", Parameter.KEYWORD_ONLY, annotation=int)
IF_MATCH = Parameter("if_match", Parameter.KEYWORD_ONLY, annotation=str | None, default=Header(None))


def route(method: str, path: str, **about: Any) -> Callable[[Callable], Callable]:
    """Register a view of one list twice: at /list for its edit key, at /my/lists/PK for a token of an account.

    Where it writes, the list has to be in the state that `If-Match` names.
    """

    def register(view: Callable) -> Callable:
        writes = method != "GET"
        parameters = [parameter for name, parameter in signature(view).parameters.items() if name != "roster"]

        def answered(request: HttpRequest, *, roster: Roster, if_match: str | None = None, **values: Any) -> Any:
            if writes:
                require_same(roster, if_match)
            return view(request, roster=roster, **values)

        def by_key(request: HttpRequest, **values: Any) -> Any:
            return answered(request, roster=request.auth, **values)  # type: ignore[attr-defined]

        def by_token(request: HttpRequest, *, pk: int, **values: Any) -> Any:
            return answered(request, roster=my_roster(request, pk), **values)

        places: tuple[tuple[Any, str, Any, list[Parameter]], ...] = (
            (by_key, "/list", EditKey(), []),
            (by_token, "/my/lists/{pk}", Token(), [PK]),
        )
        for asking, address, auth, own in places:
            asking.__name__, asking.__doc__ = f"{view.__name__}_{asking.__name__}", view.__doc__
            asking.__signature__ = Signature([*parameters, *own, *([IF_MATCH] if writes else [])])
            router.api_operation([method], address + path, auth=auth, **about)(asking)
        return view

    return register


@router.get("/my/lists", response=list[MineOut], auth=Token())
def mine(request: HttpRequest) -> list[dict[str, Any]]:
    """The lists of the account whose personal token is the bearer token, those changed last first."""
    rows = rosters_of(request).order_by("-changed", "-pk")
    columns = ("id", "game", "name", "points", "budget", "revision", "changed", "share_key")
    return [{**row} for row in rows.values(*columns)[:MOST_LISTS]]


@route("GET", "", response=ListOut)
def latest(request: HttpRequest, *, response: HttpResponse, roster: Roster) -> dict[str, Any]:
    """The list."""
    return answer(response, roster, history.load_roster(roster))


@route("PUT", "", response=ListOut, openapi_extra=DOCUMENT)
def replace(request: HttpRequest, *, response: HttpResponse, roster: Roster) -> dict[str, Any]:
    """Replace the document, as one step of its history."""
    before, after = history.load_roster(roster), document_in(request)
    if after.document.game != roster.game:
        raise BadEdit(_("This list is for another game."))
    require_storable(after, before)
    history.save(roster, after, "import")
    return answer(response, roster, after)


@route("PATCH", "", response=ListOut)
def change(request: HttpRequest, *, response: HttpResponse, roster: Roster, body: Edit) -> dict[str, Any]:
    """Apply one edit, as a button of the editor does."""
    return answer(response, roster, history.apply(roster, body.command, body.fields, roster.revision).after)


@route("POST", "/undo", response=ListOut)
def undo(request: HttpRequest, *, response: HttpResponse, roster: Roster) -> dict[str, Any]:
    """Step back to the state before; nothing changes where none is kept."""
    return answer(response, roster, history.undo(roster, roster.revision).after)


@route("POST", "/redo", response=ListOut)
def redo(request: HttpRequest, *, response: HttpResponse, roster: Roster) -> dict[str, Any]:
    """Step forward to what was last undone; nothing changes where there is nothing."""
    return answer(response, roster, history.redo(roster, roster.revision).after)


@route("GET", "/history", response=list[RevisionOut])
def revisions(request: HttpRequest, *, roster: Roster) -> list[dict[str, Any]]:
    """The states of the list that are kept, the newest first."""
    rows = Revision.objects.filter(roster=roster).order_by("-number")
    return [{**row} for row in rows.values("number", "parent", "action", "made")[:MOST_REVISIONS]]
