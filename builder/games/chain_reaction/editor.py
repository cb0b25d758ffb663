"""What the editor of a group shows beside what every editor shows."""

from builder.games.chain_reaction import offers
from builder.wording import local
from rules.text import Text


def opened(loaded, index):
    """What the open figure's card offers beside its picker: REPs, kinds of figure, switches, tables to draw on."""
    reps, figures = offers.reps(loaded, index), offers.figures(loaded, index)
    return {
        "reps": reps,
        "figures": figures,
        "reasons": [*reasons(index, reps, str), *reasons(index, figures, lambda row: local(row.name))],
        "switches": tuple(offers.switches(loaded, index)),
        "draws": loaded.analysis.context.draws,
    }


def reasons(index, choices, said):
    """Why some of several choices for the figure at `index` are refused: (the choices, a tuple of one finding).

    Of what refuses a choice it is the nearest: what would be wrong with the figure itself, else the first.
    """
    found = {}
    for offer in choices:
        if offer.refusal and not offer.taken:
            nearest = min(offer.refusal, key=lambda one: getattr(one, "unit", index) != index)
            found.setdefault(getattr(nearest, "rule", None), ([], nearest))[0].append(said(offer.entry))
    return [(" · ".join(names), (one,)) for names, one in found.values()]


def label(loaded):
    """The name of the period, for an index page."""
    period = loaded.analysis.context.period
    return period.name if period else Text()
