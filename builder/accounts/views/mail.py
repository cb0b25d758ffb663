"""The pages of e-mail: the addresses of an account, their confirmation, and another password by a link.

They are not those of django-allauth, whose GETs write: they sign out who is somebody else, store the key of a link in a
session, and look an address up while the reader waits.
"""

import functools
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import finalize_password_reset, reset_password
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import base36_to_int
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.accounts import addresses
from builder.accounts.decorators import confirmed
from builder.accounts.forms import AddressForm, NewAddressForm, NewPasswordForm
from builder.accounts.limits import View
from builder.accounts.mail import queue_mail
from builder.web.forms import form_data


def with_mail(view: View) -> View:
    """A view decorator: 404 where the site has no mail server."""

    @functools.wraps(view)
    def mailing_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.MAIL_ENABLED:
            raise Http404
        return view(request, *args, **kwargs)

    return mailing_view


# --- The addresses of an account --------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@with_mail
@confirmed
def emails(request):
    """The addresses; POST adds one. The answer is the same whether another account has it or not."""
    form = NewAddressForm(request.user, form_data(request))
    if form.is_bound and form.is_valid():
        email = form.cleaned_data["email"]
        addresses.add_address(request, request.user, email)
        messages.success(request, sent_to(email))
        return redirect("account_email")
    own = addresses.addresses_of(request.user)
    most = settings.ACCOUNT_MAX_EMAIL_ADDRESSES
    return render(request, "account/email.html", {"addresses": own, "form": form, "most": most}, status=status(form))


def status(form):
    return 422 if form.is_bound else 200


def sent_to(email):
    return _("We’re sending a confirmation link to %(email)s.") % {"email": email}


def held_address(request, **more):
    """The address of the account that a form names, or 404."""
    email = request.POST.get("email", "").lower()
    if "\0" in email:  # PostgreSQL fails on it
        raise Http404
    return get_object_or_404(EmailAddress, user=request.user, email=email, **more)


@with_mail
@require_POST
@confirmed
def email_send(request):
    address = held_address(request, verified=False)
    addresses.send_confirmation(request, address)
    messages.success(request, sent_to(address.email))
    return redirect("account_email")


@with_mail
@require_POST
@confirmed
def email_primary(request):
    address = held_address(request, verified=True)
    if not address.primary:
        addresses.make_primary(request, address)
        messages.success(request, _("Emails about your account now go to %(email)s.") % {"email": address.email})
    return redirect("account_email")


@with_mail
@require_POST
@confirmed
def email_remove(request):
    address = held_address(request)
    email = address.email
    addresses.remove_address(request, address)
    messages.success(request, _("Address removed: %(email)s.") % {"email": email})
    return redirect("account_email")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_mail
def email_confirm(request, key):
    """GET shows a button, which confirms: programs that look into mails follow links."""
    link = EmailConfirmationHMAC.from_key(key)
    address = link and link.email_address
    if request.method != "POST" or address is None:
        return render(request, "account/email_confirm.html", {"address": address})
    if not addresses.confirm_address(request, address):
        return render(request, "account/email_confirm.html", {"address": None})
    messages.success(request, _("Address confirmed: %(email)s.") % {"email": address.email})
    return redirect("account_email" if request.user == address.user else "account_login")


# --- Another password -------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def password_reset(request):
    """Asks for an address. Whether an account has it is looked up later, elsewhere: nothing here depends on it."""
    if not settings.MAIL_ENABLED:
        return redirect("account_recover")
    form = AddressForm(form_data(request))
    if form.is_bound and form.is_valid():
        queue_mail(request, "reset", email=form.cleaned_data["email"])
        return redirect("account_reset_password_done")
    return render(request, "account/password_reset.html", {"form": form}, status=status(form))


@require_safe
@with_mail
def password_reset_done(request):
    return render(request, "account/password_reset_done.html")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@never_cache
@with_mail
def password_reset_from_key(request, uid, key):
    """Sets another password and signs in; a second factor is asked for. A link that was used is as a wrong one."""
    account = account_of_link(uid, key)
    if account is None:
        return render(request, "account/password_reset_from_key.html", {"form": None})
    form = NewPasswordForm(form_data(request), account=account)
    if form.is_bound and form.is_valid():
        reset_password(account, form.cleaned_data["password"])
        return finalize_password_reset(request, account)
    context = {"form": form, "account": account}
    return render(request, "account/password_reset_from_key.html", context, status=status(form))


def account_of_link(uid, key):
    """The account whose password a link sets; None for a link that was used, is too old, or never was one."""
    try:
        account = User.objects.filter(pk=base36_to_int(uid), is_active=True).first()
    except ValueError:
        return None
    return account if account and default_token_generator.check_token(account, key) else None
