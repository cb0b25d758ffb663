"""A group's sheet, built from its verdict."""

from typing import Any

from django.utils.translation import gettext, ngettext

from builder.games.chain_reaction.sheet import figure as figures
from builder.games.chain_reaction.sheet import header, reference
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import Sheet
from builder.wording import clean, local
from rules.games.chain_reaction.document import StarGroup
from rules.verdict import Verdict


def build_sheet(document: StarGroup, verdict: Verdict) -> Sheet:
    """The printed sheet of a group."""
    analysis: Any = verdict.analysis
    shared = judged(document, verdict, figures.display_name)
    return Sheet(
        **shared,
        game=local(analysis.context.catalogue.name),
        name=clean(document.name) or gettext("Untitled list"),
        subtitle=header.subtitle(analysis),
        points_word="",
        figures=tuple(header.figures(analysis)),
        facts=tuple(header.facts(analysis)),
        tracks=tuple(header.tracks(analysis)),
        brief=(),
        units=tuple(units(analysis, shared["findings"])),
        totals=tuple(header.totals(analysis)),
        reference=tuple(reference.reference(analysis)),
        tables=tuple(reference.tables(analysis)),
        counted=count_label(len(analysis.units)),
    )


def count_label(number: int) -> str:
    """How large a group is, in words."""
    return ngettext("{n} figure", "{n} figures", number).format(n=number)


def units(analysis, findings):
    """A `SheetUnit` for each figure, in the order of the list."""
    for index, figure in enumerate(analysis.units):
        yield sheet_unit(
            index,
            figure,
            figures.display_name(figure),
            findings,
            badges=tuple(figures.badges(figure, figure is analysis.leader)),
            cost=None,
            points=None,
            row=figures.row(figure),
            cards=(figures.card(figure),),
            format="narrow",
        )
