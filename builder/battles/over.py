"""Changes of a battle that is over are refused with a sentence."""

from functools import wraps

from django.template.response import TemplateResponse

from builder.battles.services import BattleOver
from builder.wording import say


def refused_when_over(view):
    """A view of a battle whose `BattleOver` becomes a page that says so (422)."""

    @wraps(view)
    def answered(request, *args, **kwargs):
        try:
            return view(request, *args, **kwargs)
        except BattleOver as over:
            return TemplateResponse(
                request, "battles/over.html", {"pk": kwargs.get("pk"), "text": say(over)}, status=422
            )

    return answered


def require_open(battle):
    """Raises `BattleOver`."""
    if battle.ended:
        raise BattleOver
