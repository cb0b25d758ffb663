"""What the editor of a group shows beside what every editor shows."""

from builder.games.chain_reaction import offers
from builder.templatetags.bivouac import local
from rules.text import Text


def opened(bench, index):
    """The open figure's picker: groups of offers, REPs, kinds of figure, switches, tables to draw on."""
    reps, figures = offers.reps(bench, index), offers.figures(bench, index)
    return {
        "groups": list(offers.of_unit(bench, index)),
        "reps": reps,
        "figures": figures,
        "reasons": [*reasons(reps, str), *reasons(figures, lambda row: local(row.name))],
        "switches": tuple(offers.switches(bench, index)),
        "draws": bench.survey.terms.draws,
    }


def reasons(choices, said):
    """Why some of several choices are refused: for each rule the choices that it refuses, and what it says of one."""
    found = {}
    for offer in choices:
        for one in () if offer.taken else offer.refusal:
            found.setdefault(getattr(one, "rule", None), ([], one))[0].append(said(offer.entry))
    return [(" · ".join(names), (one,)) for names, one in found.values()]


def label(bench):
    """The name of the period, for an index page."""
    period = bench.survey.terms.period
    return period.name if period else Text()
