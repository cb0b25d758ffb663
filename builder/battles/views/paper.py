"""A battle on paper and as a file: printed as it stands, what was ticked on paper entered, its document."""

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts.limits import counts_as, require_allowed_read
from builder.battles import services
from builder.battles.access import access_or_404
from builder.battles.board import Board
from builder.battles.export import exported, exported_schema
from builder.battles.loading import context_of, document_of
from builder.battles.marks import FILL_IN
from builder.battles.over import refused_when_over, require_open
from builder.battles.printing import BattleSheetRequest, title_of
from builder.battles.report import FORMS, BattlePictureRequest, report_text
from builder.battles.responses import battle_response
from builder.battles.sent_marks import mark_of_form
from builder.exports.registry import EXPORTS
from builder.exports.responses import begun_with, chosen_language, paper_of
from builder.sheets.print_form import form_context
from builder.web.forms import number_or_none
from builder.web.headers import unlisted
from builder.wording import say
from rules.play.battle import MOST_UNITS, SWITCH

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
        marking = services.mark(pk, access.mine, [mark_of_form(request, FILL_IN)], access.seats)
        for reason in marking.refused.values():
            messages.error(request, say(reason))
        return redirect("battle-paper" if marking.refused else "battle-end", pk)
    if access.battle.ended:
        return redirect("battle-end", pk)
    board = Board(access, context_of(access), most=MOST_UNITS)
    sides = [side for side in board.sides if side.mine]
    require_allowed_read(request, sum(len(side.part) for side in sides))
    for side in sides:
        side.units.sort(key=lambda unit: (unit.unit.index or 0, unit.unit.copy))  # as on paper
    context = {
        "document": board.battle,
        "board": board,
        "sides": shown_sides(request, sides),
        "all_sides": sides,
    }
    return battle_response(request, "battles/paper.html", access, context)


def shown_sides(request, sides):
    """All of them; one alone, which the address may name, where the form would have more fields than a request may."""
    markers = [marker.marker for side in sides for unit in side.units for marker in unit.markers]
    if sum(marker.kind != SWITCH for marker in markers) <= MOST_FIELDS:
        return sides
    number = number_or_none(request.GET.get("side"))
    return [side for side in sides if side.number == number] or sides[:1]


@require_safe
@never_cache
def battle_print(request, pk):
    """How a battle is printed."""
    access = access_or_404(request, pk)
    document = document_of(access.battle)
    form = form_context(*begun_with(request), paper_of(request))
    context = {"document": document, "title": title_of(document), **form}
    return unlisted(battle_response(request, "battles/print.html", access, context))


@require_safe
@never_cache
def battle_export(request, pk, export):
    """A battle on paper."""
    if not export.on_paper:
        raise Http404
    return BattleSheetRequest(request, export, access_or_404(request, pk)).respond()


@require_safe
@never_cache
def battle_report(request, pk, form):
    """The report of the evening as text, to paste."""
    row = access_or_404(request, pk).battle
    if form not in FORMS:
        raise Http404
    with override(chosen_language(request)):
        text = report_text(row, document_of(row), form)
    return unlisted(HttpResponse(text, content_type="text/plain; charset=utf-8"))


@require_safe
@never_cache
def battle_picture(request, pk):
    """The report as a picture."""
    return BattlePictureRequest(request, EXPORTS["png"], access_or_404(request, pk)).respond()


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
