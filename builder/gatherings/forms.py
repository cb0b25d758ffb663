"""The forms of gatherings. They only clean their input."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from builder.web.forms import MultilineField, TextField

HIGHEST = 1_000_000  # number of players or points that a chapter may require
LONGEST_CHANGE = 200


class HeadForm(forms.Form):
    name = TextField(label=_("Name"), max_length=200)
    notes = MultilineField(5_000, label=_("Description"), required=False, rows=4)


class GangForm(HeadForm):
    """As `HeadForm`, of a gathering whose game has news."""

    community = forms.BooleanField(
        label=_("Members with an account may write for all players of the game"), required=False
    )


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
    """for_all -- whether the writer may write for all players of the game"""

    text = MultilineField(1_000, label=_("Post an update"))
    for_all = forms.BooleanField(label=_("Also for all players of the game, under my account’s name"), required=False)

    def __init__(self, data: Any = None, for_all: bool = False):
        super().__init__(data)
        if not for_all:
            del self.fields["for_all"]


class NewcomerForm(forms.Form):
    name = TextField(max_length=200)
    player = TextField(label=_("Player"), max_length=200, required=False)
