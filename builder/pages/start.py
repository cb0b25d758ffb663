"""The first page and the page about the project."""

from django.conf import settings
from django.shortcuts import render

from builder.lists import collection, placing
from builder.lists.collection import Choice
from builder.registry import games_with_books

RECENT = 4


def start(request):
    """The first page, with the lists that this browser pinned or changed last; those in its archive are left out."""
    rows = [row for row in placing.listed_rosters(request) if not row.deleted]
    placing.note_seen(request, rows)
    recent = collection.chosen(rows, Choice())[:RECENT]
    return render(request, "pages/start.html", {"games": games_with_books(), "recent": recent})


def about(request):
    return render(request, "pages/about.html", {"games": games_with_books(), "mail": settings.MAIL_ENABLED})
