"""How a battle ended: the result that is proposed, entered and taken back."""

from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.limits import counts_as
from builder.battles import services
from builder.battles.access import access_or_404, host_access_or_404
from builder.battles.board_parts import is_step
from builder.battles.ending import MOST_POINTS, entered_result, headline, proposed_result, result_choices
from builder.battles.loading import context_of
from builder.battles.responses import battle_response
from builder.battles.spec import BATTLES
from builder.lists.edits import BadEdit
from builder.pages.spec import PAGES
from builder.wording import say
from rules.play.battle import WORDS
from rules.shapes import UNWRITABLE


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def battle_end(request, pk):
    """The result of a battle: the host enters it, everybody in the battle reads it."""
    access = host_access_or_404(request, pk) if request.method == "POST" else access_or_404(request, pk)
    context = context_of(access)
    condition = BATTLES[access.battle.game].condition(context)
    result, error = proposed_result(context.battle, condition), ""
    if request.method == "POST":
        fields = {key: value for key, value in request.POST.items() if not UNWRITABLE(value)}
        try:
            services.end(pk, entered_result(context.battle, result, fields))
            return redirect("battle-end", pk)
        except BadEdit as bad:
            error = say(bad)
    values = {
        "headline": headline(context.battle, result),
        "choices": result_choices(context.battle, result),
        "document": context.battle,
        "sides": list(sides_at_end(context.battle, result)),
        "notes": result.notes,
        "lines": condition.lines if condition else (),
        "most_points": MOST_POINTS,
        "error": error,
        "afterwards": pages_afterwards(access, context),
    }
    return battle_response(request, "battles/end.html", access, values, status=422 if error else 200)


def sides_at_end(battle, result):
    for number, (side, side_result) in enumerate(zip(battle.sides, result.sides, strict=True)):
        counters, standing = counters_of(battle, number, side), len(battle.standing(number))
        yield {"number": number, "side": side, "result": side_result, "standing": standing, "counters": counters}


def pages_afterwards(access, context):
    """(row of a list, slug and `GamePage`) of the pages on which this browser goes on with its lists."""
    game, rows = access.battle.game, zip(access.rosters, context.lists, strict=True)
    mine = [(row, BATTLES[game].afterwards(loaded)) for row, loaded in rows if loaded and row.number in access.mine]
    return [(row, slug, PAGES[game].list_pages[slug]) for row, slug in mine if slug and access.battle.ended]


def counters_of(battle, number, side):
    """(marker, value) of what is counted of a side."""
    counters = [marker for marker in side.markers if marker.kind != WORDS and not is_step(marker)]
    return [(marker, battle.value(f"{number}/{marker.key}")) for marker in counters]


@require_POST
@never_cache
def battle_reopen(request, pk):
    """The battle goes on."""
    host_access_or_404(request, pk)
    services.reopen(pk)
    return redirect("battle", pk)
