"""A convoy's sheet, drawn from its verdict."""

from django.utils.translation import gettext, override

from builder.games.rbn.sheet import fighter, header, reference, vehicle
from builder.sheets.common import judged
from builder.sheets.parts import Sheet, Unit, clean


def build_sheet(document, verdict, language):
    """The `Sheet` of a convoy (a `Convoy` and its `Verdict`) in `language`."""
    analysis = verdict.analysis
    with override(language):
        same = judged(document, verdict, language, lambda unit_analysis: called(unit_analysis, language))
        return Sheet(
            **same,
            game=analysis.context.catalogue.name.into(language),
            name=clean(document.name) or gettext("Convoy without a name"),
            subtitle=header.subtitle(analysis, language),
            points_word=gettext("pts"),
            figures=tuple(header.figures(analysis)),
            facts=tuple(header.facts(analysis, language)),
            tracks=tuple(header.tracks(analysis)),
            brief=tuple(header.brief(analysis, language)),
            units=tuple(
                unit(index, unit_analysis, analysis, same["findings"], language)
                for index, unit_analysis in enumerate(analysis.units)
            ),
            totals=tuple(header.totals(analysis)),
            reference=tuple(reference.reference(analysis, language)),
            tables=tuple(reference.tables(analysis, language)),
        )


def called(unit_analysis, language):
    """The unit's name as typed, else what it is."""
    if name := clean(unit_analysis.unit.name):
        return name
    if unit_analysis.kind == "fighter":
        return unit_analysis.context.catalogue.unit_types["combattant"].name.into(language)
    return unit_analysis.type.name.into(language) if unit_analysis.type else unit_analysis.unit.type


def unit(index, unit_analysis, analysis, findings, language):
    part = fighter if unit_analysis.kind == "fighter" else vehicle
    return Unit(
        index=index,
        kind=unit_analysis.kind,
        name=called(unit_analysis, language),
        count=unit_analysis.count,
        badges=(*part.badges(unit_analysis, language), *force(unit_analysis)),
        cost=unit_analysis.cost,
        points=unit_analysis.points,
        summary=part.summary(unit_analysis, language),
        findings=tuple(one for one in findings if one.unit == index),
        cards=cards(unit_analysis, analysis, language),
        format="sixth" if unit_analysis.kind == "fighter" else "quarter",
    )


def force(unit_analysis):
    words = {"attack": gettext("attack force"), "reserve": gettext("reserve")}
    return (words.get(unit_analysis.unit.force, unit_analysis.unit.force),) if unit_analysis.unit.force else ()


def cards(unit_analysis, analysis, language):
    """One card a copy; copies that are alike share it."""
    if unit_analysis.kind == "fighter":
        return (fighter.card(unit_analysis, language),) * unit_analysis.count
    seats = vehicle.seating(unit_analysis, list(crew(unit_analysis, analysis, language)))
    made = {one: vehicle.card(unit_analysis, one, analysis, language) for one in dict.fromkeys(seats)}
    return tuple(made[one] for one in seats)


def crew(unit_analysis, analysis, language):
    """Who is noted on a vehicle: (post, name, seats taken); nobody whom the list has not."""
    for one in unit_analysis.unit.crew:
        rider = analysis.units[one.unit] if 0 <= one.unit < len(analysis.units) else None
        if rider is None or rider.kind != "fighter":
            continue
        name = called(rider, language)
        yield one.post, f"{name} ({one.copy + 1})" if rider.count > 1 else name, rider.seats_taken
