"""The forms that ask for an e-mail address."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from builder.accounts.addresses import addresses_of
from builder.accounts.forms import LONGEST_TYPED, PLAIN


class AddressForm(forms.Form):
    """An e-mail address, in small letters."""

    email = forms.EmailField(
        label=gettext_lazy("Email address"),
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
        held = addresses_of(self.account)
        if any(address.email == email for address in held):
            raise forms.ValidationError(_("This account already has this address."))
        if len(held) >= settings.ACCOUNT_MAX_EMAIL_ADDRESSES:
            raise forms.ValidationError(
                _("Maximum addresses: %(n)s. Remove one first.") % {"n": settings.ACCOUNT_MAX_EMAIL_ADDRESSES}
            )
        return email
