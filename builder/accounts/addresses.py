"""The e-mail addresses of an account, and the notices that go to those it has confirmed."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from builder.accounts.mail import queue_mail

# What a notice says, by allauth's name for what happened.
NOTICES = {
    "account/email/password_changed": gettext_noop("Your password was changed."),
    "account/email/password_set": gettext_noop("A password was added to your account."),
    "account/email/password_reset": gettext_noop("Your password was changed with a link sent by email."),
    "mfa/email/totp_activated": gettext_noop("Signing in now asks for a code from your app."),
    "mfa/email/totp_deactivated": gettext_noop("Signing in no longer asks for a code from your app."),
    "mfa/email/webauthn_added": gettext_noop("A passkey was added to your account."),
    "mfa/email/webauthn_removed": gettext_noop("A passkey was removed from your account."),
}
OTHERWISE = gettext_noop("The ways to sign in to your account were changed.")


def addresses_of(account: User) -> list[EmailAddress]:
    """The one that notices go to first, then those that are confirmed."""
    return list(EmailAddress.objects.filter(user=account).order_by("-primary", "-verified", "pk"))


def add_address(request: HttpRequest, account: User, email: str) -> None:
    """Add an address, which opens nothing before the link is used that is sent there."""
    address, _created = EmailAddress.objects.get_or_create(user=account, email=email)
    send_confirmation(request, address)


def send_confirmation(request: HttpRequest, address: EmailAddress) -> None:
    queue_mail(request, "confirmation", address=address.pk)


def confirm_address(request: HttpRequest, address: EmailAddress) -> bool:
    """Confirm an address; the first one of an account is where notices go. False if it is another account's."""
    account = address.user
    try:
        with transaction.atomic():
            if not address.set_verified():
                return False
            address.set_as_primary(conditional=True)
    except IntegrityError:  # another account was quicker
        return False
    if not address.primary:
        notify(request, account, _("The address %(email)s was added to your account.") % {"email": address.email})
    return True


def make_primary(request: HttpRequest, address: EmailAddress) -> None:
    """Have notices go to this address. The one where they went is told, and that is all of it."""
    what = _("Emails about your account now go to %(email)s.") % {"email": address.email}
    before = primary_email(address.user)
    with transaction.atomic():
        address.set_as_primary()
    notify(request, address.user, what, before)


def remove_address(request: HttpRequest, address: EmailAddress) -> None:
    """Remove an address. If it was confirmed, it is told, and the one that notices go to from now on."""
    account, email, confirmed = address.user, address.email, address.verified
    with transaction.atomic():
        address.remove()
        others = EmailAddress.objects.filter(user=account, verified=True)
        if not others.filter(primary=True).exists() and (first := others.order_by("pk").first()):
            first.set_as_primary()
    if confirmed:
        what = _("The address %(email)s was removed from your account.") % {"email": email}
        notify(request, account, what)
        notify(request, account, what, email)


def primary_email(account: User) -> str | None:
    """Where notices about an account go: an address that it has confirmed, or nowhere."""
    confirmed = EmailAddress.objects.filter(user=account, verified=True).order_by("-primary", "pk")
    return confirmed.values_list("email", flat=True).first()


def notify(request: HttpRequest, account: User, what: str, to: str | None = None) -> None:
    """Tell an account by e-mail what was changed, a sentence, if it has a confirmed address. `to` is another one."""
    if not settings.MAIL_ENABLED:
        return
    email = to or primary_email(account)
    if email:
        queue_mail(request, "notice", to=email, what=what, account=account.username)
