"""Who enters when the game itself plays: zombies, insurgents, and markers that stir by the level of infestation.

All that was rolled is in the address (seed or dice), so that a reload, a bookmark and an opponent see the same.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.dice import throws
from builder.web.forms import number_or_none
from rules.catalogue import Catalogue
from rules.games.chain_reaction import modes
from rules.games.chain_reaction.modes import INSURGENTS, ZOMBIES

STIRRING = "infestation"
ROLLS = (ZOMBIES, INSURGENTS, STIRRING)


@require_safe
def modes_page(request: HttpRequest, game: str, catalogue: Catalogue) -> HttpResponse:
    if response := throws.redirect_with_seed(request, ROLLS):
        return response
    level, markers = chosen_level(request, catalogue), chosen_markers(request)
    context = {
        "game": game,
        "catalogue": catalogue,
        "level": level,
        "markers": markers,
        "most_markers": modes.MOST_MARKERS,
        "modes": catalogue.tables["modes"].rows,
        "throw": run_mode(request, catalogue, level, markers),
    }
    return render(request, "chain-reaction/modes.html", context)


def run_mode(request: HttpRequest, catalogue: Catalogue, level: str, markers: int) -> throws.Throw | None:
    """The `Throw` that the address asks for: an `Arrival`, or a `Stirring` a marker; None where it asks for none."""
    runs = {
        ZOMBIES: lambda dice: [modes.zombies_enter(catalogue, dice)],
        INSURGENTS: lambda dice: [modes.insurgents_enter(catalogue, dice)],
        STIRRING: lambda dice: modes.zombies_stir(catalogue, level, dice, markers),
    }
    slug = request.GET.get("roll")
    return throws.run_throw(request, slug, runs[slug]) if slug in ROLLS else None


def chosen_level(request: HttpRequest, catalogue: Catalogue) -> str:
    slug = request.GET.get("level", "")
    return slug if slug in catalogue.tables["infestation"].rows else modes.standard_level(catalogue)


def chosen_markers(request: HttpRequest) -> int:
    """How many noise markers are on the table; one until somebody says."""
    word = request.GET.get("markers", "")
    number = number_or_none(word) if len(word) < 4 else None
    return number if number and number <= modes.MOST_MARKERS else 1
