"""The account page: name, ways to sign in, sessions, lists that are still only in this browser."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.sessions.models import Session
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.decorators import member
from builder.accounts.devices import device
from builder.accounts.forms import NameForm
from builder.accounts.recovery import codes_left
from builder.accounts.signals import end_sessions
from builder.accounts.take_along import contents_of_browser
from builder.accounts.take_along import take_along as take_browser_along


@require_http_methods(["GET", "HEAD", "POST"])
@member
def account(request):
    """The page; a POST changes the name."""
    form = NameForm(request.POST) if request.method == "POST" else NameForm({"name": request.user.first_name})
    if request.method == "POST" and form.is_valid():
        request.user.first_name = form.cleaned_data["name"]
        request.user.save(update_fields=["first_name"])
        messages.success(request, gettext("Your name is now {name}.").format(name=request.user.first_name))
        return redirect("account")
    return render(
        request, "account/account.html", context(request, form), status=422 if request.method == "POST" else 200
    )


def context(request, form):
    authenticators = Authenticator.objects.filter(user=request.user).order_by("created_at")
    return {
        "form": form,
        "passkeys": [way for way in authenticators if way.type == Authenticator.Type.WEBAUTHN],
        "app": next((way for way in authenticators if way.type == Authenticator.Type.TOTP), None),
        "codes_left": codes_left(request.user),
        "sessions": sessions(request),
        "contents": contents_of_browser(request),
        "mail": settings.MAIL_ENABLED,
    }


def sessions(request):
    """[{row, device (in words), current}], this one first, then those used last, of those alive."""
    alive = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    rows = [
        {"row": row, "device": device(row.user_agent), "current": row.session_key == request.session.session_key}
        for row in UserSession.objects.filter(user=request.user, session_key__in=alive)
    ]
    return sorted(rows, key=lambda session: (session["current"], session["row"].last_seen_at), reverse=True)


@require_POST
@member
def session_end(request, pk):
    """End another session of the account."""
    row = get_object_or_404(UserSession.objects.filter(user=request.user), pk=pk)
    if row.session_key == request.session.session_key:
        return redirect("account_logout")
    row.end()
    messages.success(request, gettext("Signed out: {device}.").format(device=device(row.user_agent)))
    return redirect("account")


@require_POST
@member
def sessions_end(request):
    """End all sessions of the account but this one."""
    end_sessions(request.user, but=request.session.session_key)
    messages.success(request, gettext("All other devices are signed out."))
    return redirect("account")


@require_POST
@member
def take_along(request):
    take_browser_along(request)
    return redirect("account")
