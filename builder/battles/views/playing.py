"""A battle while it is played: its page, marks, the state that pages ask for, the log."""

import json
import re
from datetime import timedelta
from functools import cache
from pathlib import Path

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.accounts.limits import allowed_read, counts_as
from builder.battles import services
from builder.battles.access import access_or_404, battle_of_key, reader_or_404, sides_or_404, state_number
from builder.battles.board import Board, BoardQuery
from builder.battles.board_parts import anchored, view_of
from builder.battles.document import BattleDocument
from builder.battles.loading import context_of, document_of
from builder.battles.log import latest_of, log_of
from builder.battles.over import refused_when_over, require_open
from builder.battles.services import MOST_AT_ONCE, UID, WantedMark
from builder.battles.spec import BATTLES
from builder.web import errors
from builder.web.forms import number_or_none
from builder.web.keys import new_key
from builder.wording import say
from rules.loading import catalogue
from rules.shapes import UNWRITABLE

KEPT_OVER = timedelta(days=14)  # so long browsers keep the page of a battle that is over
LONGEST_COMMAND = 4_000
LONGEST_FIELD = 2_000
WORDS_OF_UNIT = 5  # lines of the log that cost as much as a unit
UNIT = re.compile(r"([a-z0-9.-]{1,20}/[a-z0-9.-]{1,20})").fullmatch
MARKED_UNIT = re.compile(r"(?:set|add|say) ([a-z0-9.-]{1,20}/[a-z0-9.-]{1,20})/").match
MARKED_OWNER = re.compile(r"(?:set|add|say) ([a-z0-9]{1,20})/").match


@require_safe
@never_cache
def battle(request, pk=None, key=""):
    """The page of a battle, for who plays in it or, by its key, only looks."""
    access = reader_or_404(request, pk, key)
    query = BoardQuery(*(request.GET.get(name, "") for name in BoardQuery._fields))
    board = Board(access, context_of(access), query)
    if not (allowance := allowed_read(request, board.cost)):
        return errors.too_many_requests(request, allowance.wait)
    context = board_context(board) | {
        "document": board.battle,
        "game": access.battle.game,
        "latest": latest_of(access.battle, board.battle),
        "uid": new_key(),
        "opened": query.unit,
        "state_url": reverse("battle-state", args=[access.battle.watch_key]),
        "is_long_over": access.battle.ended is not None and timezone.now() - access.battle.ended > KEPT_OVER,
    }
    return render(request, "battles/play.html", context)


def board_context(board):
    return {"battle": board.access.battle, "access": board.access, "board": board, "shown": board.shown}


@require_safe
@never_cache
def battle_side(request, number, pk=None, key=""):
    """One side of a battle alone, for a page that came without it."""
    access = reader_or_404(request, pk, key)
    board = Board(access, context_of(access), BoardQuery(view_of(str(number))))
    side = board.shown_side
    if side.number != number:
        raise Http404
    if not (allowance := allowed_read(request, len(side.part))):
        return errors.too_many_requests(request, allowance.wait)
    return render(request, "battles/_side.html", board_context(board) | {"side": side, "is_fragment": True})


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


@require_safe
def battle_worker(_request):
    """The service worker that keeps the pages of battles: here, so that its scope is their addresses."""
    response = HttpResponse(worker_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def worker_script():
    return Path(str(finders.find("battle-worker.js"))).read_text("utf-8")


# --- marks ----------------------------------------------------------------------------------------------------------


class BadBatch(ValueError):
    """What was sent are no marks."""


def marks_in(request):
    """How many marks a request brings."""
    try:
        return max(1, len(batch_of(request.body))) if request.content_type == "application/json" else 1
    except BadBatch:
        return 1


@counts_as("mark", marks_in)
@require_POST
@never_cache
@refused_when_over
def battle_marks(request, pk):
    """Marks: one from a form, or several as JSON {"marks": [{"id", "command", "text"}]}, in their order."""
    sides = sides_or_404(request, pk)
    as_json = request.content_type == "application/json"
    try:
        wanted = batch_of(request.body) if as_json else [mark_of_form(request)]
    except BadBatch:
        return HttpResponse(status=400)
    marked = services.mark(pk, sides, wanted)
    if not as_json:
        if marked.refused:
            require_open(marked.row)
        for message in marked.refused.values():
            messages.error(request, say(message))
        return redirect(back_to(request, pk))
    answer = state_of(marked.row, marked.battle)
    refused = [{"id": uid, "reason": say(message)} for uid, message in marked.refused.items()]
    return JsonResponse(answer | {"done": marked.done, "refused": refused}, status=422 if refused else 200)


def batch_of(body):
    """The marks of a JSON body. Raises `BadBatch`."""
    try:
        match json.loads(body):
            case {"marks": [*several]} if len(several) <= MOST_AT_ONCE:
                return [mark_of_json(one) for one in several]
    except (ValueError, RecursionError):
        pass
    raise BadBatch


def mark_of_json(one):
    match one:
        case {"id": str(uid), "command": str(command), **rest} if UID(uid) and is_clean(command, LONGEST_COMMAND):
            text = rest.get("text")
            if text is None:
                return WantedMark(uid, command)
            if isinstance(text, str) and is_clean(text, LONGEST_FIELD):
                return WantedMark(uid, command, {"text": text})
    raise BadBatch


def mark_of_form(request):
    uid, command = request.POST.get("id", ""), request.POST.get("command", "")
    fields = {key: value for key, value in request.POST.items() if is_clean(value, LONGEST_FIELD)}
    if not is_clean(command, LONGEST_COMMAND):
        raise BadBatch
    return WantedMark(uid if UID(uid) else new_key(), command, fields)


def is_clean(text, longest):
    """Whether a text is short enough, and can be stored."""
    return len(text) <= longest and not UNWRITABLE(text)


def back_to(request, pk):
    """The page that a form came from, at the unit that it names or marks; else at what it marks."""
    address, command = reverse("battle", args=[pk]), request.POST.get("command", "")
    if at := UNIT(request.POST.get("unit", "")) or MARKED_UNIT(command):
        return f"{address}?unit={at[1]}#unit-{anchored(at[1])}"
    owner = MARKED_OWNER(command)
    return address + (f"?view={view_of(owner[1])}" if owner else "")


# --- the state that pages ask for -----------------------------------------------------------------------------------


@require_safe
def battle_state(request, key):
    """What is marked, as JSON, for the pages of players and watchers that ask again: 304 where nothing is new.

    It is found by the watchers' key, so that asking costs one short query.
    """
    revision, structure = state_number(key)
    tag = f'"{revision}-{structure}-{get_language()}"'
    is_known = request.headers.get("If-None-Match") == tag
    response = HttpResponseNotModified() if is_known else new_state(key)
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


def new_state(key):
    row = battle_of_key("watch_key", key)
    document = document_of(row)
    html = {"notices": notices_html(row, document), "latest": latest_html(row, document)}
    return JsonResponse(state_of(row, document) | {"html": html})


def state_of(row, document: BattleDocument):
    """{revision, structure, over: whether it has ended, marks: {path: value}, standing: [units of each side]}."""
    standing = [len(document.standing(number)) for number in range(len(document.sides))]
    numbers = {"revision": row.revision, "structure": row.structure, "standing": standing}
    numbers["over"] = row.ended is not None
    return numbers | {"marks": dict(document.marks)}


def notices_html(row, document: BattleDocument):
    """What is due, for pages that ask again; "" if nothing. The answer to a mark leaves it out: pages ask at once."""
    if row.ended:
        return ""
    notices = BATTLES[row.game].notices(document, catalogue(document.game, document.edition))
    return render_to_string("battles/_notices.html", {"notices": notices, "battle": row}) if notices else ""


def latest_html(row, document: BattleDocument):
    """The newest rolls as they fall, for the pages of all at the table; "" if none."""
    latest = latest_of(row, document)
    return render_to_string("battles/_latest.html", {"latest": latest}) if latest else ""


@require_safe
@never_cache
def battle_log(request, pk):
    """What was marked, newest first, in parts: `before` is the number of the last line of the part before."""
    access = access_or_404(request, pk)
    document = document_of(access.battle)
    before = number_or_none(request.GET.get("before"))
    log = log_of(access.battle, document, before)
    if not (allowance := allowed_read(request, sum(len(line.words) for line in log) // WORDS_OF_UNIT)):
        return errors.too_many_requests(request, allowance.wait)
    context = {
        "battle": access.battle,
        "document": document,
        "game": access.battle.game,
        "log": log,
        "older": log[-1].number if log and log[-1].number > access.battle.marks.earliest("number").number else None,
        "is_first": before is None,
    }
    return render(request, "battles/log.html", context)
