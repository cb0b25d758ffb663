"""Reading forms from a request, and the fields of texts that players write."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from rules.shapes import UNWRITABLE, writable


def number_or_none(text: str | None) -> int | None:
    """A whole number from 0 to 999,999,999; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def form_data(request: HttpRequest) -> QueryDict | None:
    """The data that a form is bound to: a POST, even an empty one; else None."""
    return request.POST if request.method == "POST" else None


def submitted_revision(request: HttpRequest) -> int:
    """The revision of the row that a form was filled in for; 0, which no row has, if it is missing."""
    return number_or_none(request.POST.get("revision")) or 0


class TextField(forms.CharField):
    """A text that a document may contain: without NUL and lone surrogates."""

    def to_python(self, value: Any) -> str | None:
        value = super().to_python(value)
        if UNWRITABLE(value):
            raise ValidationError(_("This text has a character we can’t save: remove it."))
        return value

    def bound_data(self, data: Any, initial: Any) -> Any:
        return writable(data) if isinstance(data, str) else data


class MultilineField(TextField):
    """A text of several lines, with Unix line ends."""

    widget = forms.Textarea

    def __init__(self, longest: int, rows: int = 3, **options: Any):
        super().__init__(max_length=longest, widget=forms.Textarea(attrs={"rows": rows}), **options)

    def to_python(self, value: Any) -> str | None:
        return super().to_python(value.replace("\r\n", "\n") if isinstance(value, str) else value)
