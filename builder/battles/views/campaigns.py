"""A battle that a campaign has planned: started from there, with its lists, roles and what was accepted."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from builder.accounts.form_answers import idempotent
from builder.accounts.limits import limited
from builder.battles import services
from builder.battles.services import Participant
from builder.gatherings import permissions
from builder.gatherings.context import campaign_or_404, state_for
from builder.lists import history
from builder.lists.edits import BadEdit
from builder.lists.models import Roster
from builder.wording import say


@require_POST
@idempotent()
@limited("create")
@never_cache
def battle_of_chapter(request, pk, chapter):
    """Start the battle of a planned chapter; the browser's own list is the host's."""
    access = permissions.access_or_404(request, pk)
    state = campaign_or_404(state_for(access))
    view = state.stages.get(chapter)
    if view is None or not view.may_begin(access.mine):
        raise Http404
    if view.battle and not view.battle.ended:
        return redirect(view.battle.address)
    facts: dict[str, int | str] = {}
    for consequence in state.accepted(view.stage):
        facts |= consequence.facts
    try:
        players = participants(view, access.mine)
        row = services.start(players, view.stage.scenario, view.chapter.title, facts=facts, chapter=view.chapter)
    except BadEdit as bad:
        messages.error(request, say(bad))
        return redirect("gathering", pk)
    return redirect("battle", row.pk)


def participants(view, mine):
    """The lists of a planned chapter in their roles, one of this browser's own first."""
    roles = [(side.membership, part.role) for side, part in zip(view.sides, view.stage.parts, strict=True)]
    roles.sort(key=lambda pair: pair[0] not in mine)
    rosters = Roster.objects.in_bulk([membership.roster_id for membership, _role in roles])
    rows = [(rosters[membership.roster_id], role) for membership, role in roles]
    return [Participant(row, history.load_roster(row), role=role or "") for row, role in rows]
