"""The pages that show a sheet read-only: behind a share link, and a game's example."""

from django.urls import reverse
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
from builder.web.kept_page import kept_page
from builder.web.offline import opens_offline

OPEN = "cards=open"  # the query that shows all cards open


@require_safe
@opens_offline("cards")
def shared(request, key):
    roster = shared_roster(key)
    to_all = visible_to_all(request, roster)
    loaded, revision = requested_state(request, roster)
    is_old = revision != roster.revision
    gathering = None if is_old else gathering_summary(roster)
    key = roster.pk, roster.revision, roster.changed, roster.career_shared, roster.pictured, gathering

    def context():
        return sheet_context(request, roster.game, sheet_of(loaded, gathering)) | {
            "roster": roster,
            "revision": revision,
            "is_old": is_old,
            "to_all": to_all,
            "share_link": share_link(request, roster),
            "pictures": reverse("shared", args=[roster.share_key]) + "pictures/",
        }

    response = kept_page(request, "sheets/shared.html", key, (loaded.catalogue,), context, OPEN)
    if not to_all:
        add_never_cache_headers(response)
    return unlisted(response)


@require_safe
@opens_offline("cards")
def example(request, game):
    """A game's example list, to look at: nothing is stored; its buttons copy it (`roster_example`)."""
    catalogue_or_404(game)
    loaded = example_or_404(game)

    def context():
        return sheet_context(request, game, sheet_of(loaded)) | {"form": "change"}

    return kept_page(request, "sheets/example.html", game, (loaded.catalogue,), context, OPEN)


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
