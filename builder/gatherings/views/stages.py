"""A list takes on what a planned battle of its campaign asks for."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from builder.accounts.limits import counts_as
from builder.gatherings import permissions
from builder.gatherings.context import campaign_or_404, state_for, try_edit
from builder.lists.access import granted_roster
from builder.lists.models import Roster


@counts_as("edit")
@require_POST
@never_cache
def stage_take(request, pk, chapter, member):
    """Give a list of one's own the scenario of a planned chapter, its role and what was accepted for it."""
    access = permissions.access_or_404(request, pk)
    state, membership = campaign_or_404(state_for(access)), access.own(member)
    view = state.stages.get(chapter)
    sides = [part.member for part in view.stage.parts] if view else []
    if view is None or membership.pk not in sides:
        raise Http404
    command = state.spec.take_on(view.stage, sides.index(membership.pk), state.accepted(view.stage))
    roster = granted_roster(request, membership.roster_id or 0, rosters=Roster.objects.with_base)
    if applied := try_edit(request, roster, command, roster.revision):
        same = applied.after.document == applied.before.document
        already, done = gettext("Your list is already set up."), gettext("Your list is set up. You can undo this.")
        messages.success(request, already if same else done)
    return redirect(reverse("gathering", args=[pk]) + f"#chapter-{chapter}")
