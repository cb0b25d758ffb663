"""The two links of a list: the secret one that edits, the one that shows."""

import re

from django.conf import settings
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.access import KEY, by_edit_key, by_grant, grant, renew_edit_key
from builder.games import DESKS

SHOWN_FOR = 600  # seconds within which a new edit link is shown, once


def cookie_of(row):
    return f"key-{row.pk}"


def home(row):
    """The page of a list, or of whatever else has a secret key: its address is named like its model."""
    return reverse(row._meta.model_name, args=[row.pk])


def opened_with_key(request, row, key):
    """Grant this browser the list and go to its editor, which shows the new edit link once and an only unit open.

    The key travels in a short-lived cookie of that page alone, for neither the session nor an address may hold it.
    """
    grant(request, row)
    return carry(redirect(home(row) + ("?unit=0" if row.units == 1 else "")), row, key)


def carry(response, row, key):
    response.set_cookie(
        cookie_of(row),
        key,
        max_age=SHOWN_FOR,
        path=home(row),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def new_key_of(request, row):
    """The secret key if it was made just now, else None."""
    key = request.COOKIES.get(cookie_of(row), "")
    return key if re.fullmatch(KEY, key) else None


def new_edit_link(request, row):
    """The address of the edit link if it was made just now, else None."""
    key = new_key_of(request, row)
    return request.build_absolute_uri(reverse("edit-link", args=[key])) if key else None


def forget_key(response, row):
    response.delete_cookie(cookie_of(row), path=home(row), samesite="Lax")
    return response


def share_link(request, row):
    return request.build_absolute_uri(reverse("shared", args=[row.share_key]))


@require_safe
@never_cache
def edit_link(request, key):
    """Opening the secret link grants the session and goes on to an address without the key."""
    row = by_edit_key(key)
    grant(request, row)
    return redirect("roster", row.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster_links(request, pk):
    row = by_grant(request, pk)
    if request.method == "POST":
        return carry(redirect("roster-links", pk), row, renew_edit_key(request, row))
    edit = new_edit_link(request, row)
    context = {"roster": row, "desk": DESKS[row.game], "share_link": share_link(request, row), "edit_link": edit}
    response = render(request, "links.html", context)
    return forget_key(response, row) if edit else response
