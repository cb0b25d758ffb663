"""The head of a convoy as a form: budget, faction, traits, activity, scenario and role, exotics, agreed prices."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.families.red_button.head import BUDGET, agreed, budget, price_field, price_form, price_settings
from builder.games.rbn.edits import MOST_BONUS
from builder.lists.commands import setting_offers
from builder.lists.edits import Form, slug
from builder.lists.forms import typed
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from rules.families.red_button.analysis import MERCENARIES
from rules.families.red_button.document import AGREED_PRICES, Choices
from rules.games.rbn.document import Convoy
from rules.shapes import Flag, Integer, Scalar, Schema, Slug
from rules.text import _

USUAL_BUDGETS = (300, 600, 900)
BETWEEN = "/"  # separates a faction from its sub-faction in the allegiance of a form
OWN_PRICES = AGREED_PRICES[1:]  # the first is of a weapon that only survivors throw


class Allegiance(Scalar):
    """A faction and perhaps its sub-faction, as a pair of slugs."""

    def read(self, value: Any) -> tuple[str, str | None]:
        faction, _between, subfaction = value.partition(BETWEEN)
        return slug(faction), slug(subfaction) if subfaction else None

    def schema(self) -> Schema:
        return {"type": "string"}


HEAD: Form = BUDGET | {
    "allegiance": Allegiance(),
    **dict.fromkeys(("activity", "scenario", "role"), Slug()),
    "bonus": Integer(0, MOST_BONUS),
    "exotic": Flag(),
    **dict.fromkeys(("advantage", "drawback_1", "drawback_2"), Slug()),
    **price_form(OWN_PRICES),
}


def read_head(loaded: LoadedRoster, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a convoy from a sent form. Raises `BadEdit`; choices that do not fit each other become findings."""
    data = typed(HEAD, fields)
    drawbacks = tuple(filter(None, (data["drawback_1"], data["drawback_2"])))
    borrows = data["advantage"] or drawbacks
    faction, subfaction = data["allegiance"] or (None, None)
    head = {key: data[key] for key in ("activity", "scenario", "role", "exotic")} | {
        "budget": data["other_budget"] or data["budget"],
        "faction": faction,
        "subfaction": subfaction,
        "bonus": data["bonus"] or 0,
        "traits": Choices(data["advantage"], drawbacks) if borrows else None,
        "prices": agreed(OWN_PRICES, data),
    }
    return head | {"role": None} if is_left_over(loaded, head) else head


def is_left_over(loaded: LoadedRoster, head: Mapping[str, Any]) -> bool:
    """Whether the role is still that of the scenario chosen before, and the new one has no such role."""
    before, scenario = loaded.document, loaded.catalogue.scenarios.get(head["scenario"] or "")
    roles = [role.slug for role in scenario.roles] if scenario else []
    return head["scenario"] != before.scenario and head["role"] == before.role and head["role"] not in roles


def head_values(convoy: Convoy | None) -> dict[str, Any]:
    """What the form shows for a convoy, by the names of its fields."""
    if convoy is None:
        return {"budget": USUAL_BUDGETS[0]}
    drawbacks = (*(convoy.traits.drawbacks if convoy.traits else ()), None, None)
    same = ("budget", "activity", "scenario", "role", "exotic")
    return {key: getattr(convoy, key) for key in same} | {
        "bonus": convoy.bonus or None,
        "allegiance": BETWEEN.join(filter(None, (convoy.faction, convoy.subfaction))),
        "advantage": convoy.traits.advantage if convoy.traits else None,
        "drawback_1": drawbacks[0],
        "drawback_2": drawbacks[1],
        **{price_field(slug): price for slug, price in convoy.prices},
    }


def settings(loaded: LoadedRoster) -> Iterator[OfferGroup]:
    """What the head of a convoy may be, in the order of its form; roles are those of the scenario."""
    catalogue = loaded.catalogue
    yield budget(loaded, USUAL_BUDGETS)
    yield setting_offers(loaded, "allegiance", _("Faction"), allegiances(loaded))
    yield from traits(loaded)
    activities = [(activity.slug, activity) for activity in catalogue.activities.values()]
    yield setting_offers(loaded, "activity", _("Activity and mission"), activities)
    scenarios = [(scenario.slug, scenario) for scenario in catalogue.scenarios.values()]
    yield setting_offers(loaded, "scenario", _("Scenario"), scenarios, empty=True)
    scenario = catalogue.scenarios.get(loaded.document.scenario or "")
    roles = [(role.slug, role) for role in scenario.roles] if scenario else []
    yield setting_offers(loaded, "role", _("Role"), roles, empty=True)
    yield setting_offers(loaded, "bonus", _("Prize points"), empty=True)
    yield setting_offers(loaded, "exotic", _("Exotic equipment agreed"), [("on", _("Yes"))], empty=True)
    yield from price_settings(loaded, OWN_PRICES)


def allegiances(loaded: LoadedRoster) -> Iterator[tuple[str, Any]]:
    """Each faction that is not retired, followed by its sub-factions."""
    for faction in loaded.catalogue.base_factions():
        if not faction.retired:
            yield faction.slug, faction
            for subfaction in loaded.catalogue.subfactions(faction.slug):
                yield f"{faction.slug}{BETWEEN}{subfaction.slug}", subfaction


def traits(loaded: LoadedRoster) -> Iterator[OfferGroup]:
    """What mercenaries may borrow: one advantage, two drawbacks."""
    lenders = [faction for faction in loaded.catalogue.base_factions() if faction.slug != MERCENARIES]
    for key, kind, title in (
        ("advantage", "advantage", _("Advantage")),
        ("drawback_1", "drawback", _("Drawback")),
        ("drawback_2", "drawback", _("Drawback")),
    ):
        borrowed = [(faction.slug, getattr(faction, kind), faction.name) for faction in lenders]
        yield setting_offers(loaded, key, title, borrowed, empty=True)
