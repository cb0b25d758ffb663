"""What the editor of a group shows beside what every editor shows."""

from typing import Any

from builder.games.chain_reaction import offers
from builder.lists.findings import ADDING, Remedy
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import Term
from rules.catalogue import Catalogue
from rules.text import Text, _


def opened(loaded: LoadedRoster, index: int) -> dict[str, Any]:
    """What the open figure's card shows beside its picker.

    reps     -- offers of the REPs it could have
    figures  -- offers of what it could be: human, dog, zombie
    switches -- offers of what is on or off
    draws    -- the tables to draw on, by the word that documents call them
    """
    return {
        "reps": offers.reps(loaded, index),
        "figures": offers.figures(loaded, index),
        "switches": tuple(offers.switches(loaded, index)),
        "draws": loaded.analysis.context.draws,
    }


def label(loaded: LoadedRoster) -> Text:
    """The name of the period, for an index page."""
    period = loaded.analysis.context.period
    return period.name if period else Text()


def terms(catalogue: Catalogue) -> dict[str, Term]:
    """What REP does, on which dice a figure acts, and what it has to roll to hit."""
    words = catalogue.special_rules
    return {
        "term-rep": Term("REP", (words["test"], words["activation"])),
        "term-acts": Term("", (words["activation"],)),
        "term-hits": Term("", (catalogue.reminders["tir"],)),
    }


# Where a player gives what a list still misses, by the rule that misses it.
REMEDIES = {
    "cr.star-missing": Remedy(_("Add the Star"), ADDING, "add-star"),
    "cr.npc-too-few": Remedy(_("Roll or choose NPCs"), ADDING),
}
