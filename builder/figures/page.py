"""The page of a list's figures, and of another's beside them."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.figures.comparing import compared
from builder.figures.spec import FIGURES
from builder.lists.access import granted_roster
from builder.lists.history import load_roster
from builder.lists.placing import listed_rosters
from builder.web.forms import number_or_none
from rules.text import _

TITLE = _("In figures")


@require_safe
def figures(request, roster):
    """What the list comes to; `against`: another list of the game that this browser may edit."""
    others = [row for row in listed_rosters(request) if (row.game, row.deleted) == (roster.game, None)]
    against = number_or_none(request.GET.get("against"))
    other = granted_roster(request, against) if against in {row.pk for row in others} - {roster.pk} else None
    lists = [load_roster(each) for each in (roster, other) if each]
    context = {
        "roster": roster,
        "game": roster.game,
        "title": TITLE,
        "lists": lists,
        "against": other,
        "others": sorted((row for row in others if row.pk != roster.pk), key=lambda row: row.name),
        "tables": [*compared(*(FIGURES[roster.game](loaded) for loaded in lists))],
    }
    return render(request, "figures/figures.html", context)
