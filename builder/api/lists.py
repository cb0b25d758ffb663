"""Lists: created, read by their share key, changed by their edit key, which is the bearer token."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import Header, Router, Status
from ninja.security import HttpBearer

from builder.accounts.limits import allowed
from builder.api.judging import DOCUMENT, document_in, verdict_of
from builder.api.problems import Problem
from builder.api.schemas import Edit, ListOut, NewListOut, RevisionOut
from builder.lists import history
from builder.lists.access import roster_of_edit_key, shared_roster
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.lists.storable import require_storable
from rules.text import _

router = Router(tags=["lists"])
MOST_REVISIONS = 500


class EditKey(HttpBearer):
    """The edit key of a list, as in its edit link."""

    def authenticate(self, request: HttpRequest, token: str) -> Roster | None:
        try:
            return roster_of_edit_key(token)
        except Http404:
            return None


def answer(response: HttpResponse, roster: Roster, loaded: LoadedRoster, **more: Any) -> dict[str, Any]:
    """A list, with its revision as the entity tag that `If-Match` wants."""
    response["ETag"] = f'"{roster.revision}"'
    about = {"document": loaded.data, "verdict": verdict_of(loaded)}
    return about | {"revision": roster.revision, "changed": roster.changed, **more}


def require_same(roster: Roster, if_match: str | None) -> None:
    """Raises `Problem` where the list is not in the state that the caller saw."""
    if if_match is None:
        raise Problem(428, gettext('Send If-Match with the revision that you saw, such as "3".'))
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
    roster = request.auth  # type: ignore[attr-defined]
    return answer(response, roster, history.load_roster(roster))


@router.put("/list", response=ListOut, auth=EditKey(), openapi_extra=DOCUMENT)
def replace(request: HttpRequest, response: HttpResponse, if_match: str | None = Header(None)) -> dict[str, Any]:
    """Replace the document, as one step of its history."""
    roster: Roster = request.auth  # type: ignore[attr-defined]
    require_same(roster, if_match)
    before, after = history.load_roster(roster), document_in(request)
    if after.document.game != roster.game:
        raise BadEdit(_("This list is for another game."))
    require_storable(after, before)
    history.save(roster, after, "import")
    return answer(response, roster, after)


@router.patch("/list", response=ListOut, auth=EditKey())
def change(
    request: HttpRequest, response: HttpResponse, body: Edit, if_match: str | None = Header(None)
) -> dict[str, Any]:
    """Apply one edit, as a button of the editor does."""
    roster: Roster = request.auth  # type: ignore[attr-defined]
    require_same(roster, if_match)
    applied = history.apply(roster, body.command, body.fields, roster.revision)
    return answer(response, roster, applied.after)


@router.get("/list/history", response=list[RevisionOut], auth=EditKey())
def revisions(request: HttpRequest) -> list[dict[str, Any]]:
    """The states of the list that are kept, the newest first."""
    rows = request.auth.revisions.order_by("-number")  # type: ignore[attr-defined]
    return list(rows.values("number", "parent", "action", "made")[:MOST_REVISIONS])
