"""The addresses of accounts: those of django-allauth that this site has, each with its limit, and our own."""

from typing import Any

from allauth.account import views as account_views
from allauth.mfa.base import views as second_factor
from allauth.mfa.totp import views as totp
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache

from builder.accounts.decorators import confirmed, member
from builder.accounts.limits import counts_as
from builder.accounts.views import account, mail, recover, security, signing_in, signup, tokens
from builder.accounts.views.handover import (
    browser_forget,
    browser_renew,
    handover,
    handover_answer,
    handover_take,
)
from builder.accounts.views.short_codes import short_code_open
from builder.web import converters  # noqa: F401  (registers pk and key)


def account_path(route: str, view: Any, name: str, limit: str = "account") -> URLPattern:
    """An address whose posts count under `limit`, a key of RATE_LIMITS, and no other; no cache keeps its answers."""
    return path(f"account/{route}", counts_as(limit)(never_cache(view)), name=name)


urlpatterns = [
    # strangers
    account_path("signup/", signup.signup, "account_signup", "signup"),
    account_path("login/", signing_in.LoginView.as_view(), "account_login", "login"),
    account_path("login/passkey/", signing_in.LoginByPasskeyView.as_view(), "mfa_login_webauthn", "login"),
    account_path("login/passkey/options/", signing_in.passkey_options, "passkey-options"),
    account_path("login/code/", signing_in.AuthenticateView.as_view(), "mfa_authenticate", "login"),
    account_path("recover/", recover.recover, "account_recover", "login"),
    # members
    account_path("", account.account, "account"),
    account_path("", account.account, "mfa_index"),  # the names that django-allauth has for it
    account_path("", account.account, "mfa_list_webauthn"),
    account_path("logout/", signing_in.LogoutView.as_view(), "account_logout"),
    account_path("take-along/", account.take_along, "take-along"),
    account_path("sessions/end/", account.sessions_end, "sessions-end"),
    account_path("sessions/<pk:pk>/end/", account.session_end, "session-end"),
    account_path("reauthenticate/", member(account_views.reauthenticate), "account_reauthenticate", "login"),
    account_path("reauthenticate/code/", member(second_factor.reauthenticate), "mfa_reauthenticate", "login"),
    account_path("reauthenticate/passkey/", member(signing_in.ReauthenticateByPasskeyView.as_view()),
         "mfa_reauthenticate_webauthn", "login"),
    account_path("password/change/", member(account_views.password_change), "account_change_password", "login"),
    account_path("password/set/", confirmed(security.PasswordSetView.as_view()), "account_set_password"),
    account_path("passkeys/add/", confirmed(security.AddPasskeyView.as_view()), "mfa_add_webauthn"),
    account_path("passkeys/<pk:pk>/name/", confirmed(security.RenamePasskeyView.as_view()), "mfa_edit_webauthn"),
    account_path("passkeys/<pk:pk>/remove/", confirmed(security.RemovePasskeyView.as_view()), "mfa_remove_webauthn"),
    account_path("app/on/", confirmed(totp.activate_totp), "mfa_activate_totp"),
    account_path("app/off/", confirmed(totp.deactivate_totp), "mfa_deactivate_totp"),
    account_path("recovery-codes/", security.recovery_codes, "recovery-codes"),
    account_path("tokens/", confirmed(tokens.api_tokens), "api-tokens"),
    account_path("tokens/<pk:pk>/end/", confirmed(tokens.api_token_end), "api-token-end"),
    # e-mail, where the operator has a mail server
    account_path("email/", mail.emails, "account_email", "mail"),
    account_path("email/send/", mail.email_send, "account_email_send", "mail"),
    account_path("email/primary/", mail.email_primary, "account_email_primary"),
    account_path("email/remove/", mail.email_remove, "account_email_remove"),
    account_path("email/confirm/<str:key>/", mail.email_confirm, "account_confirm_email"),
    account_path("password/reset/", mail.password_reset, "account_reset_password", "mail"),
    account_path("password/reset-sent/", mail.password_reset_done, "account_reset_password_done"),
    account_path("password/reset/<str:uid>/<str:key>/", mail.password_reset_from_key,
                 "account_reset_password_from_key"),
    # another device, without an account
    path("device/", handover, name="handover"),
    path("device/answer/", handover_answer, name="handover-answer"),
    path("code/", short_code_open, name="short-code"),
    path("device/renew/", browser_renew, name="browser-renew"),
    path("device/forget/", browser_forget, name="browser-forget"),
    path("d/<key:key>/", handover_take, name="handover-take"),
]  # fmt: skip
