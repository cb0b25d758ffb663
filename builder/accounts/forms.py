"""The forms of accounts: those of our own pages, and those of django-allauth with our words and limits."""

from typing import Any

from allauth.account import forms as account_forms
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from builder.accounts.adapters import WRONG_CODE
from builder.accounts.addresses import addresses_of
from builder.accounts.limits import allowed_for
from builder.accounts.user_names import plain, spelled, word
from rules.shapes import UNWRITABLE
from rules.text import visible

LONGEST_NAME = 40
SHORTEST_USER_NAME = 3
LONGEST_TYPED = 254  # user names and e-mail addresses
LONGEST_PASSWORD = 500
LONGEST_CREDENTIAL = 30_000  # characters of JSON
TOO_MANY = _("Too many codes tried. Try again in an hour, or use a recovery code.")
NO_PASSKEY = _("Passkey not accepted. Try again.")
PLAIN = {"autocapitalize": "none", "spellcheck": "false"}


def password_field(label: Any, autocomplete: str) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=LONGEST_PASSWORD, widget=widget)


def user_name_field(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs=PLAIN | {"autocomplete": "username"})
    return forms.CharField(label=label, max_length=LONGEST_TYPED, widget=widget)


# --- our own pages ---------------------------------------------------------------------------------------------------


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("What should we call you?"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if UNWRITABLE(name):
            raise ValidationError(_("This text has a character we can’t save: remove it."))
        if not visible(name):
            raise ValidationError(self.fields["name"].error_messages["required"])
        return name


class NewPasswordForm(forms.Form):
    """A password for an account. account -- by which it is judged, stored or not"""

    password = password_field(_("Password"), "new-password")

    def __init__(self, *args: Any, account: User, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_password(self) -> str:
        validate_password(self.cleaned_data["password"], self.account)
        return self.cleaned_data["password"]


class SignupForm(NewPasswordForm):
    """The user name, drawn or the player's own, and its password. A name that is not sent is the account's."""

    field_order = ["username", "password"]
    username = forms.CharField(label=_("Username"), required=False, max_length=LONGEST_TYPED)

    def clean_username(self) -> str:
        """As it is stored; the password is judged by it."""
        typed = self.cleaned_data["username"]
        if typed and len(plain(typed)) < SHORTEST_USER_NAME:
            raise ValidationError(_("At least 3 letters or digits."))
        self.account.username = spelled(plain(typed)) or self.account.username
        return self.account.username


class RecoverForm(forms.Form):
    """Judges the new password by what was typed alone, so that no answer tells whose account there is."""

    login = user_name_field(_("Username"))
    code = forms.CharField(
        label=_("Recovery code"), max_length=100, widget=forms.TextInput(attrs=PLAIN | {"autocomplete": "off"})
    )
    password = password_field(_("New password"), "new-password")

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if "password" in values and "login" in values:
            name = spelled(values["login"])
            try:
                validate_password(values["password"], User(username=name, first_name=word(name.rpartition("-")[0])))
            except ValidationError as errors:
                self.add_error("password", errors)
        return values


# --- e-mail addresses -------------------------------------------------------------------------------------------------


class AddressForm(forms.Form):
    """An e-mail address, in small letters."""

    email = forms.EmailField(
        label=_("Email address"),
        max_length=LONGEST_TYPED,
        widget=forms.EmailInput(attrs=PLAIN | {"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        return self.cleaned_data["email"].lower()


class NewAddressForm(AddressForm):
    """An address for an account. Nothing tells whether another account has it."""

    def __init__(self, account: User, *args: Any) -> None:
        super().__init__(*args)
        self.account = account

    def clean_email(self) -> str:
        email = super().clean_email()
        addresses = addresses_of(self.account)
        if any(address.email == email for address in addresses):
            raise forms.ValidationError(_("This account already has this address."))
        if len(addresses) >= settings.ACCOUNT_MAX_EMAIL_ADDRESSES:
            raise forms.ValidationError(
                _("Maximum addresses: %(n)s. Remove one first.") % {"n": settings.ACCOUNT_MAX_EMAIL_ADDRESSES}
            )
        return email


# --- signing in ------------------------------------------------------------------------------------------------------


class LoginForm(account_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        mail = settings.MAIL_ENABLED
        self.fields["login"] = user_name_field(_("Username or email") if mail else _("Username"))
        self.fields["password"] = password_field(_("Password"), "current-password")


class ReauthenticateForm(account_forms.ReauthenticateForm):
    password = password_field(_("Password"), "current-password")


class ChangePasswordForm(account_forms.ChangePasswordForm):
    """Asks for the new password once: it may be looked at, and recovery codes are there."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        del self.fields["password2"]


class SetPasswordForm(account_forms.SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        del self.fields["password2"]


# --- codes of an app -------------------------------------------------------------------------------------------------


def code_field(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"})
    return forms.CharField(label=label, max_length=20, widget=widget)


class LimitedCodeMixin:
    """Counts the codes that are tried for an account, from all clients."""

    user: User

    def clean_code(self) -> str:
        if not allowed_for("second_factor", str(self.user.pk)):
            raise ValidationError(TOO_MANY)
        return super().clean_code()  # type: ignore[misc]


class OneUseCodeMixin(LimitedCodeMixin):
    """Takes each code once, in all processes: django-allauth remembers it in a cache, which each may have for itself.

    The step of time of the last code is kept with the app's secret.
    """

    authenticator: Authenticator

    def clean_code(self) -> str:
        code = super().clean_code()
        with transaction.atomic():
            app = Authenticator.objects.select_for_update().get(pk=self.authenticator.pk)
            step = step_of(code, app.data["secret"])
            if step <= app.data.get("last_step", 0):
                raise ValidationError(WRONG_CODE)
            app.data["last_step"] = step
            app.save(update_fields=["data"])
        return code


def step_of(code: str, secret: str) -> int:
    """The newest step of time in which an app with this secret shows the code; 0 if it does in none that is valid."""
    for step in sorted(totp.yield_hotp_counters_from_time(), reverse=True):
        shown = totp.format_hotp_value(totp.hotp_value(secret, step))
        if compare_user_code(actual=code, expected=shown):
            return step
    return 0


class AuthenticateForm(OneUseCodeMixin, mfa_forms.AuthenticateForm):
    code = code_field(_("Code"))


class ReauthenticateByCodeForm(OneUseCodeMixin, mfa_forms.ReauthenticateForm):
    code = code_field(_("Code"))


class ActivateTOTPForm(LimitedCodeMixin, totp_forms.ActivateTOTPForm):
    code = code_field(_("Code"))


# --- passkeys --------------------------------------------------------------------------------------------------------


class CredentialField(forms.JSONField):
    """What a browser answers to a challenge. It is never shown again."""

    widget = forms.HiddenInput
    default_error_messages = {"required": NO_PASSKEY, "invalid": NO_PASSKEY}

    def to_python(self, value: Any) -> Any:
        try:
            if len(value or "") > LONGEST_CREDENTIAL:
                raise ValidationError(NO_PASSKEY)
            return super().to_python(value)
        except (RecursionError, ValueError):  # also of a number with thousands of digits
            raise ValidationError(NO_PASSKEY) from None


class PasskeyAnswerMixin:
    """Refuses every answer that cannot be read: it is of a stranger, and its reader fails in many ways."""

    def clean_credential(self) -> Authenticator:
        try:
            authenticator = super().clean_credential()  # type: ignore[misc]
        except Exception:
            raise ValidationError(NO_PASSKEY) from None
        if not authenticator.user.is_active:
            raise ValidationError(NO_PASSKEY)
        return authenticator


class LoginByPasskeyForm(PasskeyAnswerMixin, passkey_forms.LoginWebAuthnForm):
    credential = CredentialField()


class AuthenticateByPasskeyForm(PasskeyAnswerMixin, passkey_forms.AuthenticateWebAuthnForm):
    credential = CredentialField()


class ReauthenticateByPasskeyForm(PasskeyAnswerMixin, passkey_forms.ReauthenticateWebAuthnForm):
    credential = CredentialField()


class AddPasskeyForm(passkey_forms.SignupWebAuthnForm):
    name = forms.CharField(label=_("Name"), required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_NAME}))
    credential = CredentialField()

    def clean_name(self) -> str:
        return super().clean_name()[:LONGEST_NAME]  # a passkey that is made already is not refused for its name

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean()
        except Exception:
            raise ValidationError(NO_PASSKEY) from None


class RenamePasskeyForm(passkey_forms.EditWebAuthnForm):
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
