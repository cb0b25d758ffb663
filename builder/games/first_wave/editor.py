"""What the editor of a group shows beside what every editor shows."""

from builder.games.first_wave import offers
from builder.games.rbn import offers as rbn
from rules.text import Text


def opened(loaded, index):
    """The open unit's picker: groups of offers, values, rounds and the way out of slavery."""
    shown = {"groups": rbn.of_unit(loaded, index), "switches": offers.switches(loaded, index)}
    if loaded.analysis.units[index].kind != "fighter":
        return shown
    return shown | {"stats": rbn.stats(loaded, index), "rounds": rbn.rounds(loaded, index)}


def label(loaded):
    """The scenario, for an index page."""
    scenario = loaded.analysis.context.scenario
    return scenario.name if scenario else Text()
