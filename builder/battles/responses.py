"""What every page of a battle has in common."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from builder.accounts.limits import require_allowed_read
from builder.battles.access import BattleAccess
from builder.battles.board_parts import anchored, view_of
from rules.play.battle import HELP, BattleDocument

UNIT = re.compile(r"([a-z0-9.-]{1,20}/[a-z0-9.-]{1,20})").fullmatch
MARKED_UNIT = re.compile(r"(?:set|add|say) ([a-z0-9.-]{1,20}/[a-z0-9.-]{1,20})/").match
MARKED_OWNER = re.compile(r"(?:set|add|say) ([a-z0-9]{1,20})/").match


def battle_response(
    request: HttpRequest, template: str, access: BattleAccess, context: dict[str, Any], cost: int = 0, status: int = 200
) -> HttpResponse:
    """A page of a battle; 429 where reading it, at the `cost` of so many units, is more than the reader may."""
    require_allowed_read(request, cost)
    shared = {"battle": access.battle, "game": access.battle.game, "access": access}
    return render(request, template, shared | context, status=status)


def back_to(request: HttpRequest, pk: int, battle: BattleDocument) -> str:
    """The page that a form came from, at the unit that it names or marks; else at what it marks.

    Where the table wants help, what is next: at its head.
    """
    address, command = reverse("battle", args=[pk]), request.POST.get("command", "")
    if "log" in request.POST:
        return reverse("battle-log", args=[pk])
    if battle.number(HELP):
        return address
    if at := UNIT(request.POST.get("unit", "")) or MARKED_UNIT(command):
        return f"{address}?unit={at[1]}#unit-{anchored(at[1])}"
    owner = MARKED_OWNER(command)
    return address + (f"?view={view_of(owner[1])}" if owner else "")
