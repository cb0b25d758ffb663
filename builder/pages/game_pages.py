"""The pages of a single game: of a list (`PageSpec.list_pages`), and of the game (`PageSpec.game_pages`)."""

from django.http import Http404
from django.views.decorators.cache import never_cache

from builder.lists.access import granted_roster
from builder.pages.spec import PAGES
from builder.registry import catalogue_or_404
from builder.web.offline import opens_offline


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
