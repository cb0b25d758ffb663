"""A battle that a campaign or a gang has planned: started from there, with its lists, roles and what was accepted."""

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
from builder.gatherings.context import state_for
from builder.gatherings.state import GatheringState
from builder.lists import history
from builder.lists.edits import BadEdit
from builder.lists.models import Roster
from builder.wording import say
from rules.play.battle import MOST_SIDES


@require_POST
@idempotent()
@limited("create")
@never_cache
def battle_of_chapter(request, pk, chapter):
    """Start the battle of a planned chapter; the browser's own list is the host's."""
    access = permissions.access_or_404(request, pk, documents=True)
    state = state_for(access)
    if isinstance(state, GatheringState):
        return battle_of_companions(request, access, state, chapter)
    return battle_of_stage(request, access, state, chapter)


def battle_of_companions(request, access, state, pk):
    """All who come to a chapter of a gang, in one battle; who starts it comes."""
    chapter = next((one for one in state.planned if one.pk == pk), None)
    if chapter is None or not access.mine:
        raise Http404
    battles = state.battles.get(pk, [])
    if battles:
        return redirect(battles[-1].address)
    coming = state.coming(chapter)
    members = [access.mine[0], *(one for one in coming if one != access.mine[0])][:MOST_SIDES]
    try:
        players = [
            Participant(one.roster, history.load_roster(one.roster), access.names.get(one.pk, "")) for one in members
        ]
        row = services.start(players, None, chapter.title, chapter=chapter)
    except BadEdit as bad:
        messages.error(request, say(bad))
        return redirect("gathering", access.gathering.pk)
    return redirect("battle", row.pk)


def battle_of_stage(request, access, state, chapter):
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
        return redirect("gathering", access.gathering.pk)
    return redirect("battle", row.pk)


def participants(view, mine):
    """The lists of a planned chapter in their roles, one of this browser's own first."""
    roles = [(side.membership, part.role) for side, part in zip(view.sides, view.stage.parts, strict=True)]
    roles.sort(key=lambda pair: pair[0] not in mine)
    rosters = Roster.objects.in_bulk([membership.roster_id for membership, _role in roles])
    rows = [(rosters[membership.roster_id], role) for membership, role in roles]
    return [Participant(row, history.load_roster(row), role=role or "") for row, role in rows]
