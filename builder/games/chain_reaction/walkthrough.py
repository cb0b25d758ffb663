"""The page after a game: a form of what happened, the steps it leads to, and one edit that applies them."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from builder.games.chain_reaction.aftermath import FATES, STAR_CHOICES, STEPS, ticked_boxes, walk, with_next_dice
from builder.games.chain_reaction.battle.report import report_of_battle
from builder.games.chain_reaction.careers import rep_charts
from builder.lists import history
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.web.forms import submitted_revision
from builder.web.messages import message_of_edit
from rules.games.chain_reaction.aftermath import FINE, Aftermath
from rules.games.chain_reaction.document import GENERIC
from rules.play.dice import SEED_BYTES

COMMAND = "aftermath"
NOT_RESENT = ("csrfmiddlewaretoken", "revision", "action")


@require_http_methods(["GET", "HEAD", "POST"])
def aftermath_page(request: HttpRequest, roster: Roster) -> HttpResponse:
    """GET asks what happened; POST shows the steps, and with the action "aftermath" applies them to the list."""
    if request.method != "POST":
        return first_page(request, roster)
    fields = request.POST.dict() | {"seed": seed_of(roster)}
    if submitted_revision(request) != roster.revision:
        return report_page(request, roster, fields, stale=True, status=409)
    try:
        if fields.get("action") == COMMAND:
            return apply_aftermath(request, roster, fields)
        return walked_page(request, roster, fields)
    except BadEdit as bad:
        return report_page(request, roster, fields, error=bad, status=422)
    except history.Conflict:
        roster.refresh_from_db()
        return report_page(request, roster, fields, stale=True, status=409)


def first_page(request: HttpRequest, roster: Roster) -> HttpResponse:
    """The form with what a battle knows; blank without one."""
    report = report_of_battle(roster, history.load_roster(roster), request.GET.get("battle"))
    return report_page(request, roster, report.fields if report else {}, known=report)


def walked_page(request: HttpRequest, roster: Roster, fields: Mapping[str, str]) -> HttpResponse:
    """The steps so far with the dice that were just typed in; those that cannot have fallen are asked for again."""
    loaded, more = history.load_roster(roster), with_next_dice(fields)
    try:
        return report_page(request, roster, more, result=walk(loaded.document, more, loaded.catalogue))
    except BadEdit as bad:
        before = {key: value for key, value in fields.items() if key in more}
        result = walk(loaded.document, before, loaded.catalogue)
        return report_page(request, roster, before, result=result, error=bad, status=422)


def seed_of(roster: Roster) -> str:
    """The seed of the steps after a state of a list: always the same, so that no reload and no undo rolls again."""
    return salted_hmac("aftermath", f"{roster.pk}/{roster.revision}").hexdigest()[: 2 * SEED_BYTES]


def apply_aftermath(request: HttpRequest, roster: Roster, fields: Mapping[str, str]) -> HttpResponse:
    applied = history.apply(roster, COMMAND, fields, roster.revision)
    result = walk(applied.before.document, fields, applied.before.catalogue)
    text = gettext("After a battle: saved")
    if result.recruits:
        text = ngettext("You can add {n} recruit.", "You can add {n} recruits.", result.recruits)
    message_of_edit(request, text.format(n=result.recruits))
    return redirect(reverse("roster", args=[roster.pk]) + "#units")


def report_page(
    request: HttpRequest,
    roster: Roster,
    fields: Mapping[str, str],
    result: Aftermath | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """The form of the report and, below it, the result of the steps; `context`: `error`, `stale`, `known`."""
    loaded = history.load_roster(roster)
    context |= walk_context(result, loaded) | {
        "roster": roster,
        "loaded": loaded,
        "analysis": loaded.analysis,
        "values": fields,
        "people": reported_figures(loaded, fields),
        "fates": FATES,
        "star_choices": STAR_CHOICES,
        "draws": loaded.analysis.context.draws,
        "draw_on": fields.get("draw_on", GENERIC),
        "steps": loaded.catalogue.tables[STEPS].rows,
        "result": result,
        "charts": rep_charts(roster, loaded, COMMAND),
        "submitted_fields": {key: value for key, value in fields.items() if key not in NOT_RESENT},
    }
    return render(request, "chain-reaction/aftermath.html", context, status=status)


def reported_figures(loaded: LoadedRoster, fields: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each figure with what the form reports of it, the Star first: index, name, unit_analysis, fate and its boxes."""
    reports = [
        {"index": index, "name": figure.numbered(index), "unit_analysis": figure}
        | {"fate": fields.get(f"fate-{index}", FINE)}
        | ticked_boxes(fields, index)
        for index, figure in enumerate(loaded.analysis.units)
    ]
    return sorted(reports, key=lambda report: not report["unit_analysis"].is_star)


def walk_context(result: Aftermath | None, loaded: LoadedRoster) -> dict[str, Any]:
    """The steps with their rows of the book, and who may leave."""
    if result is None:
        return {}
    rows, figures = loaded.catalogue.tables[STEPS].rows, loaded.analysis.units
    leavers = [(index, figures[index].numbered(index)) for index in result.choice.candidates] if result.choice else []
    return {"walk": [(rows[step.slug], step.lines) for step in result.steps], "leavers": leavers}
