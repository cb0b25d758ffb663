"""The organiser's three links: the one that invites, the one that shows, and the secret one that organises."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.games import DESKS
from builder.gatherings import keys
from builder.views.links import carry, forget_key, new_key_of

KINDS = {"invite": "invite_key", "share": "share_key"}


def new_organiser_link(request, gathering):
    """The address of the organiser's link if it was made just now, else None."""
    key = new_key_of(request, gathering)
    return request.build_absolute_uri(reverse("organiser-link", args=[key])) if key else None


@require_safe
@never_cache
def organiser_link(request, key):
    """Opening the secret link grants the session and goes on to an address without the key."""
    row = keys.by_organiser_key(key)
    keys.grant(request, row)
    return redirect("gathering", row.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def gathering_links(request, pk):
    row = keys.organiser_seat(request, pk).gathering
    if request.method == "POST":
        return renewed(request, row, request.POST.get("do"))
    desk, link = DESKS[row.game], new_organiser_link(request, row)
    context = {"gathering": row, "desk": desk, "words": desk.gathering.words, "organiser_link": link}
    context |= {name: absolute(request, row, name) for name in KINDS}
    response = render(request, "gatherings/links.html", context)
    return forget_key(response, row) if link else response


def absolute(request, row, name):
    """The whole address of an invitation or of the page that shows."""
    url = {"invite": "invitation", "share": "gathering-shared"}[name]
    return request.build_absolute_uri(reverse(url, args=[getattr(row, KINDS[name])]))


def renewed(request, row, name):
    response = redirect("gathering-links", row.pk)
    if name in KINDS:
        keys.renew(row, KINDS[name])
        messages.success(request, gettext("There is a new link; the old one leads nowhere."))
    elif name == "organiser":
        return carry(response, row, keys.renew_organiser_key(request, row))
    return response
