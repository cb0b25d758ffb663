"""Joining by an invitation, leaving, expelling, and a roster's page about its gathering."""

import re

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.browsers import browser_of
from builder.accounts.form_answers import idempotent
from builder.accounts.limits import limited, require_allowed
from builder.gatherings import permissions, services
from builder.gatherings.context import game_context, head_context, spec_or_404, try_service
from builder.gatherings.forms import NewcomerForm
from builder.gatherings.models import Membership
from builder.lists import history
from builder.lists.access import grant_and_open, granted_roster, may_edit, my_rosters
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.web.forms import form_data, number_or_none
from builder.web.late_page import LatePage
from builder.web.messages import message_with_undo
from builder.wording import isolated, say

INVITATION = re.compile(r"(?:.*/j/)?([A-Za-z0-9_-]{10,32})/?").fullmatch


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@limited("join")
@never_cache
def invitation(request, key):
    """The page of an invitation; a POST joins with an own roster or a new one."""
    gathering = permissions.gathering_of_key("invite_key", key)
    if request.method == "POST" and "roster" in request.POST:
        return join_with_own(request, gathering, key)
    form = NewcomerForm(form_data(request))
    if request.method == "POST" and form.is_valid():
        return join_with_new(request, gathering, form.cleaned_data)
    return LatePage(
        request,
        "gatherings/invitation.html",
        lambda: invitation_context(request, gathering, form),
        status=422 if form.errors else 200,
    )


def invitation_context(request, gathering, form):
    assembles = permissions.assembles(gathering.game)
    members = [membership for membership in permissions.memberships_of(gathering, assembles) if membership.current]
    rosters = [roster for roster in my_rosters(request) if roster.game == gathering.game]
    joined = {member.roster_id for member in members}
    return head_context(gathering) | {
        "members": members,
        "form": form,
        "rosters": [roster for roster in rosters if roster.pk not in joined],
        "inside": [roster for roster in rosters if roster.pk in joined] or permissions.organises(request, gathering),
        "chosen": number_or_none(request.GET.get("roster")),
        "my_name": permissions.account_name(request),
    }


def join_with_own(request, gathering, key):
    roster = granted_roster(request, number_or_none(request.POST["roster"]) or 0)
    if not try_service(request, services.join, gathering, roster):
        return redirect("invitation", key)
    show_account_if_asked(request, gathering, roster)
    return redirect("gathering", gathering.pk)


def join_with_new(request, gathering, fields):
    """Join with a new roster of one unit. Redirects to its editor, which shows its secret link once."""
    require_allowed(request, "create")
    spec, empty = spec_or_404(gathering.game), LoadedRoster.empty(gathering.game)
    try:
        started = LISTS[gathering.game].start_list(empty.document, empty.catalogue)
        newcomer = spec.newcomer(started, fields["name"], fields["player"])
    except BadEdit as bad:
        messages.error(request, say(bad))
        return redirect("invitation", gathering.invite_key)
    with transaction.atomic():
        roster, key = history.create(empty.with_document(newcomer), "join")
        if not try_service(request, services.join, gathering, roster):
            transaction.set_rollback(True)
            return redirect("invitation", gathering.invite_key)
    messages.success(request, gettext("{name} has joined.").format(name=isolated(roster.name)))
    response = grant_and_open(request, roster, key)
    show_account_if_asked(request, gathering, roster)
    return response


def show_account_if_asked(request, gathering, roster):
    """Show the others whose account it is, where the form on the invitation says so."""
    account = browser_of(request).account
    if "show_account" not in request.POST or account is None:
        return
    membership = Membership.objects.get(gathering=gathering, roster=roster, left__isnull=True)
    if not services.show_account(membership, account):
        messages.error(request, gettext("Your name isn’t shown: this list isn’t in your account."))


@require_POST
@never_cache
def membership_account(request, pk, member):
    """Show the others the name of the account that is signed in beside a member whose roster it has, or hide it."""
    access = permissions.access_or_404(request, pk)
    membership = access.own(member)
    if membership.pk not in access.my_own:
        raise Http404
    if "show_account" in request.POST:
        services.show_account(membership, browser_of(request).account)
    else:
        services.hide_account(membership, browser_of(request).account)
    return redirect(reverse("gathering", args=[pk]) + "#members")


@require_POST
@never_cache
def membership_end(request, pk, member):
    """A member leaves, or the organiser expels one."""
    access = permissions.access_or_404(request, pk, documents=True)
    membership = access.member(member)
    own = membership in access.mine
    if not (own or access.organiser) or membership.left is not None:
        raise Http404
    services.end(membership, expelled=not own)
    name = isolated(
        membership.called or membership.name or say(permissions.gathering_labels(access.gathering.game).nameless)
    )
    if own or not membership.current:
        sentence = gettext("{name} has left.").format(name=name)
    else:
        sentence = gettext("{name} removed. Send the others the new invitation.")
        sentence = sentence.format(name=name)
    message_with_undo(request, sentence, reverse("membership-return", args=[pk, member]))
    may_see = access.organiser or any(other is not membership for other in access.mine)
    return redirect("gathering", pk) if may_see else redirect("gatherings")


@require_POST
@never_cache
def membership_return(request, pk, member):
    """Undo the end of a membership: by the member who left, or by the organiser for an expelled one."""
    rows = Membership.objects.filter(pk=member, gathering=pk, gathering__deleted__isnull=True, left__isnull=False)
    membership = get_object_or_404(rows.select_related("gathering", "roster"))
    own = membership.roster and not membership.roster.deleted and may_edit(request, membership.roster)
    if not (permissions.organises(request, membership.gathering) if membership.expelled else own):
        raise Http404
    if not try_service(request, services.undo_leaving, membership):
        return redirect("gatherings")
    return redirect("gathering", pk)


def roster_gathering(request, roster):
    """Redirect to the gathering of an own roster, or show how to create or join one."""
    membership = Membership.objects.filter(roster=roster, left__isnull=True, gathering__deleted__isnull=True).first()
    if membership:
        return redirect("gathering", membership.gathering_id)
    if request.method == "POST":
        match = INVITATION(request.POST.get("invitation", "").strip())
        if match:
            return redirect(reverse("invitation", args=[match[1]]) + f"?roster={roster.pk}")
        messages.error(request, gettext("That’s not an invite link."))
    mine = permissions.my_gatherings(request)
    organised = [gathering for gathering, organises, _members in mine if organises and gathering.game == roster.game]
    context = game_context(roster.game) | {"roster": roster, "name": services.name_of(roster), "organised": organised}
    return render(request, "gatherings/of_roster.html", context)
