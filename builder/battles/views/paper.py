"""A battle on paper and as a file: printed as it stands, what was ticked on paper entered, its document."""

from django.contrib import messages
from django.http import Http404, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts.limits import allowed_read, counts_as
from builder.battles import services
from builder.battles.access import access_or_404
from builder.battles.board import Board
from builder.battles.document import MOST_UNITS, SWITCH
from builder.battles.export import exported, exported_schema
from builder.battles.loading import context_of, document_of
from builder.battles.marks import FILL_IN
from builder.battles.over import refused_when_over, require_open
from builder.battles.printing import BattleSheetRequest, title_of
from builder.battles.services import UID, WantedMark
from builder.exports.responses import chosen_language, print_choices
from builder.sheets.print_form import form_context
from builder.web import errors
from builder.web.forms import number_or_none
from builder.web.headers import unlisted
from builder.web.keys import new_key
from builder.wording import say
from rules.shapes import UNWRITABLE

LONGEST_FIELD = 2_000
MOST_FIELDS = 1_500  # numbers and texts; Django reads no more than 2,000 fields


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@refused_when_over
def battle_paper(request, pk):
    """What was ticked on paper, entered on one screen: all that is sent is one mark."""
    access = access_or_404(request, pk)
    if request.method == "POST":
        require_open(access.battle)
        marked = services.mark(pk, access.mine, [sent(request)])
        for reason in marked.refused.values():
            messages.error(request, say(reason))
        return redirect("battle-paper" if marked.refused else "battle-end", pk)
    if access.battle.ended:
        return redirect("battle-end", pk)
    board = Board(access, context_of(access), most=MOST_UNITS)
    if not (allowance := allowed_read(request, sum(len(one.part) for one in board.sides if one.mine))):
        return errors.too_many_requests(request, allowance.wait)
    sides = [one for one in board.sides if one.mine]
    for side in sides:
        side.units.sort(key=lambda one: (one.unit.index or 0, one.unit.copy))  # as on paper
    context = {
        "battle": access.battle,
        "document": board.battle,
        "game": access.battle.game,
        "board": board,
        "sides": shown_sides(request, sides),
        "all_sides": sides,
    }
    return render(request, "battles/paper.html", context)


def shown_sides(request, sides):
    """All of them; one alone, which the address may name, where the form would have more fields than a request may."""
    if (
        sum(marker.marker.kind != SWITCH for side in sides for unit in side.units for marker in unit.markers)
        <= MOST_FIELDS
    ):
        return sides
    chosen = number_or_none(request.GET.get("side"))
    return [side for side in sides if side.number == chosen] or sides[:1]


def sent(request):
    """The mark of the form: all its fields that can be stored."""
    fields = {name: one for name, one in request.POST.items() if len(one) <= LONGEST_FIELD and not UNWRITABLE(one)}
    uid = fields.get("id", "")
    return WantedMark(uid if UID(uid) else new_key(), FILL_IN, fields)


@require_safe
@never_cache
def battle_print(request, pk):
    """How a battle is printed."""
    access = access_or_404(request, pk)
    document = document_of(access.battle)
    context = {
        "battle": access.battle,
        "document": document,
        "game": access.battle.game,
        "title": title_of(document),
        **form_context(print_choices(request), chosen_language(request), (), access.battle.game),
    }
    return unlisted(render(request, "battles/print.html", context))


@require_safe
@never_cache
def battle_export(request, pk, export):
    """A battle on paper."""
    if not export.on_paper:
        raise Http404
    return BattleSheetRequest(request, export, access_or_404(request, pk)).respond()


@require_safe
@never_cache
def battle_json(request, pk):
    """The battle's document with the log of its marks."""
    row = access_or_404(request, pk).battle
    response = StreamingHttpResponse(exported(row), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="battle-{pk}.json"'
    return unlisted(response)


@require_safe
def battle_schema(_request):
    return JsonResponse(exported_schema(), json_dumps_params={"indent": 2})
