"""A convoy's sheet, built from its verdict."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from django.utils.translation import gettext

from builder.families.red_button.sheet import weapons
from builder.families.red_button.sheet.build import display_name, sheet_of_list
from builder.families.red_button.sheet.fighter import row as fighter_row
from builder.games.rbn.sheet import fighter as fighters
from builder.games.rbn.sheet import header, reference
from builder.games.rbn.sheet import vehicle as vehicles
from builder.sheets.parts import Sheet, SheetCard, UnitRow
from builder.wording import local
from rules.families.red_button.analysis import NO_SHOOTING, FighterAnalysis
from rules.families.red_button.document import DRIVING
from rules.games.rbn.analysis import ConvoyAnalysis, VehicleAnalysis
from rules.games.rbn.document import Convoy
from rules.verdict import Verdict


def build_sheet(document: Convoy, verdict: Verdict) -> Sheet:
    """The printed sheet of a convoy."""
    analysis: Any = verdict.analysis
    fields = partial(unit_fields, convoy=analysis)
    sheet = sheet_of_list(
        document,
        verdict,
        header,
        fields,
        rules=reference.rules(analysis),
        reference=reference.reference(analysis),
        gear=reference.gear(analysis),
        plans=reference.vehicle_tables(analysis),
        play=reference.play(analysis),
    )
    faction = analysis.context.faction
    return replace(sheet, icon=str(analysis.context.catalogue.play.silhouette({faction.slug})) if faction else "")


def unit_fields(unit_analysis: Any, convoy: ConvoyAnalysis) -> dict[str, Any]:
    """What the game says of the `SheetUnit` of a fighter or a vehicle."""
    is_fighter = unit_analysis.kind == "fighter"
    part = fighters if is_fighter else vehicles
    return {
        "badges": (*part.badges(unit_analysis), *force(unit_analysis)),
        "cost": unit_analysis.cost,
        "points": unit_analysis.points,
        "row": row(unit_analysis, convoy),
        "cards": cards(unit_analysis, convoy),
        "format": "module" if is_fighter else "tall",
        "silhouette": silhouette(unit_analysis),
    }


def row(unit_analysis: Any, convoy: ConvoyAnalysis) -> UnitRow:
    """The unit in the table of the dense sheet."""
    if unit_analysis.kind == "fighter":
        row, tracks = fighter_row(unit_analysis), fighters.tracks(unit_analysis)
    else:
        row, tracks = vehicles.row(unit_analysis, crew_words(unit_analysis, convoy)), vehicles.tracks(unit_analysis)
    return replace(row, life=next(tracks))


def crew_words(vehicle: VehicleAnalysis, convoy: ConvoyAnalysis) -> Iterator[str]:
    """Who is noted on a vehicle and at which post."""
    posts = {"driver": gettext("driver"), "driver-gunner": gettext("driver"), "gunner": gettext("gunner")}
    words = [
        f"{occupant.name} ({posts.get(occupant.post, gettext('passenger'))})" for occupant in crew(vehicle, convoy)
    ]
    yield from [gettext("crew: {names}").format(names=", ".join(words))] * bool(words)


def silhouette(unit_analysis: Any) -> str:
    """What shows the unit on paper: by what it is and has, and by its faction."""
    context = unit_analysis.context
    faction = context.faction.slug if context.faction else ""
    return str(context.catalogue.play.silhouette({*unit_analysis.tags, unit_type(unit_analysis), faction}))


def unit_type(unit_analysis: Any) -> str:
    return str(getattr(unit_analysis.unit, "type", ""))


def force(unit_analysis: Any) -> Iterator[str]:
    """Attack force or reserve, where it is noted."""
    words = {"attack": gettext("attack force"), "reserve": gettext("reserve")}
    if slug := unit_analysis.unit.force:
        yield words.get(slug, slug)


def cards(unit_analysis: Any, convoy: ConvoyAnalysis) -> tuple[SheetCard, ...]:
    """One card a copy; copies that are alike share it."""
    if unit_analysis.kind == "fighter":
        return (fighters.card(unit_analysis),) * unit_analysis.count
    copies = vehicles.seating(unit_analysis, list(crew(unit_analysis, convoy)))
    by_seats = {seats: vehicles.card(unit_analysis, seats, convoy) for seats in dict.fromkeys(copies)}
    return tuple(by_seats[seats] for seats in copies)


def crew(vehicle: VehicleAnalysis, convoy: ConvoyAnalysis) -> Iterator[vehicles.Occupant]:
    """The `Occupant`s noted on a vehicle, without those who are no fighters of the list."""
    for member in vehicle.unit.crew:
        rider = convoy.units[member.unit] if 0 <= member.unit < len(convoy.units) else None
        if rider is not None and rider.kind == "fighter":
            name = display_name(rider)
            name = f"{name} ({member.copy + 1})" if rider.count > 1 else name
            fires = fired_on_board(rider, member.post in DRIVING)
            shoots = bool(fires) or (member.post not in DRIVING and serves_guns(rider, vehicle))
            yield vehicles.Occupant(member.post, name, rider.seats_taken, fires, shoots)


def fired_on_board(rider: FighterAnalysis, driving: bool) -> str:
    """What somebody may fire at the wheel or as a passenger, each with the dice lost: "Pistol −1D6"."""
    lost = {item.slug: (item, item.ranged.pilot if driving else item.ranged.passenger) for item in shot_on_board(rider)}
    return ", ".join(
        f"{local(item.name)} {weapons.board_dice(dice)}" for item, dice in lost.values() if dice is not None
    )


def shot_on_board(rider: FighterAnalysis) -> list[Any]:
    """The weapons of somebody who can shoot (p. 14, 20)."""
    return [] if rider.unit.stats.T == NO_SHOOTING else rider.ranged


def serves_guns(rider: FighterAnalysis, vehicle: VehicleAnalysis) -> bool:
    """Whether somebody may fire a gun of the vehicle; an animal may not (p. 28, 31)."""
    return vehicles.is_armed(vehicle) and not rider.animal and rider.unit.stats.T != NO_SHOOTING
