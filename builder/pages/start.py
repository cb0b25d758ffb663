"""The first page, the page about the project, and the pages that only lists of one game, or one game, have."""

from django.conf import settings
from django.http import Http404
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from builder.lists import placing
from builder.lists.access import granted_roster
from builder.lists.spec import LISTS
from builder.pages.spec import PAGES
from builder.registry import catalogue_or_404, games_with_books
from builder.web.kept_page import kept_page
from builder.web.offline import opens_offline

RECENT = 3  # lists beside the one to continue


@opens_offline()
def start(request):
    """The first page: the list to continue, which was changed last, and those pinned or changed before it.

    Lists in the archive are left out.
    """
    rows = [row for row in placing.listed_rosters(request) if not row.deleted]
    placing.note_seen(request, rows)
    present = sorted((row for row in rows if not row.archived), key=lambda row: (row.changed, row.pk), reverse=True)
    latest = next(iter(present), None)
    recent = sorted(present[1:], key=lambda row: not row.pinned)[:RECENT]
    specs = [(game, LISTS[game["slug"]]) for game in games_with_books()]
    games = [game | {"surprises": spec.makes_lists, "pairs": spec.unit_points} for game, spec in specs]
    context = {"games": games, "latest": latest, "recent": recent}
    books = tuple(game["catalogue"] for game in games)
    return kept_page(request, "pages/start.html", (latest, *recent), books, lambda: context)


@opens_offline()
def about(request):
    return render(request, "pages/about.html", {"games": games_with_books(), "mail": settings.MAIL_ENABLED})


def page_or_404(pages, slug):
    if slug not in pages:
        raise Http404
    return pages[slug]


@opens_offline()
@never_cache
def roster_page(request, pk, page):
    roster = granted_roster(request, pk)
    return page_or_404(PAGES[roster.game].list_pages, page).view(request, roster)


@opens_offline()
def game_page(request, game, page):
    catalogue = catalogue_or_404(game)
    return page_or_404(PAGES[game].game_pages, page).view(request, game, catalogue)
