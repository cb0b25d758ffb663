"""The ways to sign in to an account: passwords, passkeys, an app with codes, recovery codes."""

from allauth.account import views as account
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.webauthn import views as passkeys
from allauth.mfa.webauthn.internal.auth import begin_registration
from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods
from django.views.generic.edit import FormView

from builder.accounts.decorators import confirmed, member
from builder.accounts.recovery import clear_codes, codes_left, new_codes_of, renew_codes, show_codes
from builder.accounts.take_along import can_sign_in


def with_codes(account, response):
    """The answer to a change; an account that has no recovery codes yet is shown its first ones instead."""
    return response if codes_left(account) else show_codes(renew_codes(account))


class PasswordSetView(account.PasswordSetView):
    def form_valid(self, form):
        return with_codes(self.request.user, super().form_valid(form))


class AddPasskeyView(passkeys.AddWebAuthnView):
    """Every passkey is kept by the device, under its lock: it signs in without a user name."""

    def form_valid(self, form):
        return with_codes(self.request.user, super().form_valid(form))

    def get_context_data(self, **kwargs):
        context = FormView.get_context_data(self, **kwargs)
        options = begin_registration(self.request.user, passwordless=True)
        return context | {"options": options, "is_new": not can_sign_in(self.request.user)}


class RemovePasskeyView(passkeys.RemoveWebAuthnView):
    success_url = reverse_lazy("account")

    def form_valid(self, form):
        others = self.get_queryset().exclude(pk=self.get_object().pk)
        if not self.request.user.has_usable_password() and not others.exists():
            messages.error(self.request, gettext("This is your only way to sign in. Set a password first."))
            return redirect("account")
        return super().form_valid(form)


class RenamePasskeyView(passkeys.EditWebAuthnView):
    success_url = reverse_lazy("account")


@require_http_methods(["GET", "HEAD", "POST"])
@member
def recovery_codes(request):
    """New codes, once; else how many are left. A POST makes new ones."""
    if request.method == "POST":
        return codes_renew(request)
    codes = new_codes_of(request, request.user)
    context = {
        "codes": codes,
        "codes_left": codes_left(request.user),
        "next": get_next_redirect_url(request) or reverse("my-lists"),
    }
    response = render(request, "account/recovery_codes.html", context)
    return clear_codes(response) if codes else response


@confirmed
def codes_renew(request):
    return show_codes(renew_codes(request.user))
