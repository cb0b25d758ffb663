"""The head of a group as a form: budget, scenario, and the one price that players agree on."""

from django import forms

from builder.games.rbn.head import LARGEST_BUDGET, Points, SlugField
from builder.lists.edits import BadEdit
from rules.games.first_wave.document import FOREIGN, foreign
from rules.text import _

USUAL_BUDGETS = (150, 300)
THROWN = "arme-de-jet"


class Head(forms.Form):
    """Cleans only; whether the choices fit each other is for the checks."""

    budget = Points(LARGEST_BUDGET, least=1)
    other_budget = Points(LARGEST_BUDGET, least=1)
    scenario = SlugField()
    price_arme_de_jet = Points(1000)

    def fields_of_list(self):
        """The cleaned head as the fields of a `Group`; what only convoys have is dropped."""
        data = self.cleaned_data
        price = data["price_arme_de_jet"]
        return {key: nothing for key, (nothing, _name) in FOREIGN.items()} | {
            "budget": data["other_budget"] or data["budget"],
            "scenario": data["scenario"],
            "prices": () if price is None else ((THROWN, price),),
        }


def read_head(_bench, fields):
    """The fields of a group from a sent form. What does not fit stays, and becomes a finding."""
    form = Head(fields)
    if not form.is_valid():
        raise BadEdit(_("Not understood: {fields}."), fields=tuple(form.errors))
    return form.fields_of_list()


def values_of(group):
    """What the form shows for a group: its fields by their names."""
    return {
        "budget": group.budget,
        "scenario": group.scenario,
        "price_arme_de_jet": dict(group.prices).get(THROWN),
    }


def head(catalogue, group=None):
    """What the form of the head shows: the choices of the book and the values chosen."""
    return {
        "values": values_of(group) if group else {"budget": USUAL_BUDGETS[0]},
        "usual_budgets": USUAL_BUDGETS,
        "scenarios": list(catalogue.scenarios.values()),
        "thrown": catalogue.weapons.get(THROWN),
        "foreign": foreign(group) if group else (),
    }
