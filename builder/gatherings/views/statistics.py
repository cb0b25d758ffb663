"""Counts and shares without names: over one gathering, and over all rosters whose owners let them count."""

import hashlib

from django.core.cache import cache
from django.db.models import Count, Max
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.gatherings import permissions
from builder.gatherings.context import state_for
from builder.lists.access import granted_roster
from builder.lists.models import Roster
from rules import document as documents
from rules.registry import GAMES
from rules.shapes import Refused

MAX_AGE = 600  # seconds for which counts over all rosters are kept
MOST_COUNTED = 5_000  # the rosters that changed last


@require_safe
@never_cache
def gathering_statistics(request, pk):
    access = permissions.access_or_404(request, pk, documents=True)
    state = state_for(access)
    units = state.verdict.analysis.units
    tallies = state.spec.statistics(units, state.loaded.catalogue)
    return statistics_page(request, state.game_ui, len(units), tallies, gathering=access.gathering)


@require_safe
def game_statistics(request, game_ui, catalogue):
    """Over all rosters of a game that their owners let count."""
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
    """The number of units and their `Tally`s, worked out anew when a roster that counts has changed."""
    rosters = Roster.objects.filter(game=game_ui.game.slug, counted=True, deleted__isnull=True)
    state = rosters.aggregate(number=Count("pk"), latest=Max("changed"))
    parts = (game_ui.game.slug, catalogue.edition, catalogue.revision, *state.values())
    key = "counted:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    kept = cache.get(key)
    if kept is None:
        stored = rosters.order_by("-changed", "-pk").values_list("document", flat=True)[:MOST_COUNTED]
        units = [unit for data in stored for unit in analysed_units(game_ui.game, data, catalogue)]
        kept = len(units), game_ui.gathering.statistics(units, catalogue)
        cache.set(key, kept, MAX_AGE)
    return kept


def analysed_units(game, data, catalogue):
    """The analyses of a stored document's units: none where it can no longer be read."""
    try:
        document = documents.read(data, GAMES)
    except Refused:
        return ()
    return game.analyse(document, catalogue, None).units


@require_POST
@never_cache
def roster_counted(request, pk):
    """Whether a roster counts, as its owner chose on the page of its links."""
    roster = granted_roster(request, pk)
    roster.counted = "counted" in request.POST
    roster.save(update_fields=["counted"])
    return redirect("roster-links", pk)
