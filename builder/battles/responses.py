"""What every page of a battle has in common."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from builder.accounts.limits import allowed_read
from builder.battles.access import BattleAccess
from builder.web import errors


def battle_response(
    request: HttpRequest, template: str, access: BattleAccess, context: dict[str, Any], cost: int = 0, status: int = 200
) -> HttpResponse:
    """A page of a battle; 429 where reading it, at the `cost` of so many units, is more than the reader may."""
    if cost and not (allowance := allowed_read(request, cost)):
        return errors.too_many_requests(request, allowance.wait)
    shared = {"battle": access.battle, "game": access.battle.game, "access": access}
    return render(request, template, shared | context, status=status)
