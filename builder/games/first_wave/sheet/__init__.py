"""A group's sheet, drawn from its verdict."""

from django.utils.translation import gettext, override

from builder.games.first_wave.sheet import fighter, header, reference
from builder.games.rbn.sheet import called
from builder.sheets.parts import Card, Line, Sheet, Unit, clean
from builder.sheets.saying import judged


def sheet(roster, verdict, language):
    """The `Sheet` of a group (a `Group` and its `Verdict`) in `language`."""
    survey = verdict.survey
    with override(language):
        same = judged(roster, verdict, language, lambda view: called(view, language))
        return Sheet(
            **same,
            game=survey.terms.catalogue.name.into(language),
            name=clean(roster.name) or gettext("Group without a name"),
            subtitle=header.subtitle(survey, language),
            points_word=gettext("pts"),
            figures=tuple(header.figures(survey)),
            facts=tuple(header.facts(survey, language)),
            tracks=tuple(header.tracks(survey, language)),
            brief=tuple(header.brief(survey, language)),
            units=tuple(unit(index, view, same["findings"], language) for index, view in enumerate(survey.units)),
            totals=tuple(header.totals(survey)),
            reference=tuple(reference.reference(survey, language)),
            tables=tuple(reference.gear(survey, language)),
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
