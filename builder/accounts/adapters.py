"""Where django-allauth asks this project: who signs in under which name, what counts as a second factor, QR codes."""

from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend as AllauthBackend
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from builder.accounts.addresses import NOTICES, OTHERWISE, notify
from builder.accounts.devices import device
from builder.accounts.limits import client_address
from builder.accounts.user_names import account_of, called

SECOND_FACTORS = [Authenticator.Type.TOTP]
NOT_TOGETHER = _("Wrong username or password.")
WRONG_CODE = _("Wrong code. Enter the one your app shows now.")
# What the next page says after something was done, by allauth's name for it; of all else it says nothing.
DONE_MESSAGES = {
    "account/messages/logged_out.txt": gettext_noop("Signed out. Your lists stay in your account."),
    "account/messages/password_changed.txt": gettext_noop("Password changed. All other devices are signed out."),
    "account/messages/password_set.txt": gettext_noop("Password saved. All other devices are signed out."),
    "mfa/messages/totp_activated.txt": gettext_noop("Authenticator on: we’ll ask for its code after your password."),
    "mfa/messages/totp_deactivated.txt": gettext_noop("Authenticator off: only your password is needed."),
    "mfa/messages/webauthn_added.txt": gettext_noop("Passkey added."),
    "mfa/messages/webauthn_removed.txt": gettext_noop("Passkey removed."),
}


class AuthenticationBackend(AllauthBackend):
    """Signs in by password, with a confirmed e-mail address or a user name however it is spelled.

    One password is hashed, whether there is such an account or not. An inactive account is as a wrong password.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        typed = credentials.get("username") or credentials.get("email") or ""
        return self._check_password(account_of(typed), credentials.get("password") or "")

    def _check_password(self, user: Any, password: str) -> Any:
        if user is None:
            return None
        self._did_check_password = True
        return user if user.check_password(password) and self.user_can_authenticate(user) else None


class AccountAdapter(DefaultAccountAdapter):
    """Accounts as this site has them."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": NOT_TOGETHER,
        "enter_current_password": _("That’s not your current password."),
        "incorrect_password": _("Wrong password."),
        "username_password_mismatch": NOT_TOGETHER,
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def is_ajax(self, request: HttpRequest) -> bool:
        return False  # allauth would answer with JSON

    def is_safe_url(self, url: str) -> bool:
        """Whether one may be led there: only within the site, under the name by which it was asked."""
        request = context.request
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())

    def add_message(self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any,
                    message: str | None = None, **kwargs: Any) -> None:  # fmt: skip
        if message or message_template in DONE_MESSAGES:
            messages.add_message(request, level, message or gettext(DONE_MESSAGES[str(message_template)]))

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        return redirect("account_login")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def send_notification_mail(self, template_prefix: str, user: Any, *_context: Any, **_more: Any) -> None:
        notify(context.request, user, gettext(NOTICES.get(template_prefix, OTHERWISE)))


class MFAAdapter(DefaultMFAAdapter):
    """A passkey signs in by itself; only an app with codes is asked for after a password."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": WRONG_CODE}

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        if types is None or len(types) > 1:
            types = SECOND_FACTORS
        return super().is_mfa_enabled(user, types)

    def build_totp_svg(self, url: str) -> str:
        return segno.make(url, error="m").svg_inline(scale=5, border=2)

    def generate_authenticator_name(self, user: Any, kind: Any) -> str:
        """What a new passkey is called at first: after the device on which it is made."""
        return device(context.request.META.get("HTTP_USER_AGENT", ""))

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        return super().get_public_key_credential_user_entity(user) | {"display_name": called(user)}

    def _get_site_name(self) -> str:
        return "Bivouac"

    def _get_user_identifier(self, user: Any) -> str:
        return user.username
