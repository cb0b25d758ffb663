"""What the editor of a convoy shows beside what every editor shows."""

from builder.games.rbn import offers
from builder.games.rbn.head import USUAL_BUDGETS, values_of
from rules.games.rbn.document import AGREED_PRICES
from rules.text import Text

MOST_RIDERS = 200


def opened(bench, index):
    """The open unit's picker: groups of offers, values, rounds, switches, crew."""
    view = bench.survey.units[index]
    shown = {
        "groups": offers.of_unit(bench, index),
        "rounds": offers.rounds(bench, index),
        "switches": offers.switches(bench, index),
    }
    if view.kind == "fighter":
        return shown | {"stats": offers.stats(bench, index)}
    return shown | {"types": offers.types(bench, index), "riders": riders(bench)}


def riders(bench):
    """Who may be noted on a vehicle: ("unit copy", label) for each fighter and copy."""
    found = []
    for index, view in enumerate(bench.survey.units):
        if view.kind == "fighter":
            for copy in range(view.count):
                name = view.unit.name or f"#{index + 1}"
                found.append((f"{index} {copy}", f"{name} ({copy + 1})" if view.count > 1 else name))
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
            {"name": f"price_{slug.replace('-', '_')}", "entry": shelf[slug], "agreed": agreed.get(slug)}
            for slug in AGREED_PRICES
            for shelf in (catalogue.options, catalogue.unit_types)
            if slug in shelf
        ],
    }


def label(bench):
    """The name of the faction or sub-faction, for an index page."""
    terms = bench.survey.terms
    row = terms.subfaction if terms.is_own_subfaction else terms.faction
    return row.name if row else Text()
