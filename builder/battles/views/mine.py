"""The battles of one player."""

from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.battles.access import my_battles as rows_of
from builder.battles.models import BattleRoster
from builder.registry import GAME_UIS


@require_safe
@never_cache
def my_battles(request):
    """Those in which a list of this browser is, last played first."""
    mine = rows_of(request)
    found = {one.battle_id: one.battle for one in mine}
    sides: dict[int, list[BattleRoster]] = {pk: [] for pk in found}
    for one in BattleRoster.objects.filter(battle__in=found).order_by("number"):
        sides[one.battle_id].append(one)
    own = {one.pk for one in mine}
    battles = [(row, sides[pk], own) for pk, row in found.items()]
    games = {row.game for row in found.values() if row.game in GAME_UIS}
    return render(request, "battles/mine.html", {"battles": battles, "games": games})
