"""A team's sheet, drawn from its verdict: the mission at its head, a dashboard for each hero."""

from django.utils.translation import gettext, override

from builder.games.reichbusters.editor import count_label
from builder.games.reichbusters.sheet import dashboard, header
from builder.games.reichbusters.sheet.words import called
from builder.sheets.common import judged
from builder.sheets.parts import Sheet, Unit, clean


def build_sheet(document, verdict, language):
    """The `Sheet` of a team (a `Team` and its `Verdict`) in `language`."""
    analysis = verdict.analysis
    with override(language):
        same = judged(document, verdict, language, lambda unit_analysis: called(unit_analysis, language))
        return Sheet(
            **same,
            game=analysis.context.catalogue.name.into(language),
            name=clean(document.name) or gettext("Team without a name"),
            subtitle=header.subtitle(analysis, language),
            points_word="",
            figures=tuple(header.figures(analysis, language)),
            facts=tuple(header.facts(analysis)),
            tracks=tuple(header.tracks(analysis)),
            brief=tuple(header.brief(analysis, language)),
            units=tuple(
                unit(index, unit_analysis, same["findings"], language)
                for index, unit_analysis in enumerate(analysis.units)
            ),
            totals=tuple(header.totals(analysis)),
            reference=tuple(header.reference(analysis, language)),
            tables=(),
            counted=count_label(len(analysis.units)),
        )


def unit(index, unit_analysis, findings, language):
    return Unit(
        index=index,
        kind=unit_analysis.kind,
        name=called(unit_analysis, language),
        count=unit_analysis.count,
        badges=tuple(dashboard.badges(unit_analysis, language)),
        cost=None,
        points=None,
        summary=dashboard.summary(unit_analysis, language),
        findings=tuple(one for one in findings if one.unit == index),
        cards=(dashboard.card(unit_analysis, language),),
        format="half",
    )
