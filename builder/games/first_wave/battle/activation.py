"""The activation of an infected or a machine, question after question, as the book's chart has them (p. 10)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from builder.accounts.limits import counts_as
from builder.battles import services
from builder.battles.access import BattleAccess
from builder.battles.loading import context_of
from builder.battles.services import WantedMark
from builder.battles.spec import BattleContext, BattlePage
from builder.games.first_wave.kit import BESTIARY, STEPS
from builder.web.keys import new_key
from rules.games.first_wave.play.activation import (
    NO,
    YES,
    YES_TWICE,
    cost_of_marks,
    ended,
    follow,
    hidden,
    is_npc,
    start_of,
    step_row,
    waiting,
)
from rules.games.first_wave.play.state import PROFILE
from rules.play.battle import BattleDocument
from rules.text import _

PAGE = "npcs"
ANSWERS = {YES: _("Yes"), NO: _("No"), YES_TWICE: _("Yes, with two moves")}


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, access: BattleAccess) -> HttpResponse:
    """Which NPC is next, and for one of them the questions of the chart; POST ends the activation of one."""
    context = context_of(access)
    battle = context.battle
    path = request.GET.get("unit", "")
    if request.method == "POST":
        return end(request, access, battle)
    shown = {
        "battle": access.battle,
        "document": battle,
        "game": battle.game,
        "steps": context.catalogue.tables[STEPS],
        "waiting": [(npc, battle.units_by_path[npc]) for npc in waiting(battle)],
        "hidden": [battle.units_by_path[child] for child in hidden(battle)],
    }
    if is_npc(battle, path):
        shown |= one_npc(context, path, request.GET.get("way", ""))
    return render(request, "first-wave/battle_npcs.html", shown)


def end(request: HttpRequest, access: BattleAccess, battle: BattleDocument) -> HttpResponse:
    """Mark that the NPC that the form names was activated."""
    path = request.POST.get("unit", "")
    if is_npc(battle, path):
        wanted = WantedMark(new_key(), ended(battle, path))
        services.mark(access.battle.pk, access.mine, [wanted])
    return redirect("battle-page", access.battle.pk, PAGE)


def one_npc(context: BattleContext, path: str, way: str) -> dict[str, Any]:
    """What the page shows of the NPC at a path after the answers of `way`."""
    battle, chart = context.battle, context.catalogue.tables[STEPS]
    unit = battle.units_by_path[path]
    walk, trail = follow(start_of(context, path), way, chart)
    profile = context.catalogue.tables[BESTIARY].rows.get(str(unit.facts.get(PROFILE)))
    kept = ".".join(step.answer for step in trail if not step.known)
    return {
        "path": path,
        "unit": unit,
        "profile": profile,
        "walk": walk,
        "trail": trail,
        "question": step_row(chart, walk.step).name,
        "answers": [(answer, f"{kept}.{answer}" if kept else answer, ANSWERS[answer]) for answer in walk.answers],
        "state": cost_of_marks(context, path),
    }


ACTIVATION = BattlePage(_("NPC actions"), page, "eye")
