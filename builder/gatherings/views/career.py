"""The career of a list's units: for its owner, who lets others see it or not, and behind its share link."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.gatherings import charts
from builder.gatherings.career import career_of
from builder.gatherings.context import spec_or_404
from builder.lists.access import granted_roster, shared_roster
from builder.lists.models import Roster
from builder.web.forms import number_or_none
from builder.web.headers import unlisted

ROSTERS = Roster.objects.defer("document")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster_career(request, pk):
    """The career as its owner sees it; a POST says whether others may."""
    roster = granted_roster(request, pk, rosters=ROSTERS.all)
    career_spec_or_404(roster)
    if request.method == "POST":
        return share_or_hide(request, roster)
    return render(request, "gatherings/career.html", career_context(request, roster) | {"own": True})


def career_spec_or_404(roster):
    """How units of the roster's game fare over time; 404 where nothing is shown of it."""
    spec = spec_or_404(roster.game).career
    if spec is None:
        raise Http404
    return spec


def share_or_hide(request, roster):
    roster.career_shared = "career_shared" in request.POST
    roster.save(update_fields=["career_shared"])
    shared, hidden = gettext("Others can see this page now."), gettext("Only you can see this page now.")
    messages.success(request, shared if roster.career_shared else hidden)
    return redirect("roster-career", roster.pk)


@require_safe
@never_cache
def shared_career(request, key):
    """The career behind a share link, where the owner shares it; else 404, for the owner too."""
    roster = shared_roster(key, ROSTERS.filter(career_shared=True))
    return unlisted(render(request, "gatherings/career.html", career_context(request, roster)))


def career_context(request, roster):
    """The context of the page of the unit that `?unit=N` names, or of the first; 404 where there is no such unit."""
    spec = career_spec_or_404(roster)
    index = number_or_none(request.GET.get("unit", "0"))
    if index is None:
        raise Http404
    try:
        career = career_of(roster, index)
    except IndexError:
        raise Http404 from None
    return {
        "roster": roster,
        "game": roster.game,
        "spec": spec,
        "career": career,
        "called": career.name or roster.name,
        "charts": charts.charts_of(career),
    }
