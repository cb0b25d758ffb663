"""A group's sheet, built from its verdict."""

from typing import Any

from django.utils.translation import gettext, ngettext, override

from builder.games.chain_reaction.sheet import figure as figures
from builder.games.chain_reaction.sheet import header, reference
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import Sheet
from builder.wording import clean
from rules.games.chain_reaction.document import StarGroup
from rules.verdict import Verdict


def build_sheet(document: StarGroup, verdict: Verdict, language: str) -> Sheet:
    """The printed sheet of a group in `language`."""
    analysis: Any = verdict.analysis
    with override(language):
        shared = judged(document, verdict, language, lambda figure: figures.display_name(figure, language))
        return Sheet(
            **shared,
            game=analysis.context.catalogue.name.into(language),
            name=clean(document.name) or gettext("Untitled list"),
            subtitle=header.subtitle(analysis, language),
            points_word="",
            figures=tuple(header.figures(analysis)),
            facts=tuple(header.facts(analysis, language)),
            tracks=tuple(header.tracks(analysis, language)),
            brief=(),
            units=tuple(units(analysis, shared["findings"], language)),
            totals=tuple(header.totals(analysis)),
            reference=tuple(reference.reference(analysis, language)),
            tables=tuple(reference.tables(analysis, language)),
            counted=count_label(len(analysis.units)),
        )


def count_label(number: int) -> str:
    """How large a group is, in words."""
    return ngettext("{n} figure", "{n} figures", number).format(n=number)


def units(analysis, findings, language):
    """A `SheetUnit` for each figure, in the order of the list."""
    for index, figure in enumerate(analysis.units):
        yield sheet_unit(
            index,
            figure,
            figures.display_name(figure, language),
            findings,
            badges=tuple(figures.badges(figure, figure is analysis.leader, language)),
            cost=None,
            points=None,
            row=figures.row(figure, language),
            cards=(figures.card(figure, language),),
            format="narrow",
        )
