"""Battles: read by the key of the address that only shows, marked by a personal token of an account that plays."""

import json
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import get_language
from ninja import Router

from builder.accounts.limits import require_allowed
from builder.api.lists import Token, rosters_of
from builder.api.problems import Problem
from builder.api.schemas import ActionOut, Document, MarkedOut, MarksIn, MyBattleOut, Roll
from builder.battles import battle_file, services
from builder.battles.access import battle_of_key
from builder.battles.answers import action_answer
from builder.battles.export import exported
from builder.battles.loading import document_of
from builder.battles.models import Battle, BattleRoster
from builder.battles.sent_marks import BadBatch, batch_of
from builder.lists.history import LARGEST
from builder.wording import say

router = Router(tags=["battles"])
MOST_BATTLES = 1_000


@router.get("/w/{watch_key}", response=Document)
def battle(request: HttpRequest, watch_key: str) -> Any:
    """A battle with its log, `bivouac-battle/1`."""
    return json.loads("".join(exported(battle_of_key("watch_key", watch_key))))


@router.post("/w/{watch_key}/act", response=ActionOut)
def act(request: HttpRequest, watch_key: str, body: Roll) -> dict[str, Any]:
    """An action of this battle, as `POST /act`; nothing is marked."""
    row = battle_of_key("watch_key", watch_key)
    context = battle_file.context_of(document_of(row), get_language() or "fr")
    return action_answer(battle_file.play(context, body.action, body.fields, body.dice))


@router.get("/my/battles", response=list[MyBattleOut], auth=Token())
def mine(request: HttpRequest) -> list[dict[str, Any]]:
    """The battles of the account whose personal token is the bearer token, those marked last first."""
    rows = Battle.objects.filter(rosters__roster__in=rosters_of(request)).distinct().order_by("-changed", "-pk")
    return [{**row} for row in rows.values("id", "game", "revision", "ended", "watch_key")[:MOST_BATTLES]]


@router.post("/my/battles/{pk}/marks", response=MarkedOut, auth=Token())
def marks(request: HttpRequest, pk: int, body: MarksIn) -> dict[str, Any]:
    """Make marks in their order, each once by its id, as the pages of a battle do."""
    require_allowed(request, "mark", number=max(1, len(body.marks)))
    rows = BattleRoster.objects.filter(
        battle=max(0, min(pk, LARGEST)), battle__ended=None, roster__in=rosters_of(request)
    )
    if not (sides := sorted(rows.values_list("number", flat=True))):
        raise Http404
    try:
        wanted = batch_of(request.body)
    except BadBatch:
        raise Problem(422) from None
    marking = services.mark(pk, sides, wanted)
    refused = [{"id": uid, "reason": say(message)} for uid, message in marking.refused.items()]
    return {"revision": marking.row.revision, "done": marking.done, "refused": refused}
