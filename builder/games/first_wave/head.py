"""The head of a group as a form: budget, scenario, and the one price that players agree on."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.families.red_button.head import BUDGET, agreed, budget, price_field, price_form, price_settings
from builder.lists.commands import NOTHING, offer, setting_offers
from builder.lists.edits import Form
from builder.lists.forms import field_word, typed
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from rules.games.first_wave.document import FOREIGN, SurvivorGroup, foreign
from rules.shapes import Slug
from rules.text import _

USUAL_BUDGETS = (150, 300)
THROWN = "arme-de-jet"
OWN_PRICES = (THROWN,)
HEAD: Form = BUDGET | {"scenario": Slug()} | price_form(OWN_PRICES)


def read_head(_loaded: LoadedRoster, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a group from a sent form; what only convoys have is emptied. Raises `BadEdit`.

    A scenario that the book lacks becomes a finding.
    """
    data = typed(HEAD, fields)
    return {key: empty for key, (empty, _name) in FOREIGN.items()} | {
        "budget": data["other_budget"] or data["budget"],
        "scenario": data["scenario"],
        "prices": agreed(OWN_PRICES, data),
    }


def head_values(group: SurvivorGroup | None) -> dict[str, Any]:
    """What the form shows for a group, by the names of its fields."""
    if group is None:
        return {"budget": USUAL_BUDGETS[0]}
    prices = {price_field(slug): price for slug, price in group.prices}
    return {"budget": group.budget, "scenario": group.scenario} | prices


def settings(loaded: LoadedRoster) -> Iterator[OfferGroup]:
    """What the head of a group may be, in the order of its form; that of a convoy may lose what only convoys have."""
    yield budget(loaded, USUAL_BUDGETS)
    scenarios = [(scenario.slug, scenario) for scenario in loaded.catalogue.scenarios.values()]
    yield setting_offers(loaded, "scenario", _("Scenario"), scenarios, empty=True)
    yield from price_settings(loaded, OWN_PRICES)
    if foreign(loaded.document):
        same = field_word("budget", loaded.document.budget or "")
        yield OfferGroup("foreign", _("Convoy settings"), (offer(loaded, "set", NOTHING, same),))
