"""The head of a convoy as a form: budget, faction, traits, activity, scenario and role, exotics, agreed prices."""

from collections.abc import Mapping
from typing import Any

from django import forms

from builder.families.red_button.head import LARGEST_BUDGET, Points, SlugField, fields_of_form
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Catalogue
from rules.families.red_button.analysis import MERCENARIES
from rules.families.red_button.document import AGREED_PRICES, Choices
from rules.games.rbn.document import Convoy

USUAL_BUDGETS = (300, 600, 900)
BETWEEN = "/"  # separates a faction from its sub-faction in the allegiance of a form


class AllegianceField(forms.CharField):
    """A faction and perhaps its sub-faction, as a pair of slugs."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=200)

    def clean(self, value: Any) -> tuple[str | None, str | None]:
        faction, _between, subfaction = super().clean(value).partition(BETWEEN)
        return SlugField().clean(faction), SlugField().clean(subfaction)


class ConvoyHead(forms.Form):
    """Cleans only; whether the choices fit each other is for the checks."""

    budget = Points(LARGEST_BUDGET, least=1)
    other_budget = Points(LARGEST_BUDGET, least=1)
    allegiance = AllegianceField()
    activity = SlugField()
    scenario = SlugField()
    role = SlugField()
    bonus = Points(1000)
    exotic = forms.BooleanField(required=False)
    advantage = SlugField()
    drawback_1 = SlugField()
    drawback_2 = SlugField()
    price_blindage = Points(1000)
    price_blindage_lourd = Points(1000)
    price_sidecar = Points(1000)

    def fields_of_list(self) -> dict[str, Any]:
        """The cleaned head as the fields of a `Convoy`."""
        data = self.cleaned_data
        drawbacks = tuple(filter(None, (data["drawback_1"], data["drawback_2"])))
        borrows = data["advantage"] or drawbacks
        faction, subfaction = data["allegiance"]
        agreed = {slug: data.get(price_field(slug)) for slug in AGREED_PRICES}
        return {key: data[key] for key in ("activity", "scenario", "role", "exotic")} | {
            "budget": data["other_budget"] or data["budget"],
            "faction": faction,
            "subfaction": subfaction,
            "bonus": data["bonus"] or 0,
            "traits": Choices(data["advantage"], drawbacks) if borrows else None,
            "prices": tuple(sorted((slug, price) for slug, price in agreed.items() if price is not None)),
        }


def price_field(slug: str) -> str:
    """The field of the form for an agreed price."""
    return f"price_{slug.replace('-', '_')}"


def read_head(loaded: LoadedRoster, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a convoy from a sent form. Raises `BadEdit`; choices that do not fit each other become findings."""
    head = fields_of_form(ConvoyHead(fields))
    return head | {"role": None} if is_left_over(loaded, head) else head


def is_left_over(loaded: LoadedRoster, head: Mapping[str, Any]) -> bool:
    """Whether the role is still that of the scenario chosen before, and the new one has no such role."""
    before, scenario = loaded.document, loaded.catalogue.scenarios.get(head["scenario"] or "")
    roles = [role.slug for role in scenario.roles] if scenario else []
    return head["scenario"] != before.scenario and head["role"] == before.role and head["role"] not in roles


def values_of(convoy: Convoy) -> dict[str, Any]:
    """What the form shows for a convoy, by the names of its fields."""
    drawbacks = (*(convoy.traits.drawbacks if convoy.traits else ()), None, None)
    same = ("budget", "activity", "scenario", "role", "bonus", "exotic")
    return {key: getattr(convoy, key) for key in same} | {
        "allegiance": BETWEEN.join(filter(None, (convoy.faction, convoy.subfaction))),
        "advantage": convoy.traits.advantage if convoy.traits else None,
        "drawback_1": drawbacks[0],
        "drawback_2": drawbacks[1],
        **{price_field(slug): price for slug, price in convoy.prices},
    }


def head(catalogue: Catalogue, convoy: Convoy | None = None) -> dict[str, Any]:
    """What the form of the head shows.

    values        -- what is chosen, by the names of the fields
    usual_budgets -- points
    factions      -- [{"faction", "subfactions"}], those of the book's base factions that are not retired
    lenders       -- the factions whose traits mercenaries may borrow
    activities, scenarios -- all of the book
    unprinted     -- entries without a printed price: [{"name" (of the field), "entry", "agreed" (points or None)}]
    """
    agreed = dict(convoy.prices) if convoy else {}
    return {
        "values": values_of(convoy) if convoy else {"budget": USUAL_BUDGETS[0]},
        "usual_budgets": USUAL_BUDGETS,
        "factions": [
            {"faction": faction, "subfactions": catalogue.subfactions(faction.slug)}
            for faction in catalogue.base_factions()
            if not faction.retired
        ],
        "lenders": [faction for faction in catalogue.base_factions() if faction.slug != MERCENARIES],
        "activities": list(catalogue.activities.values()),
        "scenarios": list(catalogue.scenarios.values()),
        "unprinted": [
            {"name": price_field(slug), "entry": collection[slug], "agreed": agreed.get(slug)}
            for slug in AGREED_PRICES
            for collection in (catalogue.options, catalogue.unit_types)
            if slug in collection
        ],
    }
