"""The addresses of accounts: those of django-allauth that this site has, each with its limit, and our own."""

from typing import Any

from allauth.account import views as account_views
from allauth.mfa.base import views as second_factor
from allauth.mfa.totp import views as totp
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache

from builder.accounts.decorators import confirmed, member
from builder.accounts.limits import counts_as
from builder.accounts.views import account, mail, recover, security, signing_in, signup
from builder.accounts.views.handover import browser_forget, browser_renew, handover, handover_take
from builder.web import converters  # noqa: F401  (registers pk and key)


def page(route: str, view: Any, name: str, limit: str = "account") -> URLPattern:
    """An address whose posts count under `limit`, a key of RATE_LIMITS, and no other; no cache keeps its answers."""
    return path(f"account/{route}", counts_as(limit)(never_cache(view)), name=name)


urlpatterns = [
    # strangers
    page("signup/", signup.signup, "account_signup", "signup"),
    page("login/", signing_in.LoginView.as_view(), "account_login", "login"),
    page("login/passkey/", signing_in.LoginByPasskeyView.as_view(), "mfa_login_webauthn", "login"),
    page("login/passkey/options/", signing_in.passkey_options, "passkey-options"),
    page("login/code/", signing_in.AuthenticateView.as_view(), "mfa_authenticate", "login"),
    page("recover/", recover.recover, "account_recover", "login"),
    # members
    page("", account.account, "account"),
    page("", account.account, "mfa_index"),  # the names that django-allauth has for it
    page("", account.account, "mfa_list_webauthn"),
    page("logout/", signing_in.LogoutView.as_view(), "account_logout"),
    page("take-along/", account.take_along, "take-along"),
    page("sessions/end/", account.sessions_end, "sessions-end"),
    page("sessions/<pk:pk>/end/", account.session_end, "session-end"),
    page("reauthenticate/", member(account_views.reauthenticate), "account_reauthenticate", "login"),
    page("reauthenticate/code/", member(second_factor.reauthenticate), "mfa_reauthenticate", "login"),
    page("reauthenticate/passkey/", member(signing_in.ReauthenticateByPasskeyView.as_view()),
         "mfa_reauthenticate_webauthn", "login"),
    page("password/change/", member(account_views.password_change), "account_change_password", "login"),
    page("password/set/", confirmed(security.PasswordSetView.as_view()), "account_set_password"),
    page("passkeys/add/", confirmed(security.AddPasskeyView.as_view()), "mfa_add_webauthn"),
    page("passkeys/<pk:pk>/name/", confirmed(security.RenamePasskeyView.as_view()), "mfa_edit_webauthn"),
    page("passkeys/<pk:pk>/remove/", confirmed(security.RemovePasskeyView.as_view()), "mfa_remove_webauthn"),
    page("app/on/", confirmed(totp.activate_totp), "mfa_activate_totp"),
    page("app/off/", confirmed(totp.deactivate_totp), "mfa_deactivate_totp"),
    page("recovery-codes/", security.recovery_codes, "recovery-codes"),
    # e-mail, where the operator has a mail server
    page("email/", mail.emails, "account_email", "mail"),
    page("email/send/", mail.email_send, "account_email_send", "mail"),
    page("email/primary/", mail.email_primary, "account_email_primary"),
    page("email/remove/", mail.email_remove, "account_email_remove"),
    page("email/confirm/<str:key>/", mail.email_confirm, "account_confirm_email"),
    page("password/reset/", mail.password_reset, "account_reset_password", "mail"),
    page("password/reset-sent/", mail.password_reset_done, "account_reset_password_done"),
    page("password/reset/<str:uid>/<str:key>/", mail.password_reset_from_key, "account_reset_password_from_key"),
    # another device, without an account
    path("device/", handover, name="handover"),
    path("device/renew/", browser_renew, name="browser-renew"),
    path("device/forget/", browser_forget, name="browser-forget"),
    path("d/<key:key>/", handover_take, name="handover-take"),
]  # fmt: skip
