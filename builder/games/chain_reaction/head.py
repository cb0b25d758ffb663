"""The head of a group as a form: its period, and whether it plays a campaign."""

from collections.abc import Mapping
from typing import Any

from django import forms

from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Catalogue
from rules.games.chain_reaction.document import GENERIC, StarGroup
from rules.shapes import SLUG
from rules.text import _


class Head(forms.Form):
    """Cleans only; whether the book knows the period is for the checks."""

    period = forms.CharField(required=False, max_length=100)
    campaign = forms.BooleanField(required=False)


def read_head(_loaded: LoadedRoster, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a `StarGroup` from a sent form. Raises `BadEdit`."""
    form = Head(fields)
    if not form.is_valid() or (form.cleaned_data["period"] and not SLUG(form.cleaned_data["period"])):
        raise BadEdit(_("Couldn’t read: {fields}."), fields=tuple(form.errors) or ("period",))
    return {"period": form.cleaned_data["period"] or GENERIC, "campaign": form.cleaned_data["campaign"]}


def head(catalogue: Catalogue, group: StarGroup | None = None) -> dict[str, Any]:
    """What the form of the head shows: `values` (period's slug, campaign or not) and the `periods` of the book."""
    return {
        "values": {"period": group.period, "campaign": group.campaign} if group else {"period": GENERIC},
        "periods": list(catalogue.tables["periods"].rows.values()),
    }
