"""What happens in a turn, in its order, on one page; and how much help the table wants."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.battles.access import BattleAccess
from builder.battles.loading import context_of
from builder.battles.spec import BattlePage
from builder.games.chain_reaction.battle.opponents import reminders_of
from builder.games.chain_reaction.battle.table_marks import HELPS
from builder.sheets.common import passage
from builder.web.keys import new_key
from rules.play.battle import HELP
from rules.text import _

PAGE = "turn"
IN_ORDER = ("activation", "tests", "tir", "corps-a-corps", "blessures")  # reminders, as a turn comes to them


@require_safe
def page(request: HttpRequest, access: BattleAccess) -> HttpResponse:
    context = context_of(access)
    battle, book = context.battle, context.catalogue
    reminders = [book.reminders[slug] for slug in IN_ORDER]
    shown = {
        "battle": access.battle,
        "access": access,
        "game": battle.game,
        "passages": [passage(reminder) for reminder in (reminders[0], *reminders_of(battle, book), *reminders[1:])],
        "helps": HELPS if HELP in battle.markers_by_path else (),
        "help": str(battle.number(HELP)),
        "uid": new_key(),
    }
    return render(request, "chain-reaction/battle_turn.html", shown)


TURN = BattlePage(_("What happens in a turn"), page, "sundial", at_head=True)
