"""A gang's sheet, drawn from its verdict: a page for the gang, a page for each character."""

from django.utils.translation import gettext, override

from builder.games.of_the_dead.editor import CREDIT, counted
from builder.games.of_the_dead.sheet import character, gang
from builder.games.of_the_dead.sheet.words import called
from builder.sheets.parts import Sheet, Unit
from builder.sheets.saying import judged


def sheet(roster, verdict, language):
    """The `Sheet` of a gang (a `Gang` and its `Verdict`) in `language`."""
    survey = verdict.survey
    with override(language):
        same = judged(roster, verdict, language, called)
        return Sheet(
            **same,
            game=survey.catalogue.name.into(language),
            name=gang.name(roster, survey),
            subtitle=gang.subtitle(survey, language),
            points_word="",
            figures=tuple(gang.figures(survey)),
            facts=(),
            tracks=tuple(gang.tracks(survey)),
            brief=tuple(gang.brief(survey, language)),
            units=tuple(unit(index, view, same["findings"], language) for index, view in enumerate(survey.units)),
            totals=tuple(gang.totals(survey)),
            reference=tuple(gang.reference(survey, language)),
            tables=tuple(gang.tables(survey, language)),
            counted=counted(len(survey.units)),
            credit=gettext(CREDIT),
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
