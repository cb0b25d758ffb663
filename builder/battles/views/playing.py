"""A battle while it is played: its page, marks, the state that pages ask for, the log."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.accounts.limits import counts_as
from builder.battles import recalls, services
from builder.battles.access import access_or_404, battle_of_key, reader_or_404, sides_or_404, state_number
from builder.battles.board import Board, BoardQuery
from builder.battles.board_parts import view_of
from builder.battles.loading import context_of, document_of
from builder.battles.log import latest_of, log_of
from builder.battles.over import refused_when_over, require_open
from builder.battles.responses import back_to, battle_response
from builder.battles.sent_marks import BadBatch, batch_of, mark_of_form, marks_in
from builder.battles.spec import BATTLES
from builder.web.forms import number_or_none
from builder.web.keys import new_key
from builder.web.offline import kept_offline, opens_offline
from builder.wording import say
from rules.loading import catalogue
from rules.play.battle import TABLE, BattleDocument

KEPT_OVER = timedelta(days=14)  # so long browsers keep the page of a battle that is over
WORDS_OF_UNIT = 5  # lines of the log that cost as much as a unit


@require_safe
@never_cache
def battle(request, pk=None, key=""):
    """The page of a battle, for who plays in it or, by its key, only looks."""
    access = reader_or_404(request, pk, key)
    query = BoardQuery(*(request.GET.get(name, "") for name in BoardQuery._fields))
    board = Board(access, context_of(access), query)
    context = {
        "board": board,
        "shown": board.shown,
        "document": board.battle,
        "latest": latest_of(access.battle, board.battle),
        "uid": new_key(),
        "state_url": reverse("battle-state", args=[access.battle.watch_key]),
    }
    response = battle_response(request, "battles/play.html", access, context, board.cost)
    ended = access.battle.ended
    is_long_over = ended is not None and timezone.now() - ended > KEPT_OVER
    return response if is_long_over else kept_offline(request, response, *BoardQuery._fields)


@require_safe
@opens_offline("part")
@never_cache
def battle_side(request, number, pk=None, key=""):
    """One side of a battle alone, with the cards of its units, which a page comes without."""
    access = reader_or_404(request, pk, key)
    board = Board(access, context_of(access), BoardQuery(view_of(str(number)), request.GET.get("part", "")))
    side = board.shown_side
    if side.number != number:
        raise Http404
    context = {"board": board, "shown": board.shown, "side": side, "is_fragment": True}
    return battle_response(request, "battles/_side.html", access, context, len(side.part))


@require_safe
@opens_offline("part")
@never_cache
def battle_table(request, pk=None, key=""):
    """The table of a battle alone, for a page that came without it, or with other units on it."""
    access = reader_or_404(request, pk, key)
    board = Board(access, context_of(access), BoardQuery(TABLE, request.GET.get("part", "")))
    context = {"board": board, "shown": board.shown, "is_fragment": True}
    return battle_response(request, "battles/_table.html", access, context, len(board.others_part))


@never_cache
@refused_when_over
def battle_page(request, pk, slug):
    """A page of the game about a battle."""
    access = access_or_404(request, pk)
    if request.method == "POST":
        require_open(access.battle)
    page = BATTLES[access.battle.game].pages.get(slug)
    if page is None:
        raise Http404
    return page.view(request, access)


# --- marks ----------------------------------------------------------------------------------------------------------


@counts_as("mark", marks_in)
@require_POST
@never_cache
@refused_when_over
def battle_marks(request, pk):
    """Marks: one from a form, or several as JSON {"marks": [{"id", "command", "text"}]}, in their order.

    A form comes back to what it marked; where the table wants help, to what is next.
    """
    sides, seats = sides_or_404(request, pk)
    as_json = request.content_type == "application/json"
    try:
        wanted = batch_of(request.body) if as_json else [mark_of_form(request, request.POST.get("command", ""))]
    except BadBatch:
        return HttpResponse(status=400)
    marking = services.mark(pk, sides, wanted, seats)
    if not as_json:
        if marking.refused:
            require_open(marking.row)
        for message in marking.refused.values():
            messages.error(request, say(message))
        return redirect(back_to(request, pk, marking.battle))
    answer = state_of(marking.row, marking.battle)
    refused = [{"id": uid, "reason": say(message)} for uid, message in marking.refused.items()]
    return JsonResponse(answer | {"done": marking.done, "refused": refused}, status=422 if refused else 200)


# --- the state that pages ask for -----------------------------------------------------------------------------------


@require_safe
def battle_state(request, key):
    """What is marked, as JSON, for the pages of players and watchers that ask again: 304 where nothing is new.

    It is found by the watchers' key, so that asking costs one short query.
    """
    revision, structure = state_number(key)
    tag = f'"{revision}-{structure}-{get_language()}"'
    is_known = request.headers.get("If-None-Match", "").removeprefix("W/") == tag  # weak where it was compressed
    response = HttpResponseNotModified() if is_known else new_state(key)
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


def new_state(key):
    """The state, with what is due and the newest rolls as the page shows them.

    The answer to a mark leaves those out: pages ask at once.
    """
    row = battle_of_key("watch_key", key)
    document = document_of(row)
    latest = latest_of(row, document)
    html = {
        "notices": "",
        "latest": render_to_string("battles/_latest.html", {"latest": latest}) if latest else "",
    }
    if not row.ended:
        html |= html_of_now(row, document, catalogue(document.game, document.edition))
    return JsonResponse(state_of(row, document) | {"html": html})


def html_of_now(row, document, book):
    """What is due and the rules that each side is reminded of, as the page shows them, by the ids of elements."""
    notices = BATTLES[row.game].notices(document, book)
    html = {}
    if notices:
        html["notices"] = render_to_string("battles/_notices.html", {"notices": notices, "battle": row})
    for side in range(len(document.sides)):
        shown = {"side": side, "recalls": recalls.of_side(document, book, side)}
        html[f"recalls-{side}"] = render_to_string("battles/_recalls.html", shown)
    return html


def state_of(row, document: BattleDocument):
    """{revision, structure, setup, over: whether it has ended, marks: {path: value}, standing: [units of each side]}.

    Where the structure is another and the setup (its key) is the same, other units are on the table, and that is all.
    """
    return {
        "revision": row.revision,
        "structure": row.structure,
        "setup": row.setup_key,
        "standing": [len(document.standing(number)) for number in range(len(document.sides))],
        "over": row.ended is not None,
        "marks": dict(document.marks),
    }


@require_safe
@never_cache
def battle_log(request, pk):
    """What was marked, newest first, in parts: `before` is the number of the last line of the part before."""
    access = access_or_404(request, pk)
    document = document_of(access.battle)
    before = number_or_none(request.GET.get("before"))
    log = log_of(access.battle, document, before)
    context = {
        "document": document,
        "log": log,
        "older": log[-1].number if log and log[-1].number > access.battle.marks.earliest("number").number else None,
        "is_first": before is None,
    }
    cost = sum(len(line.words) for line in log) // WORDS_OF_UNIT
    return battle_response(request, "battles/log.html", access, context, cost)
