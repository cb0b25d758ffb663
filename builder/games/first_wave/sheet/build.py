"""A group's sheet, drawn from its verdict."""

from django.utils.translation import gettext, override

from builder.games.first_wave.sheet import fighter, header, reference
from builder.games.rbn.sheet.build import called
from builder.sheets.common import judged
from builder.sheets.parts import Card, CardLine, Sheet, Unit, clean


def build_sheet(document, verdict, language):
    """The `Sheet` of a group (a `Group` and its `Verdict`) in `language`."""
    analysis = verdict.analysis
    with override(language):
        same = judged(document, verdict, language, lambda unit_analysis: called(unit_analysis, language))
        return Sheet(
            **same,
            game=analysis.context.catalogue.name.into(language),
            name=clean(document.name) or gettext("Group without a name"),
            subtitle=header.subtitle(analysis, language),
            points_word=gettext("pts"),
            figures=tuple(header.figures(analysis)),
            facts=tuple(header.facts(analysis, language)),
            tracks=tuple(header.tracks(analysis, language)),
            brief=tuple(header.brief(analysis, language)),
            units=tuple(
                unit(index, unit_analysis, same["findings"], language)
                for index, unit_analysis in enumerate(analysis.units)
            ),
            totals=tuple(header.totals(analysis)),
            reference=tuple(reference.reference(analysis, language)),
            tables=tuple(reference.gear(analysis, language)),
        )


def unit(index, unit_analysis, findings, language):
    fights = unit_analysis.kind == "fighter"
    return Unit(
        index=index,
        kind=unit_analysis.kind,
        name=called(unit_analysis, language),
        count=unit_analysis.count,
        badges=tuple(fighter.badges(unit_analysis, language)) if fights else (),
        cost=unit_analysis.cost,
        points=unit_analysis.points,
        summary=fighter.summary(unit_analysis, language) if fights else gettext("Groups have no vehicles."),
        findings=tuple(one for one in findings if one.unit == index),
        cards=((fighter.card(unit_analysis, language) if fights else no_card()),) * unit_analysis.count,
        format="sixth",
    )


def no_card():
    """What stands for a vehicle, which no group has."""
    return Card((), (CardLine(gettext("Vehicle"), gettext("Groups have no vehicles.")),), ())
