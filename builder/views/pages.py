"""The pages that only one game has: of a list, and of the game itself."""

from django.http import Http404
from django.views.decorators.cache import never_cache

from builder.access import by_grant
from builder.games import DESKS
from builder.views.new import desk_or_404


def page_or_404(pages, slug):
    if slug not in pages:
        raise Http404
    return pages[slug]


@never_cache
def roster_page(request, pk, page):
    row = by_grant(request, pk)
    return page_or_404(DESKS[row.game].pages, page).view(request, row)


def game_page(request, game, page):
    desk, catalogue = desk_or_404(game)
    return page_or_404(desk.reference, page).view(request, desk, catalogue)
