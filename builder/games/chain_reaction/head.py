"""The head of a group as a form: its period, and whether it plays a campaign."""

from django import forms

from builder.lists.edits import BadEdit
from rules.games.chain_reaction.document import GENERIC
from rules.shapes import SLUG
from rules.text import _


class Head(forms.Form):
    """Cleans only; whether the book knows the period is for the checks."""

    period = forms.CharField(required=False, max_length=100)
    campaign = forms.BooleanField(required=False)


def read_head(_bench, fields):
    """The fields of a `Group` from a sent form."""
    form = Head(fields)
    if not form.is_valid() or (form.cleaned_data["period"] and not SLUG(form.cleaned_data["period"])):
        raise BadEdit(_("Not understood: {fields}."), fields=tuple(form.errors) or ("period",))
    return {"period": form.cleaned_data["period"] or GENERIC, "campaign": form.cleaned_data["campaign"]}


def head(catalogue, group=None):
    """What the form of the head shows: the periods of the book and the values chosen."""
    return {
        "values": {"period": group.period, "campaign": group.campaign} if group else {"period": GENERIC},
        "periods": list(catalogue.tables["periods"].rows.values()),
    }
