"""What a document comes to: its verdict, what may be added to it, its sheet, the dice of a battle."""

import hashlib
import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext
from ninja import Router

from builder.accounts.limits import client, require_allowed
from builder.api.problems import Problem
from builder.api.schemas import Action, ActionOut, OfferGroupOut, VerdictOut
from builder.battles import battle_file
from builder.battles.answers import action_answer
from builder.exports.models import KeptFile
from builder.exports.queue import ClientWaits, QueueFull, check_room, kept_file, request_file, request_of
from builder.exports.registry import EXPORTS, Export, ExportSource
from builder.exports.responses import answer, file_name
from builder.exports.storing import made_content
from builder.lists.edits import HEAD, LIST, UNIT
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferGroup
from builder.lists.spec import LISTS
from builder.sheets.choices import PrintChoices
from builder.sheets.version import version
from builder.wording import in_words, say
from rules import document as documents
from rules import verdict as verdicts

router = Router(tags=["documents"])
DOCUMENT: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}
BINARY = {"schema": {"type": "string", "format": "binary"}}
FILE = {"responses": {200: {"description": "The file", "content": {"*/*": BINARY}}, 202: {"description": "Ask again"}}}
RETRY = {"Retry-After": "2"}


def document_in(request: HttpRequest) -> LoadedRoster:
    """The list that a body is. Raises `Refused`."""
    return LoadedRoster.from_data(documents.decode(request.body))


def verdict_of(loaded: LoadedRoster) -> dict[str, Any]:
    return verdicts.answer(loaded.verdict, get_language() or "fr", gettext)


@router.post("/judge", response=VerdictOut, openapi_extra=DOCUMENT)
def judge(request: HttpRequest) -> dict[str, Any]:
    """The verdict on a document: legal or not, points, what is wrong; as `manage.py rosters check`."""
    return verdict_of(document_in(request))


@router.post("/options", response=list[OfferGroupOut], openapi_extra=DOCUMENT)
def options(request: HttpRequest, unit: int | None = None) -> list[dict[str, Any]]:
    """The units that may be added to a document and what its head may be; with `unit` (an index) what that unit may.

    Of a number that may be typed, `bounds` are the least and the most: `set KEY=NUMBER`.
    """
    loaded = document_in(request)
    spec = LISTS[loaded.document.game]
    if unit is None:
        groups = [(LIST, group) for group in spec.new_units(loaded)]
        groups += [(HEAD, group) for group in spec.settings(loaded)]
    elif 0 <= unit < len(loaded.document.units):
        groups = [(UNIT, group) for group in spec.picker(loaded, unit)] if spec.picker else []
        groups += [(UNIT, group) for group in spec.values(loaded, unit)]
    else:
        raise Http404
    return [group_of(touches, group) for touches, group in groups]


def group_of(touches: str, group: OfferGroup) -> dict[str, Any]:
    return {
        "key": group.key,
        "title": in_words(group.title),
        "touches": touches,
        "bounds": group.bounds,
        "offers": [offer_of(offer) for offer in group.offers],
    }


def offer_of(offer: Offer) -> dict[str, Any]:
    name = getattr(offer.entry, "name", offer.entry)
    return {
        "command": offer.command,
        "removal": offer.removal,
        "slug": getattr(offer.entry, "slug", None),
        "name": str(name) if isinstance(name, int) else in_words(name),
        "cost": offer.cost if isinstance(offer.cost, int) else None,
        "refusal": [say(reason) for reason in offer.refusal],
        "over": offer.over,
        "taken": offer.taken,
        "count": offer.count,
    }


@router.post("/sheets/{form}", openapi_extra=DOCUMENT | FILE)
def sheet(request: HttpRequest, form: str, layout: str = "", paper: str = "") -> HttpResponse:
    """A document as `pdf`, `full`, `short`, `markdown`, `discord`, `bbcode`, `csv`, `json` or `rosz`.

    A PDF is made meanwhile: 202, then ask again with the same.
    """
    export = EXPORTS.get(form)
    if export is None:
        raise Http404
    fields = {name: value for name, value in (("layout", layout), ("paper", paper)) if value}
    source = ExportSource(document_in(request), choices=PrintChoices.from_data(fields))
    name = file_name(source.loaded)
    return made(request, export, source, name) if export.costly else answer(export, name, export.render(source))


def made(request: HttpRequest, export: Export, source: ExportSource, name: str) -> HttpResponse:
    """The file that a worker makes, or 202 until it has."""
    kept = kept_file_of(request, export, source, name)
    if not kept.outcome:
        return HttpResponse(status=202, headers=RETRY)
    content = made_content(kept)
    if content is None:
        raise Problem(422 if kept.outcome == KeptFile.Outcome.TOO_LARGE else 503)
    return answer(export, name, content)


def kept_file_of(request: HttpRequest, export: Export, source: ExportSource, name: str) -> KeptFile:
    work = {"export": export.name, "language": get_language(), "sources": [request_of(source)]}
    key = hashlib.sha256(json.dumps(["api", work, version()]).encode()).hexdigest()
    if kept := kept_file(key):
        return kept
    who = client(request)
    try:
        check_room(who)
        require_allowed(request, "pdf")
        return request_file(key, "api", who, work, name)
    except ClientWaits:
        raise Problem(429, **RETRY) from None
    except QueueFull:
        raise Problem(503, **{"Retry-After": "60"}) from None


@router.post("/act", response=ActionOut)
def act(request: HttpRequest, body: Action) -> dict[str, Any]:
    """An action of a battle: its fields, dice and chances, and what typed dice mean; as `manage.py battles act`."""
    battle = battle_file.read(json.dumps(body.battle).encode())
    context = battle_file.context_of(battle, get_language() or "fr")
    return action_answer(battle_file.play(context, body.action, body.fields, body.dice))
