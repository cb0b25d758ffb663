"""The page of hostile elements: the table with its dice, how they act, who they are."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.dice import throws
from builder.games.rbn.hostile_cards import hostile_card
from rules.catalogue import Catalogue
from rules.games.rbn.play.book import RedButtonPlay, play_of
from rules.games.rbn.play.encounters import EncounterBook

SLUG = "rencontres"  # of the throw


@require_safe
def encounters(request: HttpRequest, game: str, catalogue: Catalogue) -> HttpResponse:
    """Who comes on 2D6, what they do, their figures."""
    if response := throws.redirect_with_seed(request, (SLUG,)):
        return response
    play = play_of(catalogue)
    book, activation = play.encounters, play.activation
    scenario, turns = chosen_scenario(request, book), play.rules["infection"]
    context = {
        "game": game,
        "catalogue": catalogue,
        "scenario": scenario,
        "scenarios": [catalogue.scenarios[slug] for slug in book.scenarios],
        "rows": book.table,
        "throw": thrown(request, scenario, book),
        "chart": activation.chart.values(),
        "hostile": [hostile_card(hostile, catalogue) for hostile in book.hostile],
        "robot": hostile_card(book.boss, catalogue),
        "left_open": book.boss.left_open,
        "turning": [(number, f"{turns.least - number}+") for number in range(1, turns.most + 1)],
        "texts": {
            "from_start": book.from_start,
            "order": activation.order,
            "ignored": activation.ignored,
            "solo": activation.solo,
        },
        "cites": cites(play),
    }
    return render(request, "rbn/encounters.html", context)


def cites(play: RedButtonPlay) -> dict[str, str]:
    """Where the parts of the page stand, scenarios by their slugs."""
    scenarios = {slug.replace("-", "_"): rules.cite for slug, rules in play.encounters.scenarios.items()}
    return scenarios | {"table": play.encounters.usual.cite, "activation": play.activation.cite}


def chosen_scenario(request: HttpRequest, book: EncounterBook) -> str:
    """The scenario of the address, of those that change the table; "" for all others."""
    slug = request.GET.get("scenario", "")
    return slug if slug in book.scenarios else ""


def thrown(request: HttpRequest, scenario: str, book: EncounterBook) -> Any:
    """The throw that the address asks for; a false one where it asks for none."""
    if request.GET.get("roll") != SLUG:
        return throws.Throw()
    return throws.run_throw(request, SLUG, lambda dice: [book.roll(dice, scenario)])
