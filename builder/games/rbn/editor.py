"""What the editor of a convoy shows beside what every editor shows."""

from builder.games.rbn import offers
from builder.games.rbn.head import USUAL_BUDGETS, values_of
from rules.games.rbn.document import AGREED_PRICES
from rules.text import Text

MOST_RIDERS = 200


def opened(loaded, index):
    """What the open unit's card offers beside its picker: values, rounds, switches, crew."""
    unit_analysis = loaded.analysis.units[index]
    shown = {
        "rounds": offers.rounds(loaded, index),
        "switches": offers.switches(loaded, index),
    }
    if unit_analysis.kind == "fighter":
        return shown | {"stats": offers.stats(loaded, index)}
    return shown | {"types": offers.types(loaded, index), "riders": riders(loaded)}


def riders(loaded):
    """Who may be noted on a vehicle: ("unit copy", label) for each fighter and copy."""
    found = []
    for index, unit_analysis in enumerate(loaded.analysis.units):
        if unit_analysis.kind == "fighter":
            for copy in range(unit_analysis.count):
                name = unit_analysis.unit.name or f"#{index + 1}"
                found.append((f"{index} {copy}", f"{name} ({copy + 1})" if unit_analysis.count > 1 else name))
    return found[:MOST_RIDERS]


def head(catalogue, convoy=None):
    """What the form of the head shows: the choices of the book and the values chosen."""
    agreed = dict(convoy.prices) if convoy else {}
    return {
        "values": values_of(convoy) if convoy else {"budget": USUAL_BUDGETS[0]},
        "usual_budgets": USUAL_BUDGETS,
        "factions": [
            {"faction": faction, "subfactions": catalogue.subfactions(faction.slug)}
            for faction in catalogue.base_factions()
            if not faction.retired
        ],
        "lenders": [one for one in catalogue.base_factions() if one.slug != "mercenaires"],
        "activities": list(catalogue.activities.values()),
        "scenarios": list(catalogue.scenarios.values()),
        "unprinted": [
            {"name": f"price_{slug.replace('-', '_')}", "entry": collection[slug], "agreed": agreed.get(slug)}
            for slug in AGREED_PRICES
            for collection in (catalogue.options, catalogue.unit_types)
            if slug in collection
        ],
    }


def label(loaded):
    """The name of the faction or sub-faction, for an index page."""
    context = loaded.analysis.context
    row = context.subfaction if context.is_own_subfaction else context.faction
    return row.name if row else Text()
