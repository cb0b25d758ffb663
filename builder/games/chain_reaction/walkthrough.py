"""The page after a game: it asks what happened, walks through the steps, and what it takes over is undone as one."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from builder import history
from builder.edits import BadEdit
from builder.games.chain_reaction.aftermath import FATES, STAR_CHOICES, STEPS, walk
from builder.views.editor import number_or_none
from rules.dice import SEED_BYTES
from rules.games.chain_reaction import aftermath as rules
from rules.games.chain_reaction.document import GENERIC


@require_http_methods(["GET", "HEAD", "POST"])
def page(request, row):
    """GET asks what happened; POST walks through it, and with ?do=aftermath takes it over."""
    if request.method != "POST":
        return shown(request, row, {})
    fields = request.POST.dict() | {"seed": seed_of(row)}
    if number_or_none(fields.get("revision")) != row.revision:
        return shown(request, row, fields, stale=True, status=409)
    try:
        if fields.get("do") == "aftermath":
            return taken_over(request, row, fields)
        bench = history.bench_of(row)
        return shown(request, row, fields, made=walk(bench.list, fields, bench.catalogue))
    except BadEdit as bad:
        return shown(request, row, fields, error=bad, status=422)
    except history.Conflict:
        row.refresh_from_db()
        return shown(request, row, fields, stale=True, status=409)


def seed_of(row):
    """The seed of the steps after a state of a list: always the same, so that no reload and no undo throws anew."""
    return salted_hmac("aftermath", f"{row.pk}/{row.revision}").hexdigest()[: 2 * SEED_BYTES]


def taken_over(request, row, fields):
    done = history.do(row, "aftermath", fields, row.revision)
    made = walk(done.before.list, fields, done.before.catalogue)
    said = gettext("After a game: taken over")
    if made.recruits:
        said = ngettext("{n} recruit may be added.", "{n} recruits may be added.", made.recruits)
    messages.success(request, said.format(n=made.recruits), extra_tags="undo")
    return redirect(reverse("roster", args=[row.pk]) + "#units")


def shown(request, row, fields, made=None, status=200, **more):
    bench = history.bench_of(row)
    context = {
        "roster": row,
        "bench": bench,
        "survey": bench.survey,
        "values": fields,
        "people": people(bench, fields),
        "fates": FATES,
        "star_choices": STAR_CHOICES,
        "draws": bench.survey.terms.draws,
        "draw_on": fields.get("draw_on", GENERIC),
        "steps": bench.catalogue.tables[STEPS].rows,
        "made": made,
        "sent": {key: value for key, value in fields.items() if key not in ("csrfmiddlewaretoken", "revision", "do")},
    }
    return render(request, "chain-reaction/aftermath.html", context | walked(made, bench) | more, status=status)


def people(bench, fields):
    """Each figure with what the form says of it, the Star first."""
    found = []
    for index, view in enumerate(bench.survey.units):
        marks = {mark: bool(fields.get(f"{mark}-{index}")) for mark in ("removed", "kill", "power")}
        found.append({"index": index, "view": view, "fate": fields.get(f"fate-{index}", rules.FINE)} | marks)
    return sorted(found, key=lambda one: not one["view"].is_star)


def walked(made, bench):
    """What the walk came to: its steps with their rows, who may leave, who is how much worth now."""
    if made is None:
        return {}
    rows = bench.catalogue.tables[STEPS].rows
    views = bench.survey.units
    leavers = [(index, views[index]) for index in made.choice.candidates] if made.choice else []
    return {"walk": [(rows[step.slug], step.lines) for step in made.steps], "leavers": leavers}
