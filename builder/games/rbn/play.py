"""The page of hostile elements: the table with its dice, how they act, who they are."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.dice import throws
from builder.games.rbn.hostile_cards import hostile_card
from rules.catalogue import Catalogue
from rules.games.rbn.play.book import cite_page, play_of
from rules.games.rbn.play.encounters import EncounterBook
from rules.games.rbn.play.infection import TURNS

SLUG = "rencontres"  # of the throw
MOST_MARKERS = 4  # of infection: with so many every roll makes a zombie
PAGES = (30, 34, 35, 37, 38, 42, 44)


@require_safe
def encounters(request: HttpRequest, game: str, catalogue: Catalogue) -> HttpResponse:
    """Who comes on 2D6, what they do, their figures."""
    if response := throws.redirect_with_seed(request, (SLUG,)):
        return response
    play = play_of(catalogue)
    known, activation = play.encounters, play.activation
    scenario = chosen_scenario(request, known)
    context = {
        "game": game,
        "catalogue": catalogue,
        "scenario": scenario,
        "scenarios": [catalogue.scenarios[slug] for slug in known.scenarios],
        "rows": known.table,
        "throw": thrown(request, scenario, known),
        "chart": activation.chart.values(),
        "hostile": [hostile_card(hostile, catalogue) for hostile in known.hostile],
        "robot": hostile_card(known.boss, catalogue),
        "left_open": known.boss.left_open,
        "turning": [(number, f"{TURNS - number}+") for number in range(1, MOST_MARKERS + 1)],
        "texts": {
            "from_start": known.from_start,
            "order": activation.order,
            "ignored": activation.ignored,
            "solo": activation.solo,
        },
        "cites": {f"p{page}": cite_page(catalogue, page) for page in PAGES},
    }
    return render(request, "rbn/encounters.html", context)


def chosen_scenario(request: HttpRequest, known: EncounterBook) -> str:
    """The scenario of the address, of those that change the table; "" for all others."""
    slug = request.GET.get("scenario", "")
    return slug if slug in known.scenarios else ""


def thrown(request: HttpRequest, scenario: str, known: EncounterBook) -> Any:
    """The throw that the address asks for; a false one where it asks for none."""
    if request.GET.get("roll") != SLUG:
        return throws.Throw()
    return throws.run_throw(request, SLUG, lambda dice: [known.roll(dice, scenario)])
