"""Fields of the head of a list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from builder.lists.edits import BadEdit
from rules.shapes import SLUG
from rules.text import _

LARGEST_BUDGET = 1_000_000


class SlugField(forms.CharField):
    """A slug, or nothing."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=100)

    def clean(self, value: Any) -> str | None:
        value = super().clean(value)
        if value and not SLUG(value):
            raise forms.ValidationError(gettext_lazy("Choose from the list."))
        return value or None


class Points(forms.IntegerField):
    """A number of points, or nothing."""

    def __init__(self, most: int, least: int = 0) -> None:
        super().__init__(required=False, min_value=least, max_value=most)


def fields_of_form(form: Any) -> dict[str, Any]:
    """The fields of a list from the form of its head. Raises `BadEdit`."""
    if not form.is_valid():
        raise BadEdit(_("Couldn’t read: {fields}."), fields=tuple(form.errors))
    fields: dict[str, Any] = form.fields_of_list()
    return fields
