"""Where django-allauth asks this project: who signs in under which name, what counts as a second factor, QR codes."""

from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend as AllauthBackend
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext

from builder.accounts.addresses import NOTICES, OTHERWISE, notify
from builder.accounts.limits import client_address
from builder.accounts.user_names import spelled

SECOND_FACTORS = [Authenticator.Type.TOTP]


class AuthenticationBackend(AllauthBackend):
    """Signs in by password, with a confirmed e-mail address or a user name however it is spelled."""

    def _authenticate_by_username(self, username: str, password: str) -> Any:
        """By the name as it is typed, as administrators have one, else as `user_names` spells it.

        The password is hashed once for a name without an account too, by the caller.
        """
        known = User.objects.filter(username__iexact=username).first()
        known = known or User.objects.filter(username=spelled(username)).first()
        return self._check_password(known, password)


class AccountAdapter(DefaultAccountAdapter):
    """Accounts as this site has them."""

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def send_notification_mail(self, template_prefix: str, user: Any, *_context: Any, **_more: Any) -> None:
        notify(context.request, user, gettext(NOTICES.get(template_prefix, OTHERWISE)))


class MFAAdapter(DefaultMFAAdapter):
    """A passkey signs in by itself; only an app with codes is asked for after a password."""

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        if types is None or len(types) > 1:
            types = SECOND_FACTORS
        return super().is_mfa_enabled(user, types)

    def build_totp_svg(self, url: str) -> str:
        return segno.make(url, error="m").svg_inline(scale=5, border=2)

    def _get_site_name(self) -> str:
        return "Bivouac"

    def _get_user_identifier(self, user: Any) -> str:
        return user.username
