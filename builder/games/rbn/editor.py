"""What the editor of a convoy shows beside what every editor shows."""

from typing import Any

from builder.families.red_button.offers import rounds, stats
from builder.games.rbn import offers
from builder.lists.loaded import LoadedRoster
from rules.text import Text


def opened(loaded: LoadedRoster, index: int) -> dict[str, Any]:
    """What the open unit's card shows beside its picker.

    rounds   -- offers of ammunition, by the position of the weapon or gun
    switches -- offers of what is on or off
    stats    -- a fighter's: offers of the values of "T" and of "C"
    types    -- a vehicle's: offers of the types it could be of
    riders   -- a vehicle's: who may be noted on it, as ("unit copy", label)
    posts    -- a vehicle's: what they may do there, {slug: words}
    """
    choices = {
        "rounds": rounds(loaded, index),
        "switches": tuple(offers.switches(loaded, index)),
    }
    if loaded.analysis.units[index].kind == "fighter":
        return choices | {"stats": stats(loaded, index)}
    return choices | {
        "types": tuple(offers.types(loaded, index)),
        "riders": offers.riders(loaded),
        "posts": offers.POST_WORDS,
    }


def label(loaded: LoadedRoster) -> Text:
    """The name of the faction or sub-faction, for an index page."""
    context = loaded.analysis.context
    row = context.subfaction if context.is_own_subfaction else context.faction
    return row.name if row else Text()
