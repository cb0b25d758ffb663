"""What the editor of a group shows beside what every editor shows."""

from collections.abc import Callable, Iterable
from typing import Any

from builder.game_ui import Term
from builder.games.chain_reaction import offers
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer
from builder.wording import local
from rules.catalogue import Catalogue
from rules.text import Text


def opened(loaded: LoadedRoster, index: int) -> dict[str, Any]:
    """What the open figure's card shows beside its picker.

    reps     -- offers of the REPs it could have
    figures  -- offers of what it could be: human, dog, zombie
    reasons  -- why some of these two are refused: (their names, a tuple of one finding)
    switches -- offers of what is on or off
    draws    -- the tables to draw on, by the word that documents call them
    """
    reps, figures = offers.reps(loaded, index), offers.figures(loaded, index)
    return {
        "reps": reps,
        "figures": figures,
        "reasons": [*refusals(index, reps, str), *refusals(index, figures, lambda row: local(row.name))],
        "switches": tuple(offers.switches(loaded, index)),
        "draws": loaded.analysis.context.draws,
    }


def refusals(index: int, choices: Iterable[Offer], name_of: Callable[[Any], str]) -> list[tuple[str, tuple]]:
    """Why some choices for the figure at `index` are refused: (names of the choices, a tuple of one finding) by rule.

    Of a choice's findings it is one about the figure itself, else the first.
    """
    by_rule: dict[Any, tuple[list[str], Any]] = {}
    for offer in choices:
        if offer.refusal and not offer.taken:
            nearest = min(offer.refusal, key=lambda one: getattr(one, "unit", index) != index)
            names, _finding = by_rule.setdefault(getattr(nearest, "rule", None), ([], nearest))
            names.append(name_of(offer.entry))
    return [(" · ".join(names), (finding,)) for names, finding in by_rule.values()]


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
