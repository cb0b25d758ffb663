"""The form that deletes an account."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from builder.accounts.user_names import spelled

ERASE, LEAVE = "erase", "leave"


class DeletionForm(forms.Form):
    """What becomes of the lists, and the user name, typed as a confirmation."""

    lists = forms.ChoiceField(
        choices=[(ERASE, ERASE), (LEAVE, LEAVE)],
        error_messages={"required": _("Choose what happens to the lists.")},
    )
    user_name = forms.CharField(max_length=200, label=_("Username"))

    def __init__(self, user: User, data: Any = None):
        super().__init__(data)
        self.user = user

    def clean_user_name(self) -> str:
        """Raises `ValidationError` unless it is the account's, however it is spelled."""
        typed: str = self.cleaned_data["user_name"].strip()
        if self.user.username.casefold() not in (typed.casefold(), spelled(typed).casefold()):
            raise ValidationError(_("That’s not this account’s username."))
        return typed
