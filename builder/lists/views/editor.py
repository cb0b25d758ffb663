"""The editor: a list on one page, one edit a request."""

import re

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.accounts.limits import counts_as
from builder.lists import edits, history
from builder.lists.access import granted_roster, new_edit_link, other_documents
from builder.lists.battle_record import battle_record
from builder.lists.book_change import book_change
from builder.lists.commands import perform
from builder.lists.editor_page import (
    added_index,
    changed_cards,
    editor_context,
    head_context,
    moved_to,
    offers_context,
    open_index_after,
    toast_text,
    unchanged_fragments,
    valid_index,
)
from builder.lists.gathering_summary import gathering_summary
from builder.lists.models import Roster
from builder.lists.own_box import marked, marking_box
from builder.lists.spec import LISTS
from builder.web.forms import number_or_none
from builder.web.kept_page import kept_page
from builder.web.messages import Toast, message_of_edit
from builder.web.offline import opens_offline
from builder.web.way_back import kept_back
from builder.wording import cited, say

OFFERS = ("picker", "new_units")  # in the context, where they do not follow
STEPS = {"undo": history.undo, "redo": history.redo}
NOT_RESENT = ("csrfmiddlewaretoken", "revision", "command", "offers_in_view", "uid", "after")
UID = re.compile(r"[A-Za-z0-9_-]{8,40}").fullmatch  # the id of an edit as a browser may choose it


@require_safe
@opens_offline("unit", "revision")
@never_cache
def roster(request, pk):
    """The editor's page; to htmx the cards that opening or closing a unit changes."""
    roster = granted_roster(request, pk)
    loaded = history.load_roster(roster)
    open_index = valid_index(request.GET.get("unit"), loaded)
    if request.htmx and not request.htmx.boosted:
        closed = valid_index(request.GET.get("closing"), loaded)
        stale = request.GET.get("revision") != str(roster.revision)
        cards = None if stale else {open_index, closed}
        same = dict.fromkeys(("same_figures", "same_title", "same_log"), True)
        return fragments(request, roster, loaded, open_index, cards, elsewhere=stale, **same)
    head_open, edit_link, back = "head" in request.GET, new_edit_link(request, roster), kept_back(request)
    gathering, battles = gathering_summary(roster), battle_record(roster)
    others, box = other_documents(request, roster), marking_box(request, roster.game)

    def context():
        head = head_context(loaded, LISTS[roster.game].head_values(loaded.document)) if head_open else None
        shown = {"head_open": head_open, "head": head, "edit_link": edit_link, "back": back}
        beside = {"gathering": gathering, "battles": battles, "book_change": book_change(roster, loaded)}
        return with_marks(editor_context(roster, loaded, open_index, beside=beside, others=others) | shown, box)

    if edit_link:
        return render(request, "lists/editor.html", context())
    columns = [getattr(roster, field.attname) for field in Roster._meta.concrete_fields if field.name != "document"]
    key = *columns, gathering, *battles.entries, back, box, *others
    return kept_page(request, "lists/editor.html", key, (loaded.catalogue,), context, f"unit={open_index}")


@require_safe
@never_cache
def roster_offers(request, pk):
    """What may be added now, which htmx asks for when no edit has followed the last one; the whole editor if stale."""
    roster = granted_roster(request, pk)
    loaded = history.load_roster(roster)
    open_index = valid_index(request.GET.get("unit"), loaded)
    if request.GET.get("revision") != str(roster.revision):
        return fragments(request, roster, loaded, open_index, None, elsewhere=True)
    context = offers_context(roster, loaded, open_index, other_documents(request, roster))
    context = with_marks(context, marking_box(request, roster.game))
    return render(request, "lists/_offers_response.html", context)


def with_marks(context, box):
    """The context with the offers marked that a box cannot build; unchanged where there is no box."""
    marks = {key: marked(context["loaded"], context[key], box) for key in OFFERS if context[key]} if box else {}
    return context | marks


@counts_as("edit")
@require_POST
@never_cache
def roster_edit(request, pk):
    """One edit, by its command; or a step back or forward."""
    roster = granted_roster(request, pk, rosters=Roster.objects.with_base)
    command, fields = request.POST.get("command", ""), request.POST.dict()
    revision = number_or_none(request.POST.get("revision"))
    try:
        if command in STEPS:
            return step_response(request, roster, command, revision)
        applied = history.apply(roster, command, fields, revision, sent_edit(fields))
    except edits.BadEdit as bad:
        return refusal_response(request, roster, bad, fields)
    except history.Conflict:
        return conflict_response(request, roster, command, fields, revision)
    if is_from_outbox(request):
        return JsonResponse({"revision": roster.revision})
    open_index = open_index_after(applied, number_or_none(fields.get("opened")))
    toast = toast_text(applied)
    return edit_response(request, roster, applied, open_index, toast, whole=applied.stale)


def sent_edit(fields):
    """What the fields of an edit that may have waited in a browser say of it."""
    uid = fields.get("uid", "")
    return history.SentEdit(uid if UID(uid) else None, frozenset(fields.get("after", "").split()))


def is_from_outbox(request):
    """Whether an edit had to wait in a browser, which wants to know no more than what became of it."""
    return request.headers.get("Accept") == "application/json"


def step_response(request, roster, command, revision):
    """After an undo or a redo."""
    applied = STEPS[command](roster, revision)
    open_index = valid_index(request.POST.get("opened"), applied.after)
    toast = gettext("Undone") if command == "undo" else gettext("Redone")
    if applied.before is applied.after:
        toast = gettext("Nothing to undo") if command == "undo" else gettext("Nothing to redo")
    return edit_response(request, roster, applied, open_index, toast, whole=True)


def edit_response(request, roster, applied, open_index, toast, whole=False):
    """After an edit: fragments for htmx, a redirect for everybody else."""
    before, after = applied.before, applied.after
    something = before.document != after.document  # that this edit did; else undoing would take back another one
    if not request.htmx:
        (message_of_edit if something else messages.info)(request, toast)
        return redirect(editor_url(roster, open_index, added_index(applied)))
    cards: set[int | None] | None = None if whole else changed_cards(before, after)
    was_open = valid_index(request.POST.get("opened"), after)
    offers = {"new_units"}
    if cards is not None:
        cards |= {was_open, open_index}
        offers |= {"picker"} if was_open == open_index else set()
    lazy = frozenset() if "offers_in_view" in request.POST else frozenset(offers)
    toasts = [Toast(toast, undo_edit=something, added=added_index(applied))]
    context = {"toasts": toasts, "moved": moved_to(applied), "elsewhere": applied.stale}
    context |= unchanged_fragments(before, after)
    context["same_findings"] &= was_open == open_index  # the panel leaves out what the open card says
    return fragments(request, roster, after, open_index, cards, lazy, offered=True, **context)


def editor_url(roster, open_index, added=None):
    """The address of the editor with a unit open; it leads to the unit that was added, else to the open one."""
    query = "" if open_index is None else f"?unit={open_index}"
    shown = open_index if added is None else added
    return reverse("roster", args=[roster.pk]) + query + ("" if shown is None else f"#unit-{shown}")


def fragments(request, roster, loaded, open_index, cards, lazy=frozenset(), offered=False, status=200, **context):
    """The fragments that htmx puts in their places.

    cards   -- the indexes of the cards that changed, None for all
    lazy    -- the offers that the page asks for afterwards, as `editor_context` names them
    offered -- what may be added has changed; so it has where all cards have
    context -- elsewhere: the page did not show the newest state when it asked; and what else the template reads
    """
    only = None if cards is None else {index for index in cards if index is not None}
    offered = (offered or only is None) and "new_units" not in lazy
    others = other_documents(request, roster) if offered else None
    context = editor_context(roster, loaded, open_index, only, lazy, others=others) | {"whole": cards is None} | context
    context = with_marks(context, marking_box(request, roster.game))
    return render(request, "lists/_edit_response.html", context, status=status)


def refusal_response(request, roster, bad, fields):
    """After an edit that cannot be done: the reason, and the page as it was."""
    if is_from_outbox(request):
        return waited_refusal(roster, fields.get("command", ""), reason_of(bad), 422)
    loaded = history.load_roster(roster)
    open_index = valid_index(fields.get("opened"), loaded)
    if not request.htmx:
        messages.error(request, reason_of(bad))
        return redirect(editor_url(roster, open_index))
    stale = fields.get("revision") != str(roster.revision)
    context = {"toasts": [Toast(reason_of(bad), error=True)], "elsewhere": stale, "same_log": not stale}
    return fragments(request, roster, loaded, open_index, None if stale else set(), status=422, **context)


def waited_refusal(roster, command, reason, status):
    """What an outbox is told of an edit that was not made: why, and whether it means the same on any later state."""
    edit = LISTS[roster.game].edits.get((command.split() or [""])[0])
    return JsonResponse({"reason": reason, "again": bool(edit and edit.means_the_same_later)}, status=status)


def reason_of(bad):
    """Why an edit cannot be done, with the page of the book where it is a rule that says so."""
    finding = getattr(bad, "finding", None)
    return f"{say(bad)} ({cited(finding.rule.cite)})" if finding else say(bad)


def conflict_response(request, roster, command, fields, revision):
    """Both states, and what was asked for; nothing was saved."""
    if is_from_outbox(request):
        return waited_refusal(roster, command, gettext("This list was changed elsewhere"), 409)
    roster = granted_roster(request, roster.pk)
    loaded = history.load_roster(roster)
    opened, others = valid_index(fields.get("opened"), loaded), other_documents(request, roster)
    context = editor_context(roster, loaded, opened, others=others) | {
        "conflict": True,
        "elsewhere": True,
        "whole": True,
        "command": command,
        "submitted_state": submitted_state(roster, command, fields, revision),
        "submitted_fields": {key: value for key, value in fields.items() if key not in NOT_RESENT},
    }
    template = "lists/_edit_response.html" if request.htmx else "lists/conflict.html"
    return render(request, template, context, status=409)


def submitted_state(roster, command, fields, revision):
    """What the player would have got on the state that the form was filled in for, if there is such a state."""
    loaded = None if revision is None or command in STEPS else history.load_revision(roster, revision)
    if loaded is None:
        return None
    try:
        return loaded.with_document(perform(loaded, command, fields))
    except edits.BadEdit:
        return loaded
