"""Votes: for the next chapter, and for the members' roles."""

from django.contrib import messages
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.gatherings import permissions, services, votes
from builder.gatherings.context import head_context, state_for
from builder.gatherings.models import Chapter
from builder.web.forms import number_or_none


@require_POST
@never_cache
def chapter_vote(request, pk):
    """Vote for a chapter. `vote` is "<pk of the voter> <pk of the chapter>"; 0 as the chapter removes the vote."""
    access = permissions.access_or_404(request, pk)
    numbers = [number_or_none(word) for word in request.POST.get("vote", "").split()]
    if len(numbers) != 2 or None in numbers:
        raise Http404
    voter, chapter = access.own(numbers[0]), None
    if numbers[1]:
        planned = Chapter.objects.filter(gathering=access.gathering, deleted__isnull=True, held=False)
        chapter = get_object_or_404(planned.filter(pk=numbers[1]))
    services.vote_for_chapter(voter, chapter)
    return HttpResponseRedirect(reverse("gathering", args=[pk]) + "#chapters")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def role_vote(request, pk):
    """The votes for each member's role; for a voting member, a form with a select for each."""
    access = permissions.access_or_404(request, pk, documents=True)
    state = state_for(access)
    word = request.POST.get("voter") or request.GET.get("voter")
    voter = access.own(number_or_none(word)) if word else next(iter(access.mine), None)
    roles = state.role_entries
    if request.method == "POST":
        if voter is None:
            raise Http404
        services.vote_for_roles(voter, chosen_roles(request, access, roles))
        messages.success(request, gettext("Your voices count."))
        return HttpResponseRedirect(reverse("role-vote", args=[pk]) + f"?voter={voter.pk}")
    counts, cast = votes.role_votes([one.pk for one in access.current])
    context = head_context(access.gathering) | {
        "access": access,
        "voter": voter,
        "roles": roles,
        "ballots": [ballot(member, counts, cast, voter, roles) for member in state.members],
    }
    return render(request, "gatherings/roles.html", context)


def chosen_roles(request, access, roles):
    """{candidate: role} for each member in the form; "" for what is no role of the book."""
    submitted = {one: request.POST.get(f"role-{one.pk}") for one in access.current}
    return {one: role if role in roles else "" for one, role in submitted.items() if role is not None}


def ballot(member, counts, cast, voter, roles):
    """A member with its present roles (`now`), [(role, votes)] for it (`voices`), and the voter's choice (`mine`)."""
    pk = member.membership.pk
    return {
        "member": member,
        "now": [roles.get(person.condition.role) for person in member.people],
        "voices": [(roles[role], number) for role, number in counts.get(pk, ()) if role in roles],
        "mine": cast.get((voter.pk, pk), "") if voter else "",
    }
