"""Who enters when the game itself plays: zombies, insurgents, and markers that stir by the level of infestation.

All that was rolled is in the address (seed or dice), so that a reload, a bookmark and an opponent see the same.
"""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.dice import throws
from rules.games.chain_reaction import modes

ZOMBIES, INSURGENTS, STIRRING = "zombies", "insurgents", "infestation"
ROLLED = (ZOMBIES, INSURGENTS, STIRRING)


@require_safe
def page(request, game_ui, catalogue):
    if again := throws.redirect_with_seed(request, ROLLED):
        return again
    level, markers = chosen_level(request, catalogue), chosen_markers(request)
    context = {
        "game_ui": game_ui,
        "catalogue": catalogue,
        "level": level,
        "markers": markers,
        "most_markers": modes.MOST_MARKERS,
        "modes": catalogue.tables["modes"].rows,
        "throw": throw(request, catalogue, level, markers),
    }
    return render(request, "chain-reaction/modes.html", context)


def throw(request, catalogue, level, markers):
    """The `Throw` that the address asks for: an `Entry`, or a `Stirring` a marker; None where it asks for none."""
    runs = {
        ZOMBIES: lambda dice: [modes.zombies_enter(catalogue, dice)],
        INSURGENTS: lambda dice: [modes.insurgents_enter(catalogue, dice)],
        STIRRING: lambda dice: modes.zombies_stir(catalogue, level, dice, markers),
    }
    slug = request.GET.get("roll")
    return throws.run_throw(request, slug, runs[slug]) if slug in ROLLED else None


def chosen_level(request, catalogue):
    slug = request.GET.get("level")
    return slug if slug in catalogue.tables["infestation"].rows else modes.standard_level(catalogue)


def chosen_markers(request):
    """How many markers are on the table: five as a rule."""
    word = request.GET.get("markers", "")
    right = word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= modes.MOST_MARKERS
    return int(word) if right else modes.MARKERS
