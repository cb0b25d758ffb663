"""The successor of the third scenario, chosen in secret (First Wave p. 12): sealed, then revealed.

A side stores the SHA-256 digest of "key/name" alone. Its player keeps the key, in a link; nobody else has it, this site
included. When the key is shown, everybody can work out the digest again: the name was not changed.
"""

import hashlib
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
from builder.games.first_wave.battle.scenarios import (
    SEAL,
    SEAL_KEY,
    SUCCESSOR,
    candidate_name,
    candidates,
    chief_path,
    facing,
    is_eliminated,
    side_name,
)
from builder.web.forms import number_or_none
from builder.web.keys import new_key
from rules.games.first_wave.analysis import LINEAGE
from rules.play.battle import BattleDocument
from rules.play.marks import Mark
from rules.text import _

PAGE = "successor"


def sealed(key: str, name: str) -> str:
    """The seal of a name: the SHA-256 digest of "key/name" in UTF-8, as hexadecimal digits."""
    return hashlib.sha256(f"{key}/{name}".encode()).hexdigest()


def opened(battle: BattleDocument, side: int, key: str) -> str | None:
    """The path of the survivor whom a key shows to be under the seal of a side; None where it is not its key."""
    seal = battle.value(f"{side}/{SEAL}")
    names = ((path, candidate_name(battle, path)) for path in candidates(battle, side))
    return next((path for path, name in names if sealed(key, name) == seal), None)


def is_proven(battle: BattleDocument, side: int) -> bool:
    """Whether the name that a side revealed is the one that it had sealed."""
    name, key = battle.value(f"{side}/{SUCCESSOR}"), battle.value(f"{side}/{SEAL_KEY}")
    return bool(name and key) and sealed(str(key), str(name)) == battle.value(f"{side}/{SEAL}")


def chief_is_out(battle: BattleDocument, side: int) -> bool:
    """Whether the chief of another side than this is eliminated."""
    chiefs = (chief_path(battle, other) for other in facing(battle, side))
    return any(chief and is_eliminated(battle, chief) for chief in chiefs)


def somebody_is_out(battle: BattleDocument, side: int) -> bool:
    """Whether a survivor of another side than this is eliminated."""
    paths = (f"{other}/{unit.key}" for other in facing(battle, side) for unit in battle.sides[other].units)
    return any(is_eliminated(battle, path) for path in paths)


def may_name(battle: BattleDocument, side: int) -> bool:
    """Whether a side may still name a successor: once it has, only until somebody facing it is out (ruling A77)."""
    return battle.scenario == LINEAGE and not (battle.value(f"{side}/{SEAL}") and somebody_is_out(battle, side))


# --- the page --------------------------------------------------------------------------------------------------------


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, access: BattleAccess) -> HttpResponse:
    """Name a successor, open the seal again, reveal it; and what the others did."""
    battle = context_of(access).battle
    side = side_of(request, access, battle)
    if request.method == "POST":
        return act(request, access, battle, side)
    key = request.GET.get("key", "")[:100]
    chosen = opened(battle, side, key) if key else None
    shown = {
        "battle": access.battle,
        "document": battle,
        "game": battle.game,
        "fits": battle.scenario == LINEAGE,
        "side": side,
        "own": [(number, side_name(battle, number)) for number in range(len(battle.sides)) if access.may_mark(number)],
        "candidates": [(path, candidate_name(battle, path)) for path in candidates(battle, side)],
        "key": key,
        "chosen": chosen and candidate_name(battle, chosen),
        "may_name": may_name(battle, side),
        "is_due": chief_is_out(battle, side),
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
        "name": side_name(battle, side),
        "sealed": bool(battle.value(f"{side}/{SEAL}")),
        "successor": battle.value(f"{side}/{SUCCESSOR}"),
        "proven": is_proven(battle, side),
        "seal": battle.value(f"{side}/{SEAL}"),
        "key": battle.value(f"{side}/{SEAL_KEY}"),
    }


def act(request: HttpRequest, access: BattleAccess, battle: BattleDocument, side: int) -> HttpResponse:
    """Seal the name that the form sent, or reveal the one that its key opens; else nothing."""
    key, named = request.POST.get("key", "")[:100], request.POST.get("name", "")
    if may_name(battle, side) and named in candidates(battle, side):
        key = new_key()
        store(access, side, {SEAL: sealed(key, candidate_name(battle, named)), SUCCESSOR: "", SEAL_KEY: ""})
    elif path := opened(battle, side, key):
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
