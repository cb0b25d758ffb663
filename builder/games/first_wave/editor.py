"""What the editor of a group shows beside what every editor shows."""

from collections.abc import Sequence
from typing import Any

from builder.families.red_button.editor import could_lead
from builder.families.red_button.offers import rounds, stats
from builder.games.first_wave import offers
from builder.lists.findings import HEAD, UNIT, Remedy
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from rules.text import Text, _


def opened(loaded: LoadedRoster, index: int) -> dict[str, Any]:
    """What the open unit's card shows beside its picker: `switches`, and a survivor's `stats` and `rounds`.

    A vehicle, which no group has, has no more.
    """
    choices: dict[str, Any] = {"switches": offers.switches(loaded, index)}
    if loaded.analysis.units[index].kind != "fighter":
        return choices
    return choices | {"stats": stats(loaded, index), "rounds": rounds(loaded, index)}


def picker(loaded: LoadedRoster, index: int) -> Sequence[OfferGroup]:
    """The groups of offers for the survivor at `index`; a vehicle takes none."""
    return offers.of_fighter(loaded, index) if loaded.analysis.units[index].kind == "fighter" else ()


def label(loaded: LoadedRoster) -> Text:
    """The scenario, for an index page."""
    scenario = loaded.analysis.context.scenario
    return scenario.name if scenario else Text()


# Where a player gives what a list still misses, by the rule that misses it.
REMEDIES = {
    "fw.bad-budget": Remedy(_("Set the budget"), HEAD, "budget"),
    "fw.no-chef": Remedy(_("Name a chief"), UNIT, "li-add-ability-{unit}-chef", could_lead, "add-fighter"),
}
