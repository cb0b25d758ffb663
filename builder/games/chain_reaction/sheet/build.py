"""A group's sheet, drawn from its verdict."""

from django.utils.translation import gettext, ngettext, override

from builder.games.chain_reaction.sheet import figure, header, reference
from builder.sheets.common import judged
from builder.sheets.parts import Sheet, Unit, clean


def build_sheet(document, verdict, language):
    """The `Sheet` of a group (a `Group` and its `Verdict`) in `language`."""
    analysis = verdict.analysis
    with override(language):
        same = judged(document, verdict, language, lambda unit_analysis: figure.called(unit_analysis, language))
        return Sheet(
            **same,
            game=analysis.context.catalogue.name.into(language),
            name=clean(document.name) or gettext("Group without a name"),
            subtitle=header.subtitle(analysis, language),
            points_word="",
            figures=tuple(header.figures(analysis, language)),
            facts=tuple(header.facts(analysis, language)),
            tracks=tuple(header.tracks(analysis, language)),
            brief=(),
            units=tuple(
                unit(index, unit_analysis, analysis, same["findings"], language)
                for index, unit_analysis in enumerate(analysis.units)
            ),
            totals=tuple(header.totals(analysis)),
            reference=tuple(reference.reference(analysis, language)),
            tables=tuple(reference.tables(analysis, language)),
            counted=count_label(len(analysis.units)),
        )


def count_label(number):
    """How large a group is, in words."""
    return ngettext("{n} figure", "{n} figures", number).format(n=number)


def unit(index, unit_analysis, analysis, findings, language):
    return Unit(
        index=index,
        kind=unit_analysis.kind,
        name=figure.called(unit_analysis, language),
        count=1,
        badges=tuple(figure.badges(unit_analysis, unit_analysis is analysis.leader, language)),
        cost=None,
        points=None,
        summary=figure.summary(unit_analysis, language),
        findings=tuple(one for one in findings if one.unit == index),
        cards=(figure.card(unit_analysis, language),),
        format="sixth",
    )
