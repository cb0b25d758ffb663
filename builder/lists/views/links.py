"""The two links of a list: the secret one that edits, the one that shows; who may edit, and what others see."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts.holders import ask_before_renewal, holders_of
from builder.lists import sharing
from builder.lists.access import (
    granted_roster,
    new_edit_link,
    open_secret_link,
    renew_edit_key,
    roster_of_edit_key,
    share_link,
)
from builder.lists.models import RosterGrant
from builder.web.forms import number_or_none
from builder.web.page_cookie import key_noted, set_key_cookie
from builder.web.qr import qr_svg

MOST_STATES = 50  # that are listed


@require_safe
@never_cache
def edit_link(request, key):
    """Opening the secret link grants this browser the list and goes on to an address without the key."""
    return open_secret_link(request, RosterGrant, roster_of_edit_key(key))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster_links(request, pk):
    """Both links, what others see and who may edit; a POST changes one of them, by its `action`."""
    roster = granted_roster(request, pk)
    if request.method == "POST":
        action = ACTIONS.get(request.POST.get("action", ""))
        return action(request, roster) if action else redirect("roster-links", pk)
    states = sharing.shared_states(roster)
    shown = share_link(request, roster)
    context = {
        "roster": roster,
        "game": roster.game,
        "share_link": shown,
        "share_qr": qr_svg(shown, gettext("View link")),
        "edit_link": new_edit_link(request, roster),
        "states": states[:MOST_STATES],
        "more_states": max(0, states.count() - MOST_STATES),
        "present_is_shared": sharing.is_shared(roster, roster.revision),
        "holders": holders_of(request, RosterGrant, roster),
    }
    return render(request, "lists/links.html", context)


def renew_edit_link(request, roster):
    """A new secret link. Where that ends somebody else's access, the first POST asks and the second is `confirmed`."""
    name, links = roster.name or gettext("Untitled list"), reverse("roster-links", args=[roster.pk])
    if question := ask_before_renewal(request, RosterGrant, roster, name, links):
        return question
    return set_key_cookie(redirect("roster-links", roster.pk), roster, renew_edit_key(request, roster))


def renew_share_link(request, roster):
    sharing.renew_share_key(roster, keep_states="keep" in request.POST)
    return back_to_links(request, roster, gettext("New link created. The old one no longer works."))


def share_present(request, roster):
    """Share the state that the page showed as the present one."""
    sharing.share_state(roster, number_or_none(request.POST.get("revision")) or roster.revision)
    return back_to_links(request, roster, gettext("This version stays visible when the list changes."))


def hide_one(request, roster):
    number = number_or_none(request.POST.get("revision"))
    if number is None:
        raise Http404
    sharing.hide_state(roster, number)
    return back_to_links(request, roster, gettext("Version {number} is hidden now.").format(number=number))


def hide_all(request, roster):
    sharing.hide_state(roster)
    return back_to_links(request, roster, gettext("Others now see only the current version."))


def choose_picture(request, roster):
    """Whether messengers show a picture of the list with its share link."""
    roster.pictured = "pictured" in request.POST
    roster.save(update_fields=["pictured"])
    return redirect("roster-links", roster.pk)


def back_to_links(request, roster, sentence):
    messages.success(request, sentence)
    return redirect("roster-links", roster.pk)


ACTIONS = {
    "noted": key_noted,
    "edit": renew_edit_link,
    "share": renew_share_link,
    "share-state": share_present,
    "picture": choose_picture,
    "hide": hide_one,
    "hide-all": hide_all,
}
