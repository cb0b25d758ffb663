"""A convoy in a battle: what is marked on its fighters, its vehicles and itself, and what play needs of them.

Keys of markers stand in fixtures/rbn/battle.yaml; those of weapons and gear go by slug: dry-pistolet, used-lance,
picked-up-lance, reloading-baliste-sur-pivot, ai-mitrailleuse-fixe, and dry-pistolet-2 for the second of its kind.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.utils.translation import get_language

from builder.families.red_button.sheet.fighter import USED_ONCE, free_abilities, may_run_dry
from builder.games.rbn.sheet import fighter as fighters
from builder.games.rbn.sheet import vehicle as vehicles
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Catalogue, Item
from rules.families.red_button.analysis import FLYING, NO_SHOOTING, SLAVE, FighterAnalysis
from rules.families.red_button.guns import is_gun, rounds_facts
from rules.families.red_button.weapons import RELOADS, ends_used
from rules.games.rbn.analysis import ConvoyAnalysis, VehicleAnalysis
from rules.games.rbn.play import state
from rules.games.rbn.play.book import Count, play_of
from rules.play.battle import ACTIVATED, BOXES, FLED, MOST_MARKERS, OUT, SWITCH, BattleSide, BattleUnit, Fact, Marker
from rules.text import Text

MERCHANTS = "marchands"
USUAL = (ACTIVATED, OUT, FLED)
MOST_NAME = 60  # letters of a name on a seat
KEY = re.compile(r"\d+\.\d+")


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The side with this game's markers and facts, for `BattleSpec.fit_side`; what its scenario counts comes later."""
    analysis: Any = loaded.analysis
    units = tuple(fit_unit(unit, side.units, analysis) for unit in side.units)
    markers = play_of(analysis.context.catalogue).marks["list"]
    return replace(side, units=units, markers=markers, facts=side_facts(analysis))


def fit_unit(unit: BattleUnit, units: Iterable[BattleUnit], analysis: ConvoyAnalysis) -> BattleUnit:
    """A copy of a unit with its own markers before those that every unit has."""
    analysed = analysis.units[unit.index or 0]
    if analysed.kind == "vehicle":
        aboard = seats_of_copy(analysed, unit.copy, units, analysis)
        own, facts = [*vehicle_markers(analysed, aboard)], vehicle_facts(analysed, aboard)
    else:
        own, facts = [*fighter_markers(analysed)], fighter_facts(analysed)
    return with_own(replace(unit, facts=facts), own)


def with_own(unit: BattleUnit, own: list[Marker]) -> BattleUnit:
    """A unit with these markers before those that every unit has."""
    usual = [marker for marker in unit.markers if marker.key in USUAL]
    return replace(unit, markers=(*own[: MOST_MARKERS - len(usual)], *usual))


def fighter_markers(fighter: FighterAnalysis) -> Iterator[Marker]:
    """Wounds with the free one of armour first (RBN p. 30)."""
    catalogue, free = fighter.context.catalogue, int(fighters.ARMOUR in fighter.tags)
    marks = play_of(catalogue).marks
    wounds, pierced, *states = marks["fighter"]
    yield replace(wounds, most=catalogue.unit_types[fighter.unit_type].wounds + free, free=free)
    if free:
        yield pierced
    yield from states
    carried = [item for item, _weapon in fighter.weapons if item.ranged]
    yield from gun_markers(catalogue, carried, may_run_dry(fighter))
    yield from gear_markers(fighter)
    yield from marks["fighter-end"]


def gun_markers(catalogue: Catalogue, guns: Iterable[Item], dry: bool) -> Iterator[Marker]:
    """Used up, or out of ammunition and reloading, as on the sheet (RBN p. 16, 21)."""
    seen: Counter[str] = Counter()
    for item in guns:
        seen[item.slug] += 1
        for key in gun_states(item, dry):
            yield of_item(catalogue, key, item, seen[item.slug])


def gun_states(item: Item, dry: bool) -> Iterator[str]:
    if ends_used(item) or item.slug == vehicles.NET_LAUNCHER:
        yield "used"
        if item.melee is not None:
            yield state.PICKED_UP
        return
    if dry:
        yield "dry"
    if RELOADS in item.rules:
        yield "reloading"


def of_item(catalogue: Catalogue, key: str, item: Item, number: int = 1, row: str = "") -> Marker:
    """The marker of an item in a state, such as "Pistol: out of ammo"."""
    more = f" {number}" if number > 1 else ""
    mark = play_of(catalogue).item_marks[row or key]
    words = mark.name
    label = Text(f"{item.name.fr}{more}\u202f: {words.fr.lower()}", f"{item.name.en}{more}: {words.en.lower()}")
    return Marker(f"{key}-{item.slug}{more.replace(' ', '-')}", label, cite=mark.cite)


def gear_markers(fighter: FighterAnalysis) -> Iterator[Marker]:
    """What is used once (RBN p. 30)."""
    seen: Counter[str] = Counter()
    for item in fighter.equipment:
        seen[item.slug] += 1
        if item.slug in USED_ONCE:
            yield of_item(fighter.context.catalogue, "used", item, seen[item.slug], row="net")


def vehicle_markers(vehicle: VehicleAnalysis, aboard: list[tuple[str, str]]) -> Iterator[Marker]:
    """One that is out of action can no longer be activated, one that is destroyed is gone (RBN p. 19)."""
    catalogue = vehicle.context.catalogue
    marks = play_of(catalogue).marks
    yield from marks["vehicle"]
    if FLYING not in vehicle.tags:
        yield from marks["ground"]
    yield from marks["vehicle-end"]
    yield from gun_markers(catalogue, [item for item, _option in vehicle.options if item.ranged], True)
    if vehicle.has_ai:
        yield from marks["ai"]
        yield from ai_guns(vehicle)
    for number, (_key, name) in enumerate(aboard, start=1):
        yield seat_marker(catalogue, number, name)


def ai_guns(vehicle: VehicleAnalysis) -> Iterator[Marker]:
    """Which of several guns its AI fires (RBN p. 29; ruling A93)."""
    guns, seen = [item for item, _option in vehicle.options if is_gun(item)], Counter[str]()
    for item in guns if len(guns) > 1 else ():
        seen[item.slug] += 1
        yield of_item(vehicle.context.catalogue, "ai", item, seen[item.slug])


def seat_marker(catalogue: Catalogue, number: int, name: str) -> Marker:
    """Who sits there: the first seat is the pilot's."""
    pilot, passenger = play_of(catalogue).marks["seats"]
    if number == 1:
        return replace(pilot, text=name)
    label = passenger.label.followed_by(f" {number - 1}")
    return replace(passenger, key=f"{state.SEAT}-{number}", label=label, text=name)


def seats_of_copy(
    vehicle: VehicleAnalysis, copy: int, units: Iterable[BattleUnit], analysis: ConvoyAnalysis
) -> list[tuple[str, str]]:
    """(key of a unit, its name) for each seat of a copy, ("", "") where nobody is noted; as they stand on the sheet."""
    names = {unit.key: unit.name.into(get_language() or "fr")[:MOST_NAME] for unit in units}
    seats = vehicles.seating(vehicle, list(crew(vehicle, analysis)))[copy]
    keys = [key.group() if (key := KEY.match(seat.occupant)) else "" for seat in seats]
    return [(key, names.get(key, "")) for key in keys]


def crew(vehicle: VehicleAnalysis, analysis: ConvoyAnalysis) -> Iterator[vehicles.Occupant]:
    """Who is noted on a vehicle, named by the keys of their units."""
    for member in vehicle.unit.crew:
        rider = analysis.units[member.unit] if 0 <= member.unit < len(analysis.units) else None
        if isinstance(rider, FighterAnalysis):
            yield vehicles.Occupant(member.post, f"{member.unit}.{member.copy}", rider.seats_taken)


def fighter_facts(fighter: FighterAnalysis) -> dict[str, Fact]:
    """T ("-": does not shoot) and C, slugs of what it has, and 1 for what it is: chief, slave, animal, giant."""
    stats = fighter.unit.stats
    facts: dict[str, Fact] = {
        "T": stats.T,
        "C": stats.C,
        "abilities": (*fighter.unit.abilities, *free_abilities(fighter)),
        "equipment": fighter.unit.equipment,
        "weapons": tuple(weapon.item for weapon in fighter.unit.weapons),
        "force": fighter.unit.force or "",
        **dict(rounds_facts(fighter.unit.weapons)),
    }
    facts["guns"] = len(fighter.ranged) if stats.T != NO_SHOOTING else 0
    marks = {"chief": "chef" in fighter.tags, "slave": SLAVE in fighter.tags}
    marks |= {"animal": fighter.animal, "giant": fighter.giant, "armour": fighters.ARMOUR in fighter.tags}
    marks["shoots"] = stats.T != NO_SHOOTING
    return facts | {name: 1 for name, holds in marks.items() if holds}


def vehicle_facts(vehicle: VehicleAnalysis, aboard: list[tuple[str, str]]) -> dict[str, Fact]:
    """Its sizes (leger, moyen, lourd) for order and collisions and for damage, its options, seats and who is noted."""
    facts: dict[str, Fact] = {
        "type": vehicle.unit.type,
        "size": vehicles.size(vehicle),
        "damage": vehicles.damage_size(vehicle),
        "options": tuple(option.item for option in vehicle.unit.options),
        "seats": vehicle.seats,
        "shooters": vehicle.shooters,
        "guns": sum(is_gun(item) for item, _option in vehicle.options),
        "force": vehicle.unit.force or "",
        **dict(rounds_facts(vehicle.unit.options)),
    }
    marks = {"flying": FLYING in vehicle.tags, "ai": vehicle.has_ai}
    marks["demountable"] = any(option.demountable for option in vehicle.unit.options)
    seated: dict[str, Fact] = {
        f"{state.SEAT}-{number}": key for number, (key, _name) in enumerate(aboard, start=1) if key
    }
    return facts | seated | {name: 1 for name, holds in marks.items() if holds}


# --- what the battle's scenario counts ------------------------------------------------------------------------------


def fit_scenario(catalogue: Catalogue, scenario: str | None, sides: tuple[BattleSide, ...]) -> tuple[BattleSide, ...]:
    """The sides with what this scenario counts of them, whatever their lists were built for; for `BattleSpec`."""
    played = catalogue.scenarios.get(scenario or "")
    secondary = played is None or played.secondary_missions
    return tuple(side_in_scenario(catalogue, scenario, side, secondary) for side in sides)


def side_in_scenario(catalogue: Catalogue, scenario: str | None, side: BattleSide, secondary: bool) -> BattleSide:
    missions = play_of(catalogue).missions
    activity = str(side.facts.get("activity", "")) if secondary else ""
    counted = {row.key for rows in missions.values() for row in rows}
    kept = [marker for marker in side.markers if marker.key not in counted]
    own = [count_marker(row, str(catalogue.activities[activity].cite)) for row in missions.get(activity, ())]
    broken = (scenario, side.role) == vehicles.BROKEN_DOWN
    carries = activity == MERCHANTS
    units = tuple(vehicle_in_scenario(catalogue, unit, carries, broken) for unit in side.units)
    return replace(side, units=units, markers=(*own, *kept))


def count_marker(row: Count, cite: str, **fields: Any) -> Marker:
    """What a scenario or a secondary mission counts (RBN p. 27)."""
    kind = BOXES if row.most > 1 else SWITCH
    return replace(Marker(row.key, row.name, kind, most=row.most, start=row.start, cite=cite), **fields)


def vehicle_in_scenario(catalogue: Catalogue, unit: BattleUnit, carries: bool, broken: bool) -> BattleUnit:
    """A vehicle that may carry the merchants' cargo, medium or heavy (RBN p. 27), or that may not start (p. 36)."""
    if unit.kind != "vehicle":
        return unit
    carries = carries and unit.facts.get("size") != "leger"
    marks = play_of(catalogue).marks
    counted = [*(marks["carrier"] if carries else ()), *(marks["broken-down"] if broken else ())]
    own = [marker for marker in unit.markers if marker.key not in (*USUAL, state.CARGO, state.BROKEN_DOWN)]
    place = 1 + next((n for n, marker in enumerate(own) if marker.key == state.LEFT), -1)
    return with_own(unit, [*own[:place], *counted, *own[place:]])


def side_facts(analysis: ConvoyAnalysis) -> dict[str, Fact]:
    """Faction, activity and traits by their slugs, and what scenarios count halves of. Points are PC."""
    document, context = analysis.document, analysis.context
    return {
        "faction": document.faction or "",
        "subfaction": document.subfaction or "",
        "activity": context.activity.slug if context.activity else "",
        "advantages": tuple(context.advantages),
        "drawbacks": tuple(context.drawbacks),
        "vehicles": analysis.vehicle_count,
        "fighters": analysis.fighter_count,
        "slaves": analysis.slave_count,
        "fighter-points": analysis.fighter_points,
        "mechanic": int(bool(analysis.fighters_with("mecanicien"))),
    }
