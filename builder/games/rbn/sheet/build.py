"""A convoy's sheet, built from its verdict."""

from django.utils.translation import gettext, override

from builder.games.rbn.sheet import fighter as fighters
from builder.games.rbn.sheet import header, reference, weapons
from builder.games.rbn.sheet import vehicle as vehicles
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import Sheet
from builder.wording import clean
from rules.games.rbn.document import DRIVER_WHO_SHOOTS, Convoy
from rules.verdict import Verdict


def build_sheet(document: Convoy, verdict: Verdict, language: str) -> Sheet:
    """The printed sheet of a convoy in `language`."""
    analysis = verdict.analysis
    with override(language):
        shared = judged(document, verdict, language, lambda unit_analysis: display_name(unit_analysis, language))
        return Sheet(
            **shared,
            game=analysis.context.catalogue.name.into(language),
            name=clean(document.name) or gettext("Convoy without a name"),
            subtitle=header.subtitle(analysis, language),
            points_word=gettext("pts"),
            figures=tuple(header.figures(analysis)),
            facts=tuple(header.facts(analysis, language)),
            tracks=tuple(header.tracks(analysis)),
            brief=tuple(header.brief(analysis, language)),
            units=tuple(units(analysis, shared["findings"], language)),
            totals=tuple(header.totals(analysis)),
            reference=tuple(reference.reference(analysis, language)),
            tables=tuple(reference.tables(analysis, language)),
        )


def display_name(unit_analysis, language):
    """The unit's name as typed, else what it is."""
    if name := clean(unit_analysis.unit.name):
        return name
    if unit_analysis.kind == "fighter":
        return unit_analysis.context.catalogue.unit_types["combattant"].name.into(language)
    return unit_analysis.type.name.into(language) if unit_analysis.type else unit_analysis.unit.type


def units(analysis, findings, language):
    """A `SheetUnit` for each fighter and vehicle, in the order of the list."""
    for index, unit_analysis in enumerate(analysis.units):
        is_fighter = unit_analysis.kind == "fighter"
        part = fighters if is_fighter else vehicles
        yield sheet_unit(
            index,
            unit_analysis,
            display_name(unit_analysis, language),
            findings,
            badges=(*part.badges(unit_analysis, language), *force(unit_analysis)),
            cost=unit_analysis.cost,
            points=unit_analysis.points,
            summary=part.summary(unit_analysis, language),
            cards=cards(unit_analysis, analysis, language),
            format="narrow",
        )


def force(unit_analysis):
    """Attack force or reserve, where it is noted."""
    words = {"attack": gettext("attack force"), "reserve": gettext("reserve")}
    if slug := unit_analysis.unit.force:
        yield words.get(slug, slug)


def cards(unit_analysis, convoy, language):
    """One card a copy; copies that are alike share it."""
    if unit_analysis.kind == "fighter":
        return (fighters.card(unit_analysis, language),) * unit_analysis.count
    copies = vehicles.seating(unit_analysis, list(crew(unit_analysis, convoy, language)))
    by_seats = {seats: vehicles.card(unit_analysis, seats, convoy, language) for seats in dict.fromkeys(copies)}
    return tuple(by_seats[seats] for seats in copies)


def crew(vehicle, convoy, language):
    """The `Occupant`s noted on a vehicle, without those who are no fighters of the list."""
    for member in vehicle.unit.crew:
        rider = convoy.units[member.unit] if 0 <= member.unit < len(convoy.units) else None
        if rider is not None and rider.kind == "fighter":
            name = display_name(rider, language)
            name = f"{name} ({member.copy + 1})" if rider.count > 1 else name
            fires = at_the_wheel(rider, language) if member.post == DRIVER_WHO_SHOOTS else ""
            yield vehicles.Occupant(member.post, name, rider.seats_taken, fires)


def at_the_wheel(driver, language):
    """What a driver may fire, each with the dice lost: "Pistol −1D6"."""
    return ", ".join(
        f"{item.name.into(language)} {weapons.board_dice(item.ranged.pilot)}" for item in driver.shot_at_the_wheel
    )
