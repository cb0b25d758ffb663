"""The links of a gathering: to invite, to show, and the secret one to organise."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts import short_codes
from builder.accounts.holders import ask_before_renewal, holders_of
from builder.gatherings import permissions
from builder.gatherings.context import LINKS, head_context, new_organiser_link, readable_link
from builder.gatherings.models import GatheringGrant
from builder.lists.access import open_secret_link
from builder.web.page_cookie import key_noted, set_key_cookie


@require_safe
@never_cache
def organiser_link(request, key):
    """The secret link: grants this browser to organise and redirects to an address without the key."""
    return open_secret_link(request, GatheringGrant, permissions.gathering_of_key("organiser_key_hash", key))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def gathering_links(request, pk):
    """The page of all links; a POST renews one of them."""
    gathering = permissions.organiser_access_or_404(request, pk).gathering
    if request.method == "POST":
        return renew_link(request, gathering, request.POST.get("action"))
    holders = holders_of(request, GatheringGrant, gathering)
    context = head_context(gathering) | {"organiser_link": new_organiser_link(request, gathering), "holders": holders}
    context |= {kind: readable_link(request, gathering, kind) for kind in LINKS}
    context["short_code"] = short_codes.valid_code(reverse("invitation", args=[gathering.invite_key]))
    return render(request, "gatherings/links.html", context)


def renew_link(request, gathering, kind):
    if kind == "code":
        short_codes.ensure_code(request, reverse("invitation", args=[gathering.invite_key]))
    if kind == "noted":
        return key_noted(request, gathering)
    if kind == "organiser":
        return renew_organiser_link(request, gathering)
    if kind in LINKS:
        _url, column = LINKS[kind]
        permissions.renew_gathering_key(gathering, column)
        messages.success(request, gettext("New link created. The old one no longer works."))
    return redirect("gathering-links", gathering.pk)


def renew_organiser_link(request, gathering):
    """A new secret link. Where that ends somebody else's access, the first POST asks and the second is `confirmed`."""
    links = reverse("gathering-links", args=[gathering.pk])
    if question := ask_before_renewal(request, GatheringGrant, gathering, gathering.name, links):
        return question
    return set_key_cookie(redirect(links), gathering, permissions.renew_organiser_key(request, gathering))
