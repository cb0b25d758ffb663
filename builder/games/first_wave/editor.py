"""What the editor of a group shows beside what every editor shows."""

from collections.abc import Sequence
from typing import Any

from builder.games.first_wave import offers
from builder.games.rbn import offers as rbn
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from rules.text import Text


def opened(loaded: LoadedRoster, index: int) -> dict[str, Any]:
    """What the open unit's card shows beside its picker: `switches`, and a survivor's `stats` and `rounds`.

    As with a convoy's fighters (`builder.games.rbn.editor.opened`); a vehicle, which no group has, has no more.
    """
    choices: dict[str, Any] = {"switches": offers.switches(loaded, index)}
    if loaded.analysis.units[index].kind != "fighter":
        return choices
    return choices | {"stats": rbn.stats(loaded, index), "rounds": rbn.rounds(loaded, index)}


def picker(loaded: LoadedRoster, index: int) -> Sequence[OfferGroup]:
    """The groups of offers for the survivor at `index`; a vehicle takes none."""
    return offers.of_fighter(loaded, index) if loaded.analysis.units[index].kind == "fighter" else ()


def label(loaded: LoadedRoster) -> Text:
    """The scenario, for an index page."""
    scenario = loaded.analysis.context.scenario
    return scenario.name if scenario else Text()
