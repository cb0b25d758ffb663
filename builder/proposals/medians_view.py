"""A list's figures beside the medians of random legal lists of its budget, which a worker works out and keeps."""

from typing import Any

from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.exports.queue import Waiting
from builder.figures.page import figures_of, name_of, render_figures
from builder.lists import history
from builder.lists.access import granted_roster
from builder.lists.loaded import LoadedRoster
from builder.proposals.medians import tables_in
from builder.proposals.worker import made_by_worker

LISTS_COUNTED, LARGEST_BUDGET = 21, 1_000  # so that a worker needs few seconds


@require_safe
@never_cache
def roster_median(request, pk):
    """The figures of a list beside the medians; without them, and why, until a worker has them."""
    roster = granted_roster(request, pk)
    loaded = history.load_roster(roster)
    lists, budget = [(name_of(loaded), figures_of(loaded))], loaded.verdict.budget or 0
    if not 0 < budget <= LARGEST_BUDGET:
        return render_figures(request, roster, lists, median="none")
    try:
        made = made_by_worker(request, asked_for(loaded, budget), for_all=True)
    except Waiting:
        return render_figures(request, roster, lists, status=202, median="waits")
    if made is None:
        return render_figures(request, roster, lists, status=503, median="none")
    name = gettext("Median of {n} random lists of {budget}\xa0pts").format(n=made["lists"], budget=budget)
    return render_figures(request, roster, [*lists, (name, [*tables_in(made)])], is_median=True)


def asked_for(loaded: LoadedRoster, budget: int) -> dict[str, Any]:
    """What a worker needs; it is the same for all players, as long as the book is."""
    book = loaded.catalogue
    chosen = {"game": book.game, "budget": budget, "number": LISTS_COUNTED}
    return chosen | {"make": "medians", "book": [book.edition, book.revision]}
