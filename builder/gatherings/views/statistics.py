"""Statistics without names: of a gathering, and of all rosters of a game whose owners agreed."""

from django.db.models import Count, Max
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.gatherings import permissions
from builder.gatherings.caching import cached
from builder.gatherings.context import assembled_or_404, state_for
from builder.gatherings.spec import GATHERINGS, Tally
from builder.lists.access import granted_roster
from builder.lists.models import Roster
from builder.lists.spec import LISTS
from rules import document as documents
from rules.registry import GAMES
from rules.shapes import Refused

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

    def count():
        stored = rosters.order_by("-changed", "-pk").values_list("document", flat=True)[:MOST_COUNTED]
        units = [unit for data in stored for unit in analysed_units(data, catalogue)]
        return len(units), GATHERINGS[game].statistics(units, catalogue)

    state = rosters.aggregate(number=Count("pk"), latest=Max("changed"))
    return cached("counted", (game, catalogue.edition, catalogue.revision, *state.values()), is_counted, count)


def is_counted(value):
    """Whether a value from the cache is what `count_units` returns."""
    match value:
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
