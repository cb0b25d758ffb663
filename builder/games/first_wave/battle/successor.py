"""The page on which a side names a successor in secret, in the third scenario, and reveals it (First Wave p. 12)."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.accounts.limits import counts_as
from builder.battles import services
from builder.battles.access import BattleAccess
from builder.battles.loading import context_of
from builder.battles.services import WantedMark
from builder.battles.spec import BattlePage
from builder.web.forms import number_or_none
from builder.web.keys import new_key
from rules.games.first_wave.analysis import LINEAGE
from rules.games.first_wave.play import lineage
from rules.games.first_wave.play.lineage import SEAL, SEAL_KEY, SUCCESSOR, candidate_name, candidates
from rules.play.battle import BattleDocument
from rules.play.marks import Mark
from rules.text import _

PAGE = "successor"


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, access: BattleAccess) -> HttpResponse:
    """Name a successor, open the seal again, reveal it; and what the others did."""
    battle = context_of(access).battle
    side = side_of(request, access, battle)
    if request.method == "POST":
        return act(request, access, battle, side)
    key = request.GET.get("key", "")[:100]
    chosen = lineage.opened(battle, side, key) if key else None
    shown = {
        "battle": access.battle,
        "document": battle,
        "game": battle.game,
        "fits": battle.scenario == LINEAGE,
        "side": side,
        "own": [(number, battle.side_name(number)) for number in range(len(battle.sides)) if access.may_mark(number)],
        "candidates": [(path, candidate_name(battle, path)) for path in candidates(battle, side)],
        "key": key,
        "chosen": chosen and candidate_name(battle, chosen),
        "may_name": lineage.may_name(battle, side),
        "is_due": lineage.chief_is_out(battle, side),
        "sides": [side_state(battle, number) for number in range(len(battle.sides))],
        "link": request.build_absolute_uri(address(access, side, key)),
    }
    return render(request, "first-wave/battle_successor.html", shown)


def side_of(request: HttpRequest, access: BattleAccess, battle: BattleDocument) -> int:
    """The side that the address or the form names, where the reader may mark it; else the reader's own."""
    sent = request.POST if request.method == "POST" else request.GET
    number = number_or_none(sent.get("side", "")[:3])
    if number is not None and 0 <= number < len(battle.sides) and access.may_mark(number):
        return number
    return access.mine[0]


def side_state(battle: BattleDocument, side: int) -> dict[str, Any]:
    """What everybody may know of a side: {name, sealed, successor, proven, seal, key}."""
    return {
        "name": battle.side_name(side),
        "sealed": bool(battle.value(f"{side}/{SEAL}")),
        "successor": battle.value(f"{side}/{SUCCESSOR}"),
        "proven": lineage.is_proven(battle, side),
        "seal": battle.value(f"{side}/{SEAL}"),
        "key": battle.value(f"{side}/{SEAL_KEY}"),
    }


def act(request: HttpRequest, access: BattleAccess, battle: BattleDocument, side: int) -> HttpResponse:
    """Seal the name that the form sent, or reveal the one that its key opens; else nothing."""
    key, named = request.POST.get("key", "")[:100], request.POST.get("name", "")
    if lineage.may_name(battle, side) and named in candidates(battle, side):
        key = new_key()
        store(access, side, {SEAL: lineage.sealed(key, candidate_name(battle, named)), SUCCESSOR: "", SEAL_KEY: ""})
    elif path := lineage.opened(battle, side, key):
        store(access, side, {SUCCESSOR: candidate_name(battle, path), SEAL_KEY: key})
        key = ""
    return redirect(address(access, side, key))


def store(access: BattleAccess, side: int, texts: dict[str, str]) -> None:
    """Mark these texts of a side."""
    wanted = [
        WantedMark(new_key(), str(Mark.say(f"{side}/{name}")), {"text": text}, of_page=True)
        for name, text in texts.items()
    ]
    services.mark(access.battle.pk, access.mine, wanted)


def address(access: BattleAccess, side: int, key: str) -> str:
    query = {"side": side} | ({"key": key} if key else {})
    return f"{reverse('battle-page', args=[access.battle.pk, PAGE])}?{urlencode(query)}"


NAMING = BattlePage(_("Opponent’s successor"), page, "key")
