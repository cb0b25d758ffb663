"""A group's sheet, drawn from its verdict."""

from django.utils.translation import gettext, override

from builder.games.first_wave.sheet import fighter, header, reference
from builder.games.rbn.sheet import called, found
from builder.sheets.parts import Card, Line, Sheet, Unit, clean


def sheet(roster, verdict, language):
    """The `Sheet` of a group (a `Group` and its `Verdict`) in `language`."""
    survey = verdict.survey
    with override(language):
        findings = tuple(found(one, survey, language) for one in verdict.findings)
        return Sheet(
            language=language,
            game=survey.terms.catalogue.name.into(language),
            name=clean(roster.name) or gettext("Group without a name"),
            subtitle=header.subtitle(survey, language),
            points_word=gettext("pts"),
            legal=verdict.legal,
            verdict=gettext("Legal") if verdict.legal else gettext("Illegal"),
            spent=verdict.total,
            budget=verdict.budget,
            figures=tuple(header.figures(survey)),
            facts=tuple(header.facts(survey, language)),
            tracks=tuple(header.tracks(survey, language)),
            brief=tuple(header.brief(survey, language)),
            findings=findings,
            units=tuple(unit(index, view, findings, language) for index, view in enumerate(survey.units)),
            totals=tuple(header.totals(survey)),
            reference=tuple(reference.reference(survey, language)),
            tables=tuple(reference.gear(survey, language)),
            notes=tuple(clean(part) for part in roster.notes.splitlines() if part.strip()),
        )


def unit(index, view, findings, language):
    fights = view.kind == "fighter"
    return Unit(
        index=index,
        kind=view.kind,
        name=called(view, language),
        count=view.count,
        marks=tuple(fighter.marks(view, language)) if fights else (),
        cost=view.cost,
        points=view.points,
        summary=fighter.summary(view, language) if fights else gettext("Groups have no vehicles."),
        findings=tuple(one for one in findings if one.unit == index),
        cards=((fighter.card(view, language) if fights else no_card()),) * view.count,
        format="sixth",
    )


def no_card():
    """What stands for a vehicle, which no group has."""
    return Card((), (Line(gettext("Vehicle"), gettext("Groups have no vehicles.")),), ())
