"""Merging gatherings and splitting one, and undoing it."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.form_answers import idempotent
from builder.accounts.limits import limited
from builder.gatherings import permissions, regrouping
from builder.gatherings.context import head_context, try_service
from builder.gatherings.models import Regrouping
from builder.lists.edits import BadEdit
from builder.web.forms import number_or_none
from builder.web.messages import message_with_undo
from builder.web.page_cookie import set_key_cookie
from builder.wording import isolated, say


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@limited("create")
@never_cache
def gathering_regroup(request, pk):
    """Merge this gathering into another that this browser organises, or split it; a POST does it by its `action`."""
    access = permissions.organiser_access_or_404(request, pk, documents=True)
    gathering = access.gathering
    mine = permissions.my_gatherings(request)
    others = [row for row, organises, _names in mine if organises and row.game == gathering.game and row.pk != pk]
    context = head_context(gathering) | {"members": access.current, "undoable": regrouping.undoable(gathering)}
    context |= {"others": others if permissions.assembles(gathering.game) else []}
    if request.method == "POST":
        try:
            return ACTIONS.get(request.POST.get("action"), split)(request, access, context["others"])
        except BadEdit as bad:
            return render(request, "gatherings/regroup.html", context | {"error": say(bad)}, status=422)
    return render(request, "gatherings/regroup.html", context)


def merge(request, access, others):
    chosen = number_or_none(request.POST.get("other"))
    target = next((row for row in others if row.pk == chosen), access.gathering)
    row = regrouping.merge(access.gathering, target)
    say_done(request, gettext("{name} is part of {other} now."), row, row.source, row.target)
    return redirect("gathering", row.target.pk)


def split(request, access, _others):
    chosen = {number_or_none(word) for word in request.POST.getlist("member")}
    leaving = [membership for membership in access.current if membership.pk in chosen]
    name = request.POST.get("name", "").replace("\0", "").strip()[:200] or access.gathering.name
    row, key = regrouping.split(access.gathering, leaving, name)
    permissions.grant(request, row.target)
    say_done(request, gettext("{name} has left {other}."), row, row.target, row.source)
    return set_key_cookie(redirect("gathering", row.target.pk), row.target, key)


ACTIONS = {"merge": merge, "split": split}


def say_done(request, text, row, name, other):
    address = reverse("gathering-regroup-undo", args=[row.stays.pk, row.pk])
    message_with_undo(request, text.format(name=isolated(name), other=isolated(other)), address)


@require_POST
@never_cache
def gathering_regroup_undo(request, pk, regrouping_pk):
    gathering = permissions.organiser_access_or_404(request, pk).gathering
    row = get_object_or_404(Regrouping.of(gathering).select_related("source", "target"), pk=regrouping_pk)
    if row.stays == gathering and try_service(request, regrouping.undo, row):
        messages.success(request, gettext("Undone"))
        return redirect("gathering", row.source.pk)
    return redirect("gathering", pk)
