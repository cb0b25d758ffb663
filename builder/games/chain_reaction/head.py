"""The head of a group as a form: its period, and whether it plays a campaign."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.lists.commands import setting_offers
from builder.lists.edits import Form
from builder.lists.forms import typed
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from rules.games.chain_reaction.document import GENERIC, StarGroup
from rules.shapes import Flag, Slug
from rules.text import _

HEAD: Form = {"period": Slug(), "campaign": Flag()}


def read_head(_loaded: LoadedRoster, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a `StarGroup` from a sent form. Raises `BadEdit`; a period unknown to the book is a finding."""
    data = typed(HEAD, fields)
    return {"period": data["period"] or GENERIC, "campaign": data["campaign"]}


def head_values(group: StarGroup | None) -> dict[str, Any]:
    return {"period": group.period, "campaign": group.campaign} if group else {"period": GENERIC}


def settings(loaded: LoadedRoster) -> Iterator[OfferGroup]:
    periods = loaded.catalogue.tables["periods"].rows
    yield setting_offers(loaded, "period", _("Period"), periods.items())
    yield setting_offers(loaded, "campaign", _("Campaign"), [("on", _("Yes"))], empty=True)
