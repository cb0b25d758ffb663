"""The first page and the page about the project."""

from django.shortcuts import render

from builder.lists.access import my_rosters
from builder.registry import games_with_books

RECENT = 4


def start(request):
    return render(request, "pages/start.html", {"games": games_with_books(), "recent": my_rosters(request)[:RECENT]})


def about(request):
    return render(request, "pages/about.html", {"games": games_with_books()})
