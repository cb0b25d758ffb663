"""The page of a gathering; creating, renaming, removing and erasing one; the gatherings of this browser."""

from django.conf import settings
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import Http404
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.accounts.form_answers import idempotent
from builder.accounts.limits import limited
from builder.gatherings import permissions, services
from builder.gatherings.campaign_spec import spec_of
from builder.gatherings.context import (
    access_context,
    game_context,
    head_context,
    new_organiser_link,
    state_context,
    state_for,
)
from builder.gatherings.forms import GangForm, HeadForm, NewsForm
from builder.gatherings.models import Gathering
from builder.lists.access import granted_roster
from builder.lists.edits import BadEdit
from builder.lists.erasing import KEPT_REMOVED, erase
from builder.lists.history import Conflict
from builder.registry import games_with_books
from builder.web.forms import form_data, number_or_none, submitted_revision
from builder.web.messages import message_with_undo
from builder.web.page_cookie import set_key_cookie
from builder.wording import isolated


@require_safe
@never_cache
def gatherings(request):
    """The gatherings of this browser."""
    context = {
        "mine": permissions.my_gatherings(request),
        "removed": permissions.removed_gatherings(request),
        "kept_days": KEPT_REMOVED.days,
        "founding": [(game["slug"], spec.labels) for game in games_with_books() if (spec := spec_of(game["slug"]))],
    }
    return render(request, "gatherings/my_gatherings.html", context)


@require_safe
@never_cache
def gathering(request, pk):
    try:
        access = permissions.access_or_404(request, pk, documents=True)
    except Http404:
        row = permissions.merged_into(Gathering.objects.filter(pk=pk, deleted__isnull=False).first())
        return redirect("gathering", permissions.access_or_404(request, row.pk).gathering.pk)
    link = new_organiser_link(request, access.gathering) if access.organiser else None
    form = NewsForm(for_all=access.may_write_for_all)
    context = state_context(state_for(access)) | access_context(access, form) | {"organiser_link": link}
    return render(request, "gatherings/gathering.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@limited("create")
@never_cache
def gathering_new(request, game):
    """Create a gathering; `roster` in the address or the form names its first member, an own roster."""
    roster = first_member(request, game)
    form = HeadForm(form_data(request))
    context = game_context(game) | {"form": form, "roster": roster}
    context["with_roster"] = request.method != "POST" or "roster" in request.POST
    if request.method != "POST":
        return TemplateResponse(request, "gatherings/new.html", context)
    if not form.is_valid():
        return TemplateResponse(request, "gatherings/new.html", context, status=422)
    try:
        member = roster if context["with_roster"] else None
        gathering, key = services.create(game, member, **form.cleaned_data)
    except BadEdit as bad:
        return TemplateResponse(
            request, "gatherings/new.html", context | {"refused": bad, "with_roster": False}, status=422
        )
    permissions.grant(request, gathering)
    return set_key_cookie(redirect("gathering", gathering.pk), gathering, key)


def first_member(request, game):
    """The own roster that `roster` names, None if it is missing; 404 for one of another game."""
    pk = number_or_none(request.POST.get("roster") or request.GET.get("roster"))
    if pk is None:
        return None
    roster = granted_roster(request, pk)
    if roster.game != game:
        raise Http404
    return roster


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@never_cache
def gathering_edit(request, pk):
    gathering = permissions.organiser_access_or_404(request, pk).gathering
    form_class = GangForm if permissions.assembles(gathering.game) else HeadForm
    form = form_class(form_data(request), initial=model_to_dict(gathering, ["name", "notes", "community"]))
    context = head_context(gathering) | {"form": form}
    if request.method != "POST":
        return TemplateResponse(request, "gatherings/edit.html", context | {"revision": gathering.revision})
    revision = submitted_revision(request)
    if not form.is_valid():
        return TemplateResponse(request, "gatherings/edit.html", context | {"revision": revision}, status=422)
    try:
        services.save(gathering, revision, **form.cleaned_data)
    except Conflict:
        gathering.refresh_from_db()
        context |= {"conflict": True, "revision": gathering.revision}
        return TemplateResponse(request, "gatherings/edit.html", context, status=409)
    return redirect("gathering", pk)


@require_POST
def gathering_remove(request, pk):
    gathering = permissions.organiser_access_or_404(request, pk).gathering
    services.remove(gathering)
    text = gettext("{name} moved to the trash.").format(name=isolated(gathering))
    message_with_undo(request, text, reverse("gathering-return", args=[pk]))
    return redirect("gatherings")


@require_POST
def gathering_return(request, pk):
    services.restore(permissions.organiser_access_or_404(request, pk, deleted=True).gathering)
    return redirect("gathering", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def gathering_erase(request, pk):
    """Ask whether a gathering that was broken up may be erased for good; a POST erases it."""
    gathering = permissions.organiser_access_or_404(request, pk, deleted=True).gathering
    if request.method != "POST":
        context = {"gathering": gathering, "backup_days": settings.BACKUP_KEEP}
        return render(request, "gatherings/erase.html", context)
    erase(permissions.in_trash().filter(pk=pk))
    messages.success(request, gettext("{name} deleted forever.").format(name=isolated(gathering)))
    return redirect("gatherings")
