"""The form that reports a mistake, from any page of a list or a battle."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from builder.accounts.form_answers import idempotent
from builder.accounts.limits import counts_as
from builder.battles.access import battle_of_key
from builder.battles.loading import list_of
from builder.battles.models import Battle
from builder.error_reports.reporting import report
from builder.lists.access import may_edit, shared_roster
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.lists.sharing import visible_state
from builder.web.forms import MultilineField, form_data
from builder.web.headers import unlisted

LONGEST = 2_000


class ReportForm(forms.Form):
    expected = MultilineField(LONGEST, label=_("What is wrong, and what did you expect?"), rows=5)


@require_http_methods(["GET", "HEAD", "POST"])
@counts_as("report")
@never_cache
@idempotent()
def report_list(request: HttpRequest, key: str) -> HttpResponse:
    """About the state of a list that its share link shows."""
    roster = shared_roster(key)
    loaded, revision = visible_state(request, roster)
    back = reverse("roster", args=[roster.pk]) if may_edit(request, roster) else reverse("shared", args=[key])
    return report_page(request, roster, revision, loaded, back)


@require_http_methods(["GET", "HEAD", "POST"])
@counts_as("report")
@never_cache
@idempotent()
def report_battle(request: HttpRequest, key: str) -> HttpResponse:
    """About a battle, with the reader's list in it, or the first."""
    battle = battle_of_key("watch_key", key)
    rows = sorted(
        battle.rosters.select_related("roster"), key=lambda row: not (row.roster and may_edit(request, row.roster))
    )
    for row in rows:
        loaded = list_of(row, notes=False)
        if row.roster and loaded:
            is_own = may_edit(request, row.roster)
            back = reverse("battle", args=[battle.pk]) if is_own else reverse("battle-watch", args=[key])
            return report_page(request, row.roster, row.revision, loaded, back, battle)
    raise Http404


def report_page(
    request: HttpRequest, roster: Roster, revision: int, loaded: LoadedRoster, back: str, battle: Battle | None = None
) -> HttpResponse:
    form = ReportForm(form_data(request))
    if form.is_valid():
        report(roster, revision, loaded, form.cleaned_data["expected"], battle)
        messages.success(request, gettext("Reported. Thank you!"))
        return unlisted(redirect(back))
    context = {"form": form, "reported": loaded, "revision": revision, "back": back, "game": roster.game}
    status = 422 if form.is_bound else 200
    return unlisted(TemplateResponse(request, "error_reports/report.html", context, status=status))
