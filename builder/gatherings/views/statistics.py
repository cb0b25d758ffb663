"""Statistics without names: of a gathering, and of all rosters of a game whose owners agreed."""

import hashlib

from django.core.cache import cache
from django.db.models import Count, Max
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.gatherings import permissions
from builder.gatherings.context import assembled_or_404, state_for
from builder.gatherings.spec import GATHERINGS, Tally
from builder.lists.access import granted_roster
from builder.lists.models import Roster
from builder.lists.spec import LISTS
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
    return statistics_page(request, access.gathering.game, len(units), tallies, gathering=access.gathering)


@require_safe
def game_statistics(request, game, catalogue):
    """The statistics of all rosters of a game whose owners agreed."""
    return statistics_page(request, game, *count_units(game, catalogue), catalogue=catalogue)


def statistics_page(request, game, number, tallies, **context):
    context |= {
        "game": game,
        "labels": GATHERINGS[game].labels,
        "number": number,
        "counted": LISTS[game].count_label(number),
        "tallies": tallies,
    }
    return render(request, "gatherings/statistics.html", context)


def count_units(game, catalogue):
    """(number of units, their `Tally`s), computed anew after a change of any counted roster."""
    rosters = Roster.objects.filter(game=game, counted=True, deleted__isnull=True)
    state = rosters.aggregate(number=Count("pk"), latest=Max("changed"))
    parts = (game, catalogue.edition, catalogue.revision, *state.values(), version())
    key = "counted:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    counted = cache.get(key)
    if not is_counted(counted):
        stored = rosters.order_by("-changed", "-pk").values_list("document", flat=True)[:MOST_COUNTED]
        units = [unit for data in stored for unit in analysed_units(data, catalogue)]
        counted = len(units), GATHERINGS[game].statistics(units, catalogue)
        cache.set(key, counted, MAX_AGE)
    return counted


def is_counted(cached):
    """Whether a value from the cache is what `count_units` returns."""
    match cached:
        case (int(), tuple() as tallies):
            return all(isinstance(tally, Tally) for tally in tallies)
    return False


def analysed_units(data, catalogue):
    """The analysed units of a stored document; none if it can no longer be read."""
    try:
        document = documents.read(data, GAMES)
    except Refused:
        return ()
    return GAMES[document.game].analyse(document, catalogue, None).units


@require_POST
@never_cache
def roster_counted(request, pk):
    """Set whether a roster counts in the statistics, by the form on the page of its links."""
    roster = granted_roster(request, pk)
    roster.counted = "counted" in request.POST
    roster.save(update_fields=["counted"])
    return redirect("roster-links", pk)
