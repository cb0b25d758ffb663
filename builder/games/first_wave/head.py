"""The head of a group as a form: budget, scenario, and the one price that players agree on."""

from collections.abc import Mapping
from typing import Any

from django import forms

from builder.families.red_button.head import LARGEST_BUDGET, Points, SlugField, fields_of_form
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Catalogue
from rules.games.first_wave.document import FOREIGN, SurvivorGroup, foreign

USUAL_BUDGETS = (150, 300)
THROWN = "arme-de-jet"


class SurvivorGroupHead(forms.Form):
    """Cleans only; whether the choices fit each other is for the checks."""

    budget = Points(LARGEST_BUDGET, least=1)
    other_budget = Points(LARGEST_BUDGET, least=1)
    scenario = SlugField()
    price_arme_de_jet = Points(1000)

    def fields_of_list(self) -> dict[str, Any]:
        """The cleaned head as the fields of a `SurvivorGroup`; what only convoys have is emptied."""
        data = self.cleaned_data
        price = data["price_arme_de_jet"]
        return {key: empty for key, (empty, _name) in FOREIGN.items()} | {
            "budget": data["other_budget"] or data["budget"],
            "scenario": data["scenario"],
            "prices": () if price is None else ((THROWN, price),),
        }


def read_head(_loaded: LoadedRoster, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a group from a sent form. Raises `BadEdit`; a scenario that the book lacks becomes a finding."""
    return fields_of_form(SurvivorGroupHead(fields))


def values_of(group: SurvivorGroup) -> dict[str, Any]:
    """What the form shows for a group, by the names of its fields."""
    price = dict(group.prices).get(THROWN)
    return {"budget": group.budget, "scenario": group.scenario, "price_arme_de_jet": price}


def head(catalogue: Catalogue, group: SurvivorGroup | None = None) -> dict[str, Any]:
    """What the form of the head shows.

    values        -- what is chosen, by the names of the fields
    usual_budgets -- points
    scenarios     -- all of the book
    thrown        -- the weapon whose price players agree on
    foreign       -- the names of what the document has though only convoys have it
    """
    return {
        "values": values_of(group) if group else {"budget": USUAL_BUDGETS[0]},
        "usual_budgets": USUAL_BUDGETS,
        "scenarios": list(catalogue.scenarios.values()),
        "thrown": catalogue.weapons.get(THROWN),
        "foreign": foreign(group) if group else (),
    }
