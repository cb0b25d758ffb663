"""The battles of one player."""

from collections import defaultdict

from django.db.models import F, Q
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.accounts.browsers import browser_of
from builder.battles.models import BattleRoster, SeatGrant
from builder.lists.models import RosterGrant
from builder.web.offline import opens_offline
from rules.registry import GAMES

MOST_SHOWN = 100


@require_safe
@opens_offline()
@never_cache
def my_battles(request):
    """Those in which a list of this browser is, last played first."""
    own = browser_of(request).grants(RosterGrant).values("roster")
    seats = browser_of(request).grants(SeatGrant).values("seat__battle")
    seated = Q(battle__in=seats, number=F("battle__host"))
    joined = BattleRoster.objects.filter(Q(roster__in=own) | seated).select_related("battle")
    mine = joined.defer("battle__setup", "battle__state").order_by("-battle__changed", "number")[:MOST_SHOWN]
    rows = {roster.battle_id: roster.battle for roster in mine}
    names: dict[int, list[str]] = defaultdict(list)
    outcomes: dict[int, list[str]] = defaultdict(list)
    for roster in BattleRoster.objects.filter(battle__in=rows).order_by("number"):
        names[roster.battle_id].append(roster.name or gettext("Untitled list"))
    for roster in mine:
        if roster.outcome:
            outcomes[roster.battle_id].append(roster.outcome)
    battles = [(row, " – ".join(names[pk]), outcomes[pk]) for pk, row in rows.items()]
    played = {row.game for row in rows.values()}
    games = [game for game in GAMES if game in played]
    return render(request, "battles/mine.html", {"battles": battles, "games": games})
