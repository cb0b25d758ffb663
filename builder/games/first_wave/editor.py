"""What the editor of a group shows beside what every editor shows."""

from builder.games.first_wave import offers
from builder.games.rbn import offers as rbn
from rules.text import Text


def opened(bench, index):
    """The open unit's picker: groups of offers, values, rounds and the way out of slavery."""
    shown = {"groups": rbn.of_unit(bench, index), "switches": offers.switches(bench, index)}
    if bench.survey.units[index].kind != "fighter":
        return shown
    return shown | {"stats": rbn.stats(bench, index), "rounds": rbn.rounds(bench, index)}


def label(bench):
    """The scenario, for an index page."""
    scenario = bench.survey.terms.scenario
    return scenario.name if scenario else Text()
