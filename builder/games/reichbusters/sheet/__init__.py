"""A team's sheet, drawn from its verdict: the mission at its head, a dashboard for each hero."""

from django.utils.translation import gettext, override

from builder.games.reichbusters.editor import counted
from builder.games.reichbusters.sheet import dashboard, header
from builder.games.reichbusters.sheet.words import called
from builder.sheets.parts import Found, Sheet, Unit, clean


def sheet(roster, verdict, language):
    """The `Sheet` of a team (a `Team` and its `Verdict`) in `language`."""
    survey = verdict.survey
    with override(language):
        findings = tuple(found(one, survey, language) for one in verdict.findings)
        return Sheet(
            language=language,
            game=survey.terms.catalogue.name.into(language),
            name=clean(roster.name) or gettext("Team without a name"),
            subtitle=header.subtitle(survey, language),
            points_word="",
            legal=verdict.legal,
            verdict=gettext("Legal") if verdict.legal else gettext("Illegal"),
            spent=verdict.total,
            budget=verdict.budget,
            figures=tuple(header.figures(survey, language)),
            facts=tuple(header.facts(survey)),
            tracks=tuple(header.tracks(survey)),
            brief=tuple(header.brief(survey, language)),
            findings=findings,
            units=tuple(unit(index, view, findings, language) for index, view in enumerate(survey.units)),
            totals=tuple(header.totals(survey)),
            reference=tuple(header.reference(survey, language)),
            tables=(),
            notes=tuple(clean(part) for part in roster.notes.splitlines() if part.strip()),
            counted=counted(len(survey.units)),
        )


def found(finding, survey, language):
    about = "" if finding.unit is None else f"#{finding.unit + 1} {called(survey.units[finding.unit], language)}"
    return Found(
        rule=finding.rule.id,
        error=finding.rule.level == "error",
        text=finding.message.into(language, gettext),
        cite=str(finding.rule.cite),
        unit=finding.unit,
        about=about,
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
