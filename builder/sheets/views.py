"""The pages that show a sheet read-only: behind a share link, and a game's example."""

from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from builder.lists.access import requested_state, share_link, shared_roster
from builder.lists.examples import example_or_404
from builder.lists.gathering_summary import gathering_summary
from builder.lists.sharing import visible_to_all
from builder.registry import catalogue_or_404
from builder.sheets.building import sheet_of
from builder.sheets.screen import on_screen, screen_cards, screen_facts, screen_findings
from builder.web.headers import unlisted


@require_safe
def shared(request, key):
    roster = shared_roster(key)
    to_all = visible_to_all(request, roster)
    loaded, revision = requested_state(request, roster)
    is_old = revision != roster.revision
    sheet = sheet_of(loaded, None if is_old else gathering_summary(roster))
    context = sheet_context(request, roster.game, sheet) | {
        "roster": roster,
        "revision": revision,
        "is_old": is_old,
        "to_all": to_all,
        "share_link": share_link(request, roster),
    }
    response = render(request, "sheets/shared.html", context)
    if not to_all:
        add_never_cache_headers(response)
    return unlisted(response)


@require_safe
def example(request, game):
    """A game's example list, to look at: nothing is stored; its buttons copy it (`roster_example`)."""
    catalogue_or_404(game)
    context = sheet_context(request, game, sheet_of(example_or_404(game)))
    return render(request, "sheets/example.html", context | {"form": "change"})


def sheet_context(request, game, sheet):
    """What `sheets/page.html` reads: a sheet as a screen shows it."""
    return {
        "game": game,
        "sheet": sheet,
        "figures": [on_screen(figure) for figure in sheet.figures],
        "cards": screen_cards(sheet),
        "facts": screen_facts(sheet),
        "findings": screen_findings(sheet),
        "open": request.GET.get("cards") == "open",
        "mark": sheet.state,
        "verdict": sheet.verdict,
    }
