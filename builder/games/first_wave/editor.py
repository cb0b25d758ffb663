"""What the editor of a group shows beside what every editor shows."""

from builder.games.first_wave import offers
from builder.games.rbn import offers as rbn
from rules.text import Text


def opened(loaded, index):
    """What the open unit's card offers beside its picker: values, rounds and the way out of slavery."""
    shown = {"switches": offers.switches(loaded, index)}
    if loaded.analysis.units[index].kind != "fighter":
        return shown
    return shown | {"stats": rbn.stats(loaded, index), "rounds": rbn.rounds(loaded, index)}


def picker(loaded, index):
    """The groups of offers for the survivor at `index`; a vehicle takes none."""
    return rbn.of_unit(loaded, index) if loaded.analysis.units[index].kind == "fighter" else ()


def label(loaded):
    """The scenario, for an index page."""
    scenario = loaded.analysis.context.scenario
    return scenario.name if scenario else Text()
