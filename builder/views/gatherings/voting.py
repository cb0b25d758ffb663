"""The members' voices: which chapter comes next, and who should take which role."""

from django.contrib import messages
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.access import one
from builder.gatherings import acts, keys, votes
from builder.models import Chapter
from builder.views.editor import number_or_none
from builder.views.gatherings.page import company_of


@require_POST
@never_cache
def chapter_vote(request, pk):
    """`vote` is the voter's pk and the chapter's, or the voter's and 0, which takes the voice back."""
    seat = keys.seat(request, pk)
    words = [number_or_none(word) for word in request.POST.get("vote", "").split()]
    if len(words) != 2 or None in words:
        raise Http404
    voter, chapter = seat.own(words[0]), words[1] or None
    if chapter:
        planned = Chapter.objects.filter(gathering=seat.gathering, deleted__isnull=True, held=False)
        chapter = one(planned.filter(pk=chapter))
    acts.vote_for_chapter(voter, chapter)
    return HttpResponseRedirect(reverse("gathering", args=[pk]) + "#chapters")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def role_vote(request, pk):
    """Everybody as everybody would see them; a member's form has a select for each."""
    seat = keys.seat(request, pk, documents=True)
    company = company_of(seat)
    voter = seat.own(number_or_none(said_voter(request))) if said_voter(request) else next(iter(seat.mine), None)
    roles = company.role_entries
    if request.method == "POST":
        acts.vote_for_roles(voter or no_voice(), chosen(request, seat, roles))
        messages.success(request, gettext("Your voices count."))
        return HttpResponseRedirect(reverse("role-vote", args=[pk]) + f"?voter={voter.pk}")
    counts, cast = votes.role_votes([one.pk for one in seat.current])
    context = {
        "gathering": seat.gathering,
        "seat": seat,
        "desk": company.desk,
        "words": company.together.words,
        "voter": voter,
        "roles": roles,
        "lines": [line(member, counts, cast, voter, roles) for member in company.members],
    }
    return render(request, "gatherings/roles.html", context)


def said_voter(request):
    return request.POST.get("voter") or request.GET.get("voter")


def no_voice():
    raise Http404


def chosen(request, seat, roles):
    """{candidate: role or ""} for every member whom the form names; what is no role of the book is none."""
    sent = {one: request.POST.get(f"role-{one.pk}") for one in seat.current}
    return {one: role if role in roles else "" for one, role in sent.items() if role is not None}


def line(member, counts, cast, voter, roles):
    """A member with the voices for it: (role, voices), the role that it has, and the one that the voter chose."""
    pk = member.membership.pk
    return {
        "member": member,
        "now": [roles.get(person.condition.role) for person in member.people],
        "voices": [(roles[role], number) for role, number in counts.get(pk, ()) if role in roles],
        "mine": cast.get((voter.pk, pk), "") if voter else "",
    }
