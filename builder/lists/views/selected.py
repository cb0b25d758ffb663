"""What can be done with several of my lists at once."""

from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.views.decorators.http import require_POST

from builder.accounts.browsers import browser_of
from builder.accounts.form_answers import DOUBLE_CLICK, idempotent
from builder.accounts.limits import require_allowed
from builder.lists import history, placing
from builder.lists.collection import LONGEST_LABEL, MOST_LABELS, clean_label, with_label, without_label
from builder.lists.edits import BadEdit
from builder.lists.models import Roster, RosterGrant
from builder.lists.pictures import copy_pictures
from builder.lists.selection import MOST_COPIED, MOST_PRINTED, back, format_pks, selected
from builder.web.messages import message_with_undo
from builder.wording import isolated, say


@require_POST
def rosters_selected(request):
    """Do with the selected lists what the pressed button says. Those of others are left out without a word."""
    name = request.POST.get("action") or request.GET.get("action")
    if name not in ACTIONS:
        raise Http404
    pks = selected(request, deleted=name == "restore")
    return ACTIONS[name](request, pks) if pks else nothing_selected(request)


def nothing_selected(request):
    messages.error(request, gettext("No list selected. Tick some first."))
    return back(request)


# --- their place ----------------------------------------------------------------------------------------------------


def label_add(request, pks):
    label = clean_label(request.POST.get("text", ""))
    if not label or len(label) > LONGEST_LABEL:
        sentence = gettext("Label length: 1 to {most}.").format(most=LONGEST_LABEL)
        return refused(request, pks, sentence)
    try:
        placing.change_labels(request, pks, partial(with_label, label=label))
    except placing.TooManyLabels:
        return refused(request, pks, gettext("Labels per list: {most} maximum.").format(most=MOST_LABELS))
    sentence = ngettext("Label {label} added to {n} list.", "Label {label} added to {n} lists.", len(pks))
    return done(request, sentence.format(label=isolated(label), n=len(pks)))


def label_remove(request, pks):
    label = clean_label(request.POST.get("text", ""))
    if not label:
        return refused(request, pks, gettext("Type or choose a label."))
    placing.change_labels(request, pks, partial(without_label, label=label))
    sentence = ngettext("Label {label} removed from {n} list.", "Label {label} removed from {n} lists.", len(pks))
    return done(request, sentence.format(label=isolated(label), n=len(pks)))


def archive(request, pks):
    placing.update_grants(request, pks, archived=True)
    sentence = ngettext("{n} list archived.", "{n} lists archived.", len(pks)).format(n=len(pks))
    message_with_undo(request, sentence, undo_url("unarchive", pks))
    return back(request)


def set_flag(request, pks, flag, sentence):
    """Set `pinned` or `archived` of the lists; `sentence` says so of {n} of them."""
    placing.update_grants(request, pks, **flag)
    return done(request, sentence.format(n=len(pks)))


FLAGS = {
    "pin": ({"pinned": True}, ngettext_lazy("{n} list pinned.", "{n} lists pinned.", "n")),
    "unpin": ({"pinned": False}, ngettext_lazy("{n} list unpinned.", "{n} lists unpinned.", "n")),
    "unarchive": ({"archived": False}, ngettext_lazy("{n} list unarchived.", "{n} lists unarchived.", "n")),
}


def remove(request, pks):
    placing.remove(pks)
    sentence = ngettext("{n} list deleted.", "{n} lists deleted.", len(pks)).format(n=len(pks))
    message_with_undo(request, sentence, undo_url("restore", pks))
    return back(request)


def restore(request, pks):
    placing.restore(pks)
    return done(request, ngettext("{n} list restored.", "{n} lists restored.", len(pks)).format(n=len(pks)))


def undo_url(action, pks):
    return reverse("rosters-selected", query={"action": action, "lists": format_pks(pks)})


def done(request, sentence):
    messages.success(request, sentence)
    return back(request)


def refused(request, pks, sentence):
    """The same lists are still selected on the page that says why."""
    messages.error(request, sentence)
    return back(request, pks)


# --- on paper and in a file -----------------------------------------------------------------------------------------


def print_them(request, pks):
    if len(pks) > MOST_PRINTED:
        sentence = gettext("Lists to print: {most} maximum, {n} selected. A larger file takes too long to make.")
        return refused(request, pks, sentence.format(most=MOST_PRINTED, n=len(pks)))
    return redirect("rosters-print", pks)


def export(request, pks):
    return redirect("rosters-zip", pks)


ACTIONS = {
    "label-add": label_add,
    "label-remove": label_remove,
    "archive": archive,
    "remove": remove,
    "restore": restore,
    "print": print_them,
    "zip": export,
} | {name: partial(set_flag, flag=flag, sentence=sentence) for name, (flag, sentence) in FLAGS.items()}


# --- copies ---------------------------------------------------------------------------------------------------------


@require_POST
@idempotent(DOUBLE_CLICK)
def rosters_duplicate(request):
    """Copies of the selected lists: of all of them or of none."""
    pks = selected(request)
    if not pks:
        return nothing_selected(request)
    if len(pks) > MOST_COPIED:
        sentence = gettext("Lists to copy: {most} maximum, {n} selected.")
        return refused(request, pks, sentence.format(most=MOST_COPIED, n=len(pks)))
    try:
        with transaction.atomic():
            for _copy in pks:
                require_allowed(request, "create")
            store_copies(request, pks)
    except BadEdit as bad:
        return refused(request, pks, say(bad))
    return done(request, ngettext("{n} copy made.", "{n} copies made.", len(pks)).format(n=len(pks)))


def store_copies(request, pks):
    """The copies stand in the order of the lists that they are made from: the first is the newest."""
    rosters = Roster.objects.in_bulk(pks)
    for pk in reversed(pks):
        if pk in rosters:
            copy, _key = history.create(history.load_roster(rosters[pk]), "duplicate")
            copy_pictures([rosters[pk]], copy)
            browser_of(request).grant(RosterGrant, copy)
