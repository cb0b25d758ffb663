"""The addresses of accounts: those of django-allauth that this site has, each with its limit, and our own."""

from typing import Any

from allauth.account import views as account
from allauth.mfa.base import views as second_factor
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import URLPattern, path

from builder.accounts.limits import counts_as, limited
from builder.accounts.views.handover import handover, handover_take
from builder.web import converters  # noqa: F401  (registers key)


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
]

# Another device, without an account.
urlpatterns += [
    path("device/", handover, name="handover"),
    path("d/<key:key>/", handover_take, name="handover-take"),
]
