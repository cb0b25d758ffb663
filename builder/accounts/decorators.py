"""Who is let in to a page: somebody who is signed in, or who has just shown again who he is."""

import functools
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from builder.accounts.limits import SAFE, View


def member(view: View) -> View:
    """A view decorator: strangers sign in first."""

    @functools.wraps(view)
    def member_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect(reverse("account_login", query={"next": back(request)}))

    return member_view


def confirmed_member(view: View) -> View:
    """A view decorator: who is signed in and has not said so lately shows that it is him. What he sent is not kept.

    Strangers are let in as they are.
    """

    @functools.wraps(view)
    def confirmed_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (request.user.is_authenticated and is_reauthentication_required(request, app="builder")):
            return view(request, *args, **kwargs)
        way = get_adapter().get_reauthentication_methods(request.user)[0]["url"]
        return redirect(f"{way}?{urlencode({'next': back(request)})}")

    return confirmed_view


def confirmed(view: View) -> View:
    """As `confirmed_member`; strangers sign in first."""
    return member(confirmed_member(view))


def back(request: HttpRequest) -> str:
    """Where to go on afterwards: the page that was asked for, or the account's for what is only sent."""
    return request.get_full_path() if request.method in SAFE else reverse("account")
