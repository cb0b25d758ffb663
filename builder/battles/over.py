"""Changes of a battle that is over are refused with a sentence."""

from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse

from builder.accounts.limits import View
from builder.battles.models import Battle
from builder.battles.services import BattleOver
from builder.wording import say


def refused_when_over(view: View) -> View:
    """A view of a battle whose `BattleOver` becomes a page that says so (422)."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except BattleOver as over:
            context = {"pk": kwargs.get("pk"), "text": say(over)}
            return TemplateResponse(request, "battles/over.html", context, status=422)

    return answered


def require_open(battle: Battle) -> None:
    """Raises `BattleOver`."""
    if battle.ended:
        raise BattleOver
