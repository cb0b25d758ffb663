"""The print form of a list, and the page behind a share link, which shows the sheet read-only."""

from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.lists.access import granted_roster, requested_state, share_link, shared_roster
from builder.lists.gathering_summary import gathering_summary
from builder.lists.sharing import visible_to_all
from builder.registry import GAME_UIS
from builder.sheets.building import sheet_of
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.web.headers import unlisted


@require_safe
@never_cache
def roster_print(request, pk):
    roster = granted_roster(request, pk)
    loaded, _revision = requested_state(request, roster)
    context = {"roster": roster, "loaded": loaded, "verdict": loaded.verdict, "papers": PAPERS, "layouts": LAYOUTS}
    return render(request, "sheets/print.html", context)


@require_safe
def shared(request, key):
    roster = shared_roster(key)
    to_all = visible_to_all(request, roster)
    loaded, revision = requested_state(request, roster)
    is_old = revision != roster.revision
    context = {
        "roster": roster,
        "game_ui": GAME_UIS[roster.game],
        "sheet": sheet_of(loaded, get_language(), None if is_old else gathering_summary(roster)),
        "revision": revision,
        "is_old": is_old,
        "to_all": to_all,
        "share_link": share_link(request, roster),
    }
    response = render(request, "sheets/shared.html", context)
    if not to_all:
        add_never_cache_headers(response)
    return unlisted(response)
