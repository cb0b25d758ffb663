"""The forms of gatherings. They only clean their input."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules.shapes import UNWRITABLE, writable

HIGHEST = 1_000_000  # number of players or points that a chapter may require
LONGEST_CHANGE = 200


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


class HeadForm(forms.Form):
    name = TextField(label=_("Name"), max_length=200)
    notes = MultilineField(5_000, label=_("Description"), required=False, rows=4)


class ChapterForm(forms.Form):
    title = TextField(label=_("Title"), max_length=200)
    date = forms.DateField(
        label=_("Date"), required=False, input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )  # fmt: skip
    hour = forms.TimeField(
        label=_("Time"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    venue = TextField(label=_("Where"), max_length=200, required=False)
    text = MultilineField(5_000, label=_("Plan or story"), required=False, rows=5)
    least_members = forms.IntegerField(label=_("Minimum players"), required=False, min_value=1, max_value=HIGHEST)
    least_score = forms.IntegerField(required=False, min_value=1, max_value=HIGHEST)
    conditions = MultilineField(1_000, label=_("Other conditions"), required=False, rows=2)


class StageForm(forms.Form):
    """The texts of a chapter of a campaign."""

    title = TextField(label=_("Title"), max_length=200)
    date = ChapterForm.base_fields["date"]
    text = MultilineField(5_000, label=_("Plan or story"), required=False, rows=4)


class NewsForm(forms.Form):
    text = MultilineField(1_000, label=_("Post an update"))


class NewcomerForm(forms.Form):
    name = TextField(max_length=200)
    player = TextField(label=_("Player"), max_length=200, required=False)
