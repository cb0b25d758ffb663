"""Ways out of findings, and a list mended: each says what it will do before it does it."""

from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.accounts.limits import require_allowed_read
from builder.lists import history
from builder.lists.access import granted_roster
from builder.proposals.mending import mended
from builder.proposals.moves import within
from builder.proposals.shown import edits_of, proposal_context
from builder.proposals.ways import by_agreement, ways_in, ways_out
from builder.web.forms import number_or_none

MOST_FINDINGS = 5  # of one rule, whose ways are shown
WAYS_SECONDS, MEND_SECONDS = 0.5, 2.0  # of a search, which then gives what it has
MEND_COST = 100  # besides its units


@require_safe
@never_cache
def roster_ways(request, pk):
    """Ways out of the findings of a rule, or in to a refused edit (`take`): buttons for htmx, else a page."""
    roster = granted_roster(request, pk)
    loaded = history.load_roster(roster)
    require_allowed_read(request, len(loaded.document.units))
    limits = within(WAYS_SECONDS)
    if "take" in request.GET:
        findings, ways = [], ways_in(loaded, request.GET["take"], limits)
    else:
        findings = asked_findings(loaded, request.GET)
        ways = [way for finding in findings for way in ways_out(loaded, finding, limits)]
    limits = within(WAYS_SECONDS)
    context = {
        "roster": roster,
        "loaded": loaded,
        "findings": findings,
        "ways": ways,
        "agreed": not ways and any(by_agreement(loaded, finding, limits) for finding in findings),
    }
    return render(request, "proposals/_ways.html" if request.htmx else "proposals/ways.html", context)


def asked_findings(loaded, query):
    """The findings of a rule, of one unit where that is asked for."""
    unit = number_or_none(query.get("unit"))
    findings = [finding for finding in loaded.verdict.findings if finding.rule.id == query.get("rule")]
    return [finding for finding in findings if unit is None or finding.unit == unit][:MOST_FINDINGS]


@require_safe
@never_cache
def roster_mend(request, pk):
    """The list mended: what differs, and a button that does it."""
    roster = granted_roster(request, pk)
    loaded = history.load_roster(roster)
    require_allowed_read(request, MEND_COST + len(loaded.document.units))
    shown = proposal_context("mend", loaded, edits_of(mended(loaded, within(MEND_SECONDS))))
    return render(request, "proposals/mend.html", {"roster": roster, "shown": shown})
