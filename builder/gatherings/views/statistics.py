"""Statistics without names: of a gathering, and of all rosters of a game whose owners agreed."""

import hashlib

from django.core.cache import cache
from django.db.models import Count, Max
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.gatherings import permissions
from builder.gatherings.context import assembled_or_404, state_for
from builder.gatherings.spec import Tally
from builder.lists.access import granted_roster
from builder.lists.models import Roster
from builder.sheets.version import version
from rules import document as documents
from rules.registry import GAMES
from rules.shapes import Refused

MAX_AGE = 600  # seconds for which the statistics of a game are cached
MOST_COUNTED = 5_000  # rosters, last changed first


@require_safe
@never_cache
def gathering_statistics(request, pk):
    access = permissions.access_or_404(request, pk, documents=True)
    state = assembled_or_404(state_for(access))
    units = state.verdict.analysis.units
    tallies = state.spec.statistics(units, state.loaded.catalogue)
    return statistics_page(request, state.game_ui, len(units), tallies, gathering=access.gathering)


@require_safe
def game_statistics(request, game_ui, catalogue):
    """The statistics of all rosters of a game whose owners agreed."""
    return statistics_page(request, game_ui, *count_units(game_ui, catalogue), catalogue=catalogue)


def statistics_page(request, game_ui, number, tallies, **context):
    context |= {
        "game_ui": game_ui,
        "number": number,
        "counted": game_ui.count_label(number),
        "tallies": tallies,
    }
    return render(request, "gatherings/statistics.html", context)


def count_units(game_ui, catalogue):
    """(number of units, their `Tally`s), computed anew after a change of any counted roster."""
    rosters = Roster.objects.filter(game=game_ui.game.slug, counted=True, deleted__isnull=True)
    state = rosters.aggregate(number=Count("pk"), latest=Max("changed"))
    parts = (game_ui.game.slug, catalogue.edition, catalogue.revision, *state.values(), version())
    key = "counted:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    counted = cache.get(key)
    if not is_counted(counted):
        stored = rosters.order_by("-changed", "-pk").values_list("document", flat=True)[:MOST_COUNTED]
        units = [unit for data in stored for unit in analysed_units(game_ui.game, data, catalogue)]
        counted = len(units), game_ui.gathering.statistics(units, catalogue)
        cache.set(key, counted, MAX_AGE)
    return counted


def is_counted(cached):
    """Whether a value from the cache is what `count_units` returns."""
    match cached:
        case (int(), tuple() as tallies):
            return all(isinstance(tally, Tally) for tally in tallies)
    return False


def analysed_units(game, data, catalogue):
    """The analysed units of a stored document; none if it can no longer be read."""
    try:
        document = documents.read(data, GAMES)
    except Refused:
        return ()
    return game.analyse(document, catalogue, None).units


@require_POST
@never_cache
def roster_counted(request, pk):
    """Set whether a roster counts in the statistics, by the form on the page of its links."""
    roster = granted_roster(request, pk)
    roster.counted = "counted" in request.POST
    roster.save(update_fields=["counted"])
    return redirect("roster-links", pk)
