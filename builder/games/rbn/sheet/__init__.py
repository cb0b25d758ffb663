"""A convoy's sheet, drawn from its verdict."""

from django.utils.translation import gettext, override

from builder.games.rbn.sheet import fighter, header, reference, vehicle
from builder.sheets.parts import Sheet, Unit, clean
from builder.sheets.saying import judged


def sheet(roster, verdict, language):
    """The `Sheet` of a convoy (a `Convoy` and its `Verdict`) in `language`."""
    survey = verdict.survey
    with override(language):
        same = judged(roster, verdict, language, lambda view: called(view, language))
        return Sheet(
            **same,
            game=survey.terms.catalogue.name.into(language),
            name=clean(roster.name) or gettext("Convoy without a name"),
            subtitle=header.subtitle(survey, language),
            points_word=gettext("pts"),
            figures=tuple(header.figures(survey)),
            facts=tuple(header.facts(survey, language)),
            tracks=tuple(header.tracks(survey)),
            brief=tuple(header.brief(survey, language)),
            units=tuple(
                unit(index, view, survey, same["findings"], language) for index, view in enumerate(survey.units)
            ),
            totals=tuple(header.totals(survey)),
            reference=tuple(reference.reference(survey, language)),
            tables=tuple(reference.tables(survey, language)),
        )


def called(view, language):
    """The unit's name as typed, else what it is."""
    if name := clean(view.unit.name):
        return name
    if view.kind == "fighter":
        return view.terms.catalogue.unit_types["combattant"].name.into(language)
    return view.type.name.into(language) if view.type else view.unit.type


def unit(index, view, survey, findings, language):
    part = fighter if view.kind == "fighter" else vehicle
    return Unit(
        index=index,
        kind=view.kind,
        name=called(view, language),
        count=view.count,
        marks=(*part.marks(view, language), *force(view)),
        cost=view.cost,
        points=view.points,
        summary=part.summary(view, language),
        findings=tuple(one for one in findings if one.unit == index),
        cards=cards(view, survey, language),
        format="sixth" if view.kind == "fighter" else "quarter",
    )


def force(view):
    words = {"attack": gettext("attack force"), "reserve": gettext("reserve")}
    return (words.get(view.unit.force, view.unit.force),) if view.unit.force else ()


def cards(view, survey, language):
    """One card a copy; copies that are alike share it."""
    if view.kind == "fighter":
        return (fighter.card(view, language),) * view.count
    seats = vehicle.seating(view, list(crew(view, survey, language)))
    made = {one: vehicle.card(view, one, survey, language) for one in dict.fromkeys(seats)}
    return tuple(made[one] for one in seats)


def crew(view, survey, language):
    """Who is noted on a vehicle: (post, name, seats taken); nobody whom the list has not."""
    for one in view.unit.crew:
        rider = survey.units[one.unit] if 0 <= one.unit < len(survey.units) else None
        if rider is None or rider.kind != "fighter":
            continue
        name = called(rider, language)
        yield one.post, f"{name} ({one.copy + 1})" if rider.count > 1 else name, rider.seats_taken
