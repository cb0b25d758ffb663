"""The two links of a list: the secret one that edits, the one that shows."""

from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts.limits import allowed
from builder.lists.access import (
    grant,
    granted_roster,
    may_edit,
    new_edit_link,
    renew_edit_key,
    roster_of_edit_key,
    share_link,
)
from builder.registry import GAME_UIS
from builder.web import errors
from builder.web.key_cookie import clear_key_cookie, set_key_cookie


@require_safe
@never_cache
def edit_link(request, key):
    """Opening the secret link grants this browser the list and goes on to an address without the key."""
    roster = roster_of_edit_key(key)
    if not may_edit(request, roster):
        allowance = allowed(request, "grant")
        if not allowance:
            return errors.too_many_requests(request, allowance.wait)
        grant(request, roster)
    return redirect("roster", roster.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster_links(request, pk):
    """Both links; a POST makes a new secret one."""
    roster = granted_roster(request, pk)
    if request.method == "POST":
        return set_key_cookie(redirect("roster-links", pk), roster, renew_edit_key(request, roster))
    link = new_edit_link(request, roster)
    context = {
        "roster": roster,
        "game_ui": GAME_UIS[roster.game],
        "share_link": share_link(request, roster),
        "edit_link": link,
    }
    response = render(request, "lists/links.html", context)
    return clear_key_cookie(response, roster) if link else response
