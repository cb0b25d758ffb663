"""The page of a list's figures, and of another's beside them."""

from collections.abc import Iterable, Sequence

from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from builder.figures.comparing import compared
from builder.figures.spec import FIGURES, FigureTable
from builder.lists.access import granted_roster
from builder.lists.history import load_roster
from builder.lists.loaded import LoadedRoster
from builder.lists.placing import listed_rosters
from builder.lists.spec import LISTS
from builder.web.forms import number_or_none
from rules.text import _

TITLE = _("In figures")


@require_safe
def figures(request, roster):
    """What the list comes to; `against`: another list of the game that this browser may edit."""
    others = {row.pk for row in others_of(request, roster)}
    against = number_or_none(request.GET.get("against"))
    other = granted_roster(request, against) if against is not None and against in others else None
    lists = [load_roster(each) for each in (roster, other) if each]
    return render_figures(request, roster, [(name_of(each), figures_of(each)) for each in lists], against=other)


def others_of(request, roster):
    """The other lists of the game that this browser may edit, by name."""
    rows = [row for row in listed_rosters(request) if (row.game, row.deleted) == (roster.game, None)]
    return sorted((row for row in rows if row.pk != roster.pk), key=lambda row: row.name)


def name_of(loaded: LoadedRoster) -> str:
    return loaded.document.name or gettext("Untitled list")


def figures_of(loaded: LoadedRoster) -> Iterable[FigureTable]:
    return FIGURES[loaded.document.game](loaded)


def render_figures(request, roster, lists: Sequence[tuple[str, Iterable[FigureTable]]], status=200, **context):
    """The page; lists -- (name, tables) of those beside each other."""
    shown = {
        "roster": roster,
        "game": roster.game,
        "title": TITLE,
        "names": [name for name, _tables in lists],
        "others": others_of(request, roster),
        "has_points": LISTS[roster.game].unit_points > 0,
        "tables": [*compared(*(tables for _name, tables in lists))],
    }
    return render(request, "figures/figures.html", shown | context, status=status)
