"""Coming and going: the invitation, leaving, being sent away, and what a roster's owner sees of it."""

import re

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder import access, history
from builder.gatherings import acts, keys
from builder.gatherings.forms import NewcomerForm, sent
from builder.gatherings.once import once, token
from builder.limits import allowed, limited
from builder.models import Membership
from builder.templatetags.bivouac import isolated, say
from builder.views import errors
from builder.views.editor import number_or_none
from builder.views.gatherings.page import desk_of, done, said
from builder.views.links import opened_with_key
from builder.views.new import desk_or_404
from builder.workbench import Bench

INVITATION = re.compile(r"(?:.*/j/)?([A-Za-z0-9_-]{10,32})/?").fullmatch


@require_http_methods(["GET", "HEAD", "POST"])
@once
@limited("join")
@never_cache
def invitation(request, key):
    """What one is invited to; a POST joins, with a roster of one's own or a new one."""
    row = keys.by_key("invite_key", key)
    if request.method == "POST" and "roster" in request.POST:
        return join_with_own(request, row, key)
    form = NewcomerForm(sent(request))
    if request.method == "POST" and form.is_valid():
        return join_with_new(request, row, form.cleaned_data)
    return render(
        request, "gatherings/invitation.html", invited(request, row, form), status=422 if form.errors else 200
    )


def invited(request, row, form):
    desk = desk_of(row.game)
    members = [one for one in keys.members_of(row, documents=False) if one.current]
    rosters = [one for one in access.mine(request) if one.game == row.game]
    here = {one.roster_id for one in members}
    return {
        "gathering": row,
        "desk": desk,
        "words": desk.gathering.words,
        "members": members,
        "form": form,
        "once": token(),
        "rosters": [one for one in rosters if one.pk not in here],
        "inside": [one for one in rosters if one.pk in here] or keys.organises(request, row),
        "chosen": number_or_none(request.GET.get("roster")),
    }


def join_with_own(request, row, key):
    roster = access.by_grant(request, number_or_none(request.POST["roster"]) or 0)
    if not done(request, acts.join, row, roster):
        return redirect("invitation", key)
    return redirect("gathering", row.pk)


def join_with_new(request, row, fields):
    """A new roster of one unit, which opens in the editor, where its secret link is shown once."""
    if not allowed(request, "create"):
        return errors.too_many_requests(request)
    desk, book = desk_or_404(row.game)
    empty = Bench.empty(row.game)
    try:
        newcomer = desk.gathering.newcomer(desk.begin(empty.list, book), fields["name"], fields["player"])
    except acts.BadEdit as bad:
        messages.error(request, say(bad))
        return redirect("invitation", row.invite_key)
    with transaction.atomic():
        roster, key = history.create(empty.changed(newcomer), "join")
        if not done(request, acts.join, row, roster):
            transaction.set_rollback(True)
            return redirect("invitation", row.invite_key)
    messages.success(request, gettext("{name} is in.").format(name=isolated(roster.name)))
    return opened_with_key(request, roster, key)


@require_POST
@never_cache
def membership_end(request, pk, member):
    """A member leaves, or the organiser sends somebody away."""
    seat = keys.seat(request, pk)
    membership = seat.member(member)
    own = membership in seat.mine
    if not (own or seat.organiser) or membership.left is not None:
        raise Http404
    acts.end(membership, expelled=not own)
    sentence = gettext("{name} has left.").format(name=isolated(membership.called or membership.name))
    said(request, sentence, reverse("membership-return", args=[pk, member]))
    return redirect("gathering", pk) if still_there(seat, membership) else redirect("gatherings")


def still_there(seat, ended):
    return seat.organiser or any(one is not ended for one in seat.mine)


@require_POST
@never_cache
def membership_return(request, pk, member):
    """Undo leaving: who left comes back, or the organiser takes back whom he sent away."""
    rows = Membership.objects.filter(pk=member, gathering=pk, gathering__deleted__isnull=True, left__isnull=False)
    membership = access.one(rows.select_related("gathering", "roster"))
    own = membership.roster and not membership.roster.deleted and keys.owns(request, membership.roster)
    if not (keys.organises(request, membership.gathering) if membership.expelled else own):
        raise Http404
    return redirect("gathering", pk) if done(request, acts.come_back, membership) else redirect("gatherings")


def roster_gathering(request, row):
    """The gathering of a roster of one's own; where there is none, how to found or join one."""
    held = Membership.objects.filter(roster=row, left__isnull=True, gathering__deleted__isnull=True).first()
    if held:
        return redirect("gathering", held.gathering_id)
    if request.method == "POST":
        found = INVITATION(request.POST.get("invitation", "").strip())
        if found:
            return redirect(reverse("invitation", args=[found[1]]) + f"?roster={row.pk}")
        messages.error(request, gettext("That is no invitation."))
    desk = desk_of(row.game)
    organised = [one for one, organises, _members in keys.mine(request) if organises and one.game == row.game]
    context = {"roster": row, "desk": desk, "words": desk.gathering.words, "organised": organised}
    return render(request, "gatherings/of_roster.html", context)
