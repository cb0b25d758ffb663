"""A new list: from the form of its head, from the game's example, or as a copy of another."""

from dataclasses import replace

from django.contrib import messages
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.form_answers import DOUBLE_CLICK, idempotent
from builder.accounts.limits import limited
from builder.lists import edits, history
from builder.lists.access import grant_and_open, granted_roster, shared_roster
from builder.lists.editor_page import head_context, valid_index
from builder.lists.examples import example_or_404
from builder.lists.loaded import LoadedRoster
from builder.lists.pictures import copy_pictures
from builder.lists.sharing import visible_state
from builder.lists.spec import LISTS
from builder.registry import catalogue_or_404
from builder.web.page_cookie import home
from builder.web.way_back import asked_back, keep_way_back
from builder.wording import say
from rules.shapes import writable


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@limited("create")
def roster_new(request, game):
    catalogue, spec = catalogue_or_404(game), LISTS[game]
    empty = LoadedRoster.empty(game)
    head = head_context(empty, spec.head_values(None))
    context = {"game": game, "catalogue": catalogue, "head": head, "name": "", "back": asked_back(request)}
    if request.method != "POST":
        return TemplateResponse(request, "lists/new.html", context)
    fields = request.POST.dict()
    try:
        named = edits.rename(replace(empty.document, **spec.read_head(empty, fields)), fields)
        roster, key = history.create(empty.with_document(spec.start_list(named, catalogue)), "new")
    except edits.BadEdit as bad:
        typed = {key: writable(value) for key, value in fields.items()}
        context |= {"error": bad, "name": typed.get("name", ""), "head": head | {"values": typed}}
        return TemplateResponse(request, "lists/new.html", context, status=422)
    return keep_way_back(request, grant_and_open(request, roster, key), home(roster))


@require_POST
@idempotent(DOUBLE_CLICK)
@limited("create")
def roster_example(request, game):
    """A copy of the game's example list, as a list of this browser's own; `unit` is the index of the one to open."""
    catalogue_or_404(game)
    loaded = example_or_404(game)
    roster, key = history.create(loaded, "example")
    return grant_and_open(request, roster, key, valid_index(request.POST.get("unit"), loaded))


@require_POST
@idempotent(DOUBLE_CLICK)
@limited("create")
def roster_duplicate(request, pk):
    roster = granted_roster(request, pk)
    return copy_response(request, roster, history.load_roster(roster), "duplicate", redirect("roster", pk))


@require_POST
@idempotent(DOUBLE_CLICK)
@limited("create")
def shared_copy(request, key):
    """A copy of what a share link shows, as a list of this browser's own."""
    roster = shared_roster(key)
    loaded, _revision = visible_state(request, roster)
    return copy_response(request, roster, loaded, "copy", redirect("shared", key))


def copy_response(request, source, loaded, action, refused):
    """Store a copy and go to it; `refused` is the answer where the list is larger than lists may be by now.

    source, loaded -- the list, and its state that is copied
    """
    try:
        roster, key = history.create(loaded, action)
    except edits.BadEdit as bad:
        messages.error(request, say(bad))
        return refused
    copy_pictures([source], roster)
    return grant_and_open(request, roster, key)
