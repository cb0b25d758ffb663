"""The first page and the page about the project."""

from django.conf import settings
from django.shortcuts import render

from builder.access import mine
from builder.games import DESKS
from rules.loading import NoBook, catalogue

RECENT = 4


def start(request):
    return render(request, "start.html", {"games": games(), "recent": mine(request)[:RECENT]})


def games():
    """The desks with their catalogues; a game whose book is not loaded yet is left out."""
    found = []
    for slug, desk in DESKS.items():
        try:
            found.append(
                {"slug": slug, "desk": desk, "catalogue": catalogue(slug), "example": example_file(slug).exists()}
            )
        except NoBook:
            continue
    return found


def example_file(game):
    """The example list of a game: a document beside its book."""
    return settings.BASE_DIR / "fixtures" / game / "example.json"


def about(request):
    return render(request, "about.html", {"games": games()})
