"""Counts and shares without names: over one gathering, and over all rosters whose owners let them count."""

import hashlib

from django.core.cache import cache
from django.db.models import Count, Max
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.access import by_grant
from builder.gatherings import keys
from builder.models import Roster
from builder.views.gatherings.page import company_of
from rules import roster as rosters
from rules.games import GAMES
from rules.shapes import Refused

KEPT_FOR = 600  # seconds
MOST_COUNTED = 5_000  # the rosters that changed last


@require_safe
@never_cache
def gathering_statistics(request, pk):
    seat = keys.seat(request, pk, documents=True)
    company = company_of(seat)
    views = company.verdict.survey.units
    tallies = company.together.statistics(views, company.bench.catalogue)
    return page(request, company.desk, len(views), tallies, gathering=seat.gathering)


@require_safe
def game_statistics(request, desk, catalogue):
    """Over all rosters of a game that their owners let count."""
    return page(request, desk, *counted(desk, catalogue), catalogue=catalogue)


def page(request, desk, number, tallies, **about):
    context = about | {"desk": desk, "number": number, "counted": desk.counted(number), "tallies": tallies}
    return render(request, "gatherings/statistics.html", context)


def counted(desk, catalogue):
    """The number of units and their `Tally`s, worked out anew when a roster that counts has changed."""
    rows = Roster.objects.filter(game=desk.game.slug, counted=True, deleted__isnull=True)
    state = rows.aggregate(number=Count("pk"), latest=Max("changed"))
    parts = (desk.game.slug, catalogue.edition, catalogue.revision, *state.values())
    key = "counted:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    found = cache.get(key)
    if found is None:
        views = [view for document in documents(rows) for view in survey(desk.game, document, catalogue)]
        found = len(views), desk.gathering.statistics(views, catalogue)
        cache.set(key, found, KEPT_FOR)
    return found


def documents(rows):
    return rows.order_by("-changed", "-pk").values_list("document", flat=True)[:MOST_COUNTED]


def survey(game, document, catalogue):
    """The surveyed units of a stored document: none where it can no longer be read."""
    try:
        list_ = rosters.read(document, GAMES)
    except Refused:
        return ()
    return game.survey(list_, catalogue).units


@require_POST
@never_cache
def roster_counted(request, pk):
    """Whether a roster counts, as its owner chose on the page of its links."""
    row = by_grant(request, pk)
    row.counted = "counted" in request.POST
    row.save(update_fields=["counted"])
    return redirect("roster-links", pk)
