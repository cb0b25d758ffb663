"""The pages of a single game: of a list (`GameUI.list_pages`), and of the game (`GameUI.game_pages`)."""

from django.http import Http404
from django.views.decorators.cache import never_cache

from builder.lists.access import granted_roster
from builder.registry import GAME_UIS, game_ui_or_404


def page_or_404(pages, slug):
    if slug not in pages:
        raise Http404
    return pages[slug]


@never_cache
def roster_page(request, pk, page):
    roster = granted_roster(request, pk)
    return page_or_404(GAME_UIS[roster.game].list_pages, page).view(request, roster)


def game_page(request, game, page):
    game_ui, catalogue = game_ui_or_404(game)
    return page_or_404(game_ui.game_pages, page).view(request, game_ui, catalogue)
