"""Signing in by password or passkey, the second step, and showing again that it is oneself."""

from allauth.account import views as account
from allauth.account.internal.stagekit import clear_login
from allauth.account.stages import LoginStageController
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.base import views as second_factor
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn import views as passkeys
from allauth.mfa.webauthn.internal.auth import begin_authentication
from django.conf import settings
from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from builder.accounts.browsers import browser_of
from builder.accounts.forms import NO_PASSKEY
from builder.accounts.take_along import FIELD, choose, contents_of_browser
from builder.web.headers import cleared
from builder.web.page_cookie import clear_key_cookies

GIVEN = "given"  # in the session: what the password was when the code was asked for, as a hash
WAITS = 15 * 60  # seconds that a session lasts in which nobody is signed in yet


class LoginView(account.LoginView):
    def form_valid(self, form):
        choose(self.request)
        response = super().form_valid(form)
        if not self.request.user.is_authenticated:  # the code of an app is asked for
            self.request.session.set_expiry(WAITS)
            self.request.session[GIVEN] = form.user.get_session_auth_hash()
        return response

    def get_context_data(self, **kwargs):
        more = {
            "contents": contents_of_browser(self.request),
            "along": FIELD in self.request.POST or self.request.method != "POST",
            "next": get_next_redirect_url(self.request) or "",
            "mail": settings.MAIL_ENABLED,
        }
        return super().get_context_data(**kwargs) | more


class LogoutView(account.LogoutView):
    """What stays in a browser is of who was signed in."""

    def post(self, *args, **kwargs):
        rows = browser_of(self.request).last_used()
        return clear_key_cookies(cleared(super().post(*args, **kwargs)), rows)


@require_POST
def passkey_options(request):
    """What a passkey is asked to sign, as JSON, for a browser in which nobody is signed in yet."""
    options = begin_authentication(user=None)
    if not request.user.is_authenticated:
        request.session.set_expiry(WAITS)
    return JsonResponse(options)


class LoginByPasskeyView(passkeys.LoginWebAuthnView):
    http_method_names = ["post"]

    def form_valid(self, form):
        choose(self.request)
        return super().form_valid(form)

    def form_invalid(self, form):
        return again(self.request, "account_login")


class ReauthenticateByPasskeyView(passkeys.ReauthenticateWebAuthnView):
    def form_invalid(self, form):
        return again(self.request, "mfa_reauthenticate_webauthn")


def again(request, name):
    """Back to the page of a passkey that was not accepted, with the address to go on to."""
    messages.error(request, NO_PASSKEY)
    target = get_next_redirect_url(request)
    return redirect(reverse(name, query={"next": target} if target else None))


class AuthenticateView(second_factor.AuthenticateView):
    """The code of an app after the password; a passkey of the account does too.

    Where the password was changed meanwhile, or the app turned off, signing in begins anew.
    """

    def dispatch(self, request, *args, **kwargs):
        stage = LoginStageController.enter(request, AuthenticateStage.key)
        if stage and not still_holds(request, stage.login.user):
            clear_login(request)
            return redirect("account_login")
        return super().dispatch(request, *args, **kwargs)


def still_holds(request, account):
    """Whether the password that was given first is the account's, which asks for a code."""
    given = request.session.get(GIVEN)
    return is_mfa_enabled(account) and given in (None, account.get_session_auth_hash())
