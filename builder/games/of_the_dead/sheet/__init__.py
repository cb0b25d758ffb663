"""A gang's sheet, drawn from its verdict: a page for the gang, a page for each character."""

from django.utils.translation import gettext, override

from builder.games.of_the_dead.editor import CREDIT, counted
from builder.games.of_the_dead.sheet import character, gang
from builder.games.of_the_dead.sheet.words import called
from builder.sheets.parts import Found, Sheet, Unit, clean


def sheet(roster, verdict, language):
    """The `Sheet` of a gang (a `Gang` and its `Verdict`) in `language`."""
    survey = verdict.survey
    with override(language):
        findings = tuple(found(one, survey, language) for one in verdict.findings)
        return Sheet(
            language=language,
            game=survey.catalogue.name.into(language),
            name=gang.name(roster, survey),
            subtitle=gang.subtitle(survey, language),
            points_word="",
            legal=verdict.legal,
            verdict=gettext("Legal") if verdict.legal else gettext("Illegal"),
            spent=verdict.total,
            budget=verdict.budget,
            figures=tuple(gang.figures(survey)),
            facts=(),
            tracks=tuple(gang.tracks(survey)),
            brief=tuple(gang.brief(survey, language)),
            findings=findings,
            units=tuple(unit(index, view, findings, language) for index, view in enumerate(survey.units)),
            totals=tuple(gang.totals(survey)),
            reference=tuple(gang.reference(survey, language)),
            tables=tuple(gang.tables(survey, language)),
            notes=tuple(clean(part) for part in roster.notes.splitlines() if part.strip()),
            counted=counted(len(survey.units)),
            credit=gettext(CREDIT),
        )


def found(finding, survey, language):
    about = "" if finding.unit is None else f"#{finding.unit + 1} {called(survey.units[finding.unit])}"
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
        name=called(view),
        count=view.count,
        marks=tuple(character.marks(view, language)),
        cost=None,
        points=None,
        summary=character.summary(view, language),
        findings=tuple(one for one in findings if one.unit == index),
        cards=(character.card(view, language),),
        format="full",
    )
