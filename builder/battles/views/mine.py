"""The battles of one player."""

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.battles.access import my_battles as rows_of
from builder.battles.models import BattleRoster
from rules.registry import GAMES


@require_safe
@never_cache
def my_battles(request):
    """Those in which a list of this browser is, last played first."""
    mine = rows_of(request)
    found = {one.battle_id: one.battle for one in mine}
    names: dict[int, list[str]] = {pk: [] for pk in found}
    for battle_roster in BattleRoster.objects.filter(battle__in=found).order_by("number"):
        names[battle_roster.battle_id].append(battle_roster.name or gettext("Untitled list"))
    battles = [
        (
            row,
            address_of(row),
            " – ".join(names[pk]),
            [one.outcome for one in mine if one.battle_id == pk and one.outcome],
        )
        for pk, row in found.items()
    ]
    played = {row.game for row in found.values()}
    games = [game for game in GAMES if game in played]
    return render(request, "battles/mine.html", {"battles": battles, "games": games})


def address_of(row):
    """The page of a battle, or of its result."""
    return reverse("battle-end" if row.ended else "battle", args=[row.pk])
