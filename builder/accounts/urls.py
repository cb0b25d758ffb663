"""The addresses of accounts: those of django-allauth that this site has, each with its limit, and our own."""

from typing import Any

from allauth.account import views as account
from allauth.mfa.base import views as second_factor
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import URLPattern, path

from builder.accounts.views import mail
from builder.accounts.limits import counts_as, limited


def page(route: str, view: Any, name: str, limit: str = "account") -> URLPattern:
    """An address whose posts count under `limit`, a key of RATE_LIMITS, and no other."""
    return path(f"account/{route}", counts_as(limit)(view), name=name)


urlpatterns = [
    page("login/", account.login, "account_login", "login"),
    page("logout/", account.logout, "account_logout"),
    page("reauthenticate/", account.reauthenticate, "account_reauthenticate", "login"),
    page("password/change/", account.password_change, "account_change_password", "login"),
    page("password/set/", account.password_set, "account_set_password"),
    page("code/", second_factor.authenticate, "mfa_authenticate", "login"),
    # E-mail, where the operator has a mail server.
    page("email/", mail.emails, "account_email", "mail"),
    page("email/send/", mail.email_send, "account_email_send", "mail"),
    page("email/primary/", mail.email_primary, "account_email_primary"),
    page("email/remove/", mail.email_remove, "account_email_remove"),
    page("email/confirm/<str:key>/", mail.email_confirm, "account_confirm_email"),
    page("password/reset/", mail.password_reset, "account_reset_password", "mail"),
    page("password/reset-sent/", mail.password_reset_done, "account_reset_password_done"),
    page("password/reset/<str:uid>/<str:key>/", mail.password_reset_from_key, "account_reset_password_from_key"),
]
