"""Votes: for the next chapter, and for the members' roles."""

from django.contrib import messages
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.limits import counts_as
from builder.gatherings import permissions, services, votes
from builder.gatherings.context import assembled_or_404, head_context, state_for, try_edit, try_service
from builder.gatherings.models import RoleVote
from builder.lists.access import granted_roster
from builder.lists.models import Roster
from builder.web.forms import number_or_none
from builder.wording import isolated, local
from rules.text import visible

LONGEST_ARGUMENT = RoleVote._meta.get_field("argument").max_length


@require_POST
@never_cache
def chapter_vote(request, pk):
    """Vote for a chapter. `vote` is "<pk of the voter> <pk of the chapter>"; 0 as the chapter removes the vote.

    Of a chapter that was played meanwhile the next page says that its vote is closed.
    """
    access = permissions.access_or_404(request, pk)
    numbers = [number_or_none(word) for word in request.POST.get("vote", "").split()]
    if len(numbers) != 2 or None in numbers:
        raise Http404
    voter, chapter = access.own(numbers[0]), None
    if numbers[1]:
        chapter = get_object_or_404(access.gathering.chapters.filter(pk=numbers[1], deleted__isnull=True))
    try_service(request, services.vote_for_chapter, voter, chapter)
    return HttpResponseRedirect(reverse("gathering", args=[pk]) + "#chapters")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def role_vote(request, pk):
    """The votes for each member's role; for a voting member, a form with a select for each."""
    access = permissions.access_or_404(request, pk, documents=True)
    state = assembled_or_404(state_for(access))
    word = request.POST.get("voter") or request.GET.get("voter")
    voter = access.own(number_or_none(word)) if word else next(iter(access.mine), None)
    roles = state.role_entries
    if request.method == "POST":
        if voter is None:
            raise Http404
        services.vote_for_roles(voter, chosen_roles(request, access, roles), arguments_sent(request, access))
        messages.success(request, gettext("Vote saved."))
        return HttpResponseRedirect(reverse("role-vote", args=[pk]) + f"?voter={voter.pk}")
    current = [membership.pk for membership in access.current]
    counts, cast = votes.role_votes(current)
    arguments = votes.arguments(current)
    context = head_context(access.gathering) | {
        "access": access,
        "voter": voter,
        "roles": roles,
        "ballots": [
            ballot(member, counts, cast, voter, roles) | argued(member, arguments, access, voter, roles)
            for member in state.members
        ],
        "last_played": state.held[-1] if state.held else None,
    }
    return render(request, "gatherings/roles.html", context)


def chosen_roles(request, access, roles):
    """{candidate: role} for each member in the form; "" for what is no role of the book."""
    submitted = {membership: request.POST.get(f"role-{membership.pk}") for membership in access.current}
    return {membership: role if role in roles else "" for membership, role in submitted.items() if role is not None}


def arguments_sent(request, access):
    """{candidate: argument} for each member in the form, on one line."""
    sent = {membership: request.POST.get(f"argument-{membership.pk}", "") for membership in access.current}
    return {membership: " ".join(visible(text).split())[:LONGEST_ARGUMENT] for membership, text in sent.items()}


def argued(member, arguments, access, voter, roles):
    """What speaks for the roles of a member: [(voter, role, argument)] (`arguments`), and the voter's own (`why`)."""
    members = {membership.pk: membership for membership in access.current}
    rows = arguments.get(member.membership.pk, ())
    return {
        "arguments": [(members[pk], roles[role], text) for pk, role, text in rows if role in roles],
        "why": next((text for pk, _role, text in rows if voter and pk == voter.pk), ""),
    }


def ballot(member, counts, cast, voter, roles):
    """A member with its present roles (`now`), [(role, votes)] for it (`voices`), and the voter's choice (`mine`).

    For one's own also what it may take on (`takes`), as `takes_of` gives it.
    """
    pk = member.membership.pk
    voices = [(roles[role], number) for role, number in counts.get(pk, ()) if role in roles]
    return {
        "member": member,
        "now": [roles.get(person.condition.role) for person in member.people],
        "voices": voices,
        "takes": takes_of(member, voices) if member.own else [],
        "mine": cast.get((voter.pk, pk), "") if voter else "",
    }


def takes_of(member, voices):
    """[(index in the roster, unit's name, role)]: the roles with the most votes, for units that play without them."""
    most = max((number for _role, number in voices), default=0)
    leading = [role for role, number in voices if number == most]
    playing = [(index, person.condition) for index, person in enumerate(member.people) if person.condition.plays]
    return [
        (index, condition.name, role) for index, condition in playing for role in leading if role.slug != condition.role
    ]


@counts_as("edit")
@require_POST
@never_cache
def role_take(request, pk):
    """Give a unit of one's own a role.

    `take` is "<pk of the member> <revision of its roster> <index of the unit in that> <slug of the role>".
    """
    access = permissions.access_or_404(request, pk, documents=True)
    state, words = assembled_or_404(state_for(access)), request.POST.get("take", "").split()
    if len(words) != 4 or words[3] not in state.role_entries:
        raise Http404
    member, revision, index = map(number_or_none, words[:3])
    if index is None:
        raise Http404
    roster = granted_roster(request, access.own(member).roster_id or 0, rosters=Roster.objects.with_base)
    if applied := try_edit(request, roster, state.spec.take_role(index, words[3]), revision):
        unit = applied.after.document.units[int(applied.command.split()[1])]
        name, role = isolated(unit.name or gettext("Unnamed")), local(state.role_entries[words[3]].name)
        messages.success(request, gettext("{name}: now {role}.").format(name=name, role=role))
    return redirect("role-vote", pk)
