"""A team's sheet, drawn from its verdict: the mission at its head, a dashboard for each hero."""

from django.utils.translation import gettext, override

from builder.games.reichbusters.editor import counted
from builder.games.reichbusters.sheet import dashboard, header
from builder.games.reichbusters.sheet.words import called
from builder.sheets.parts import Sheet, Unit, clean
from builder.sheets.saying import judged


def sheet(roster, verdict, language):
    """The `Sheet` of a team (a `Team` and its `Verdict`) in `language`."""
    survey = verdict.survey
    with override(language):
        same = judged(roster, verdict, language, lambda view: called(view, language))
        return Sheet(
            **same,
            game=survey.terms.catalogue.name.into(language),
            name=clean(roster.name) or gettext("Team without a name"),
            subtitle=header.subtitle(survey, language),
            points_word="",
            figures=tuple(header.figures(survey, language)),
            facts=tuple(header.facts(survey)),
            tracks=tuple(header.tracks(survey)),
            brief=tuple(header.brief(survey, language)),
            units=tuple(unit(index, view, same["findings"], language) for index, view in enumerate(survey.units)),
            totals=tuple(header.totals(survey)),
            reference=tuple(header.reference(survey, language)),
            tables=(),
            counted=counted(len(survey.units)),
        )


def unit(index, view, findings, language):
    return Unit(
        index=index,
        kind=view.kind,
        name=called(view, language),
        count=view.count,
        marks=tuple(dashboard.marks(view, language)),
        cost=None,
        points=None,
        summary=dashboard.summary(view, language),
        findings=tuple(one for one in findings if one.unit == index),
        cards=(dashboard.card(view, language),),
        format="half",
    )
