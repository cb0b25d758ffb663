"""Back into an account without a mail: by user name and recovery code."""

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from builder.accounts.addresses import notify
from builder.accounts.forms import RecoverForm
from builder.accounts.recovery import codes_left, use_code
from builder.accounts.signals import end_access
from builder.accounts.user_names import account_of
from builder.web.forms import form_data


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code", "password")
def recover(request):
    if request.user.is_authenticated:
        return redirect("account")
    form = RecoverForm(form_data(request))
    if form.is_bound and form.is_valid():
        account = account_of(form.cleaned_data["login"])
        if open_account(account, form.cleaned_data["code"], form.cleaned_data["password"]):
            return recovered(request, account)
        form.add_error(None, gettext("Wrong username or code. Each code works only once."))
    context = {"form": form, "mail": settings.MAIL_ENABLED}
    return render(request, "account/recover.html", context, status=422 if form.is_bound else 200)


@transaction.atomic
def open_account(account, code, password):
    """Use up the code: the password is new, the app off, all sessions are ended. False if it is not of the account."""
    if not use_code(account if account and account.is_active else None, code):
        return False
    get_adapter().set_password(account, password)
    Authenticator.objects.filter(user=account, type=Authenticator.Type.TOTP).delete()
    end_access(account)
    return True


def recovered(request, account):
    response = perform_login(request, Login(user=account, redirect_url=None))
    left = codes_left(account)
    notify(request, account, gettext("Your account was opened with a recovery code, and its password changed."))
    done = gettext("Password changed. Any authenticator app is off, and all other devices are signed out.")
    messages.success(request, done)
    messages.success(request, ngettext("%(n)s recovery code left.", "%(n)s recovery codes left.", left) % {"n": left})
    return response
