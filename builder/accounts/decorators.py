"""Who is let in to a page: somebody who is signed in, or who has just shown again who he is."""

import functools
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse

from builder.accounts.limits import SAFE


def member(view):
    """A view decorator: strangers sign in first."""

    @functools.wraps(view)
    def member_view(request, *args, **kwargs):
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect(reverse("account_login", query={"next": back(request)}))

    return member_view


def confirmed(view):
    """A view decorator: as `member`, and who has not said so lately shows that it is him. What he sent is not kept."""

    @member
    @functools.wraps(view)
    def confirmed_view(request, *args, **kwargs):
        if not is_reauthentication_required(request, app="builder"):
            return view(request, *args, **kwargs)
        way = get_adapter().get_reauthentication_methods(request.user)[0]["url"]
        return redirect(f"{way}?{urlencode({'next': back(request)})}")

    return confirmed_view


def confirmed_member(view):
    """A view decorator: as `confirmed` for who is signed in; strangers are let in as they are."""

    @functools.wraps(view)
    def confirmed_member_view(request, *args, **kwargs):
        guarded = confirmed(view) if request.user.is_authenticated else view
        return guarded(request, *args, **kwargs)

    return confirmed_member_view


def back(request: HttpRequest) -> str:
    """Where to go on afterwards: the page that was asked for, or the account's for what is only sent."""
    return request.get_full_path() if request.method in SAFE else reverse("account")
