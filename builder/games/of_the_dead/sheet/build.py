"""A gang's sheet, drawn from its verdict: a page for the gang, a page for each character."""

from django.utils.translation import gettext, override

from builder.games.of_the_dead.editor import CREDIT, count_label
from builder.games.of_the_dead.sheet import character, gang
from builder.games.of_the_dead.sheet.words import called
from builder.sheets.common import judged
from builder.sheets.parts import Sheet, Unit


def build_sheet(document, verdict, language):
    """The `Sheet` of a gang (a `Gang` and its `Verdict`) in `language`."""
    analysis = verdict.analysis
    with override(language):
        same = judged(document, verdict, language, called)
        return Sheet(
            **same,
            game=analysis.catalogue.name.into(language),
            name=gang.name(document, analysis),
            subtitle=gang.subtitle(analysis, language),
            points_word="",
            figures=tuple(gang.figures(analysis)),
            facts=(),
            tracks=tuple(gang.tracks(analysis)),
            brief=tuple(gang.brief(analysis, language)),
            units=tuple(
                unit(index, unit_analysis, same["findings"], language)
                for index, unit_analysis in enumerate(analysis.units)
            ),
            totals=tuple(gang.totals(analysis)),
            reference=tuple(gang.reference(analysis, language)),
            tables=tuple(gang.tables(analysis, language)),
            counted=count_label(len(analysis.units)),
            credit=gettext(CREDIT),
        )


def unit(index, unit_analysis, findings, language):
    return Unit(
        index=index,
        kind=unit_analysis.kind,
        name=called(unit_analysis),
        count=unit_analysis.count,
        badges=tuple(character.badges(unit_analysis, language)),
        cost=None,
        points=None,
        summary=character.summary(unit_analysis, language),
        findings=tuple(one for one in findings if one.unit == index),
        cards=(character.card(unit_analysis, language),),
        format="full",
    )
