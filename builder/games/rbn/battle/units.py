"""A convoy in a battle: what is marked on its fighters, its vehicles and itself, and what play needs of them.

Keys of markers on fighters: wounds, stunned, on-fire, infection, melees; on vehicles: breakdowns, immobilised, slowed,
tested, out-of-action, destroyed, left, cargo, broken-down, ai-off, seat-1 (the pilot's), seat-2 ...; of weapons and
gear, by slug: dry-pistolet, used-lance, reloading-baliste-sur-pivot, and dry-pistolet-2 for the second of its kind.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.utils.translation import get_language

from builder.battles.document import (
    ACTIVATED,
    BOXES,
    FLED,
    MOST_MARKERS,
    OUT,
    SWITCH,
    WORDS,
    BattleSide,
    BattleUnit,
    Marker,
    Value,
)
from builder.games.rbn.battle.book import battle_data, cite, text
from builder.games.rbn.battle.guns import rounds_facts
from builder.games.rbn.sheet import fighter as fighters
from builder.games.rbn.sheet import vehicle as vehicles
from builder.games.rbn.sheet import weapons
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Catalogue, Item
from rules.games.rbn.analysis import FLYING, NO_SHOOTING, SLAVE, ConvoyAnalysis, FighterAnalysis, VehicleAnalysis
from rules.text import Text

WOUNDS, STUNNED, ON_FIRE, INFECTION, MELEES = "wounds", "stunned", "on-fire", "infection", "melees"
BREAKDOWNS, IMMOBILISED, SLOWED, TESTED = "breakdowns", "immobilised", "slowed", "tested"
OUT_OF_ACTION, DESTROYED, LEFT, CARGO, BROKEN_DOWN = "out-of-action", "destroyed", "left", "cargo", "broken-down"
MORALE, SEAT = "morale", "seat"
MOST_STUNNED, MOST_MELEES = 3, 3  # RBN p. 19, 22
MOST_BREAKDOWNS = 8  # with so many each roll ends in an explosion (RBN p. 19)
MOST_INFECTIONS = 4  # with so many each roll makes a zombie (RBN p. 44)
USUAL = (ACTIVATED, OUT, FLED)
MOST_NAME = 60  # letters of a name on a seat
KEY = re.compile(r"\d+\.\d+")


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The side with this game's markers and facts, for `BattleSpec.fit_side`."""
    analysis: Any = loaded.analysis
    units = tuple(fitted(unit, side.units, analysis) for unit in side.units)
    markers = tuple(side_markers(analysis))
    return replace(side, units=units, markers=markers, facts=tuple(sorted(side_facts(analysis).items())))


def fitted(unit: BattleUnit, units: Iterable[BattleUnit], analysis: ConvoyAnalysis) -> BattleUnit:
    """A copy of a unit with its own markers before those that every unit has."""
    usual = [one for one in unit.markers if one.key in USUAL]
    one = analysis.units[unit.index or 0]
    if one.kind == "vehicle":
        aboard = seats_of_copy(one, unit.copy, units, analysis)
        own, facts = [*vehicle_markers(one, aboard)], vehicle_facts(one, aboard)
    else:
        own, facts = [*fighter_markers(one)], fighter_facts(one)
    markers = (*own[: MOST_MARKERS - len(usual)], *usual)
    return replace(unit, markers=markers, facts=tuple(sorted(facts.items())))


def marker(catalogue: Catalogue, key: str, kind: str = SWITCH, row: str = "", **fields: Any) -> Marker:
    """A marker named in the file under `row`, else under its key."""
    data = battle_data()["marks"][row or key]
    place = str(catalogue.options[data["option"]].cite) if "option" in data else cite(catalogue, data["page"])
    return Marker(key, fields.pop("label", text(data["name"])), kind, cite=place, **fields)


def fighter_markers(fighter: FighterAnalysis) -> Iterator[Marker]:
    """Wounds with the free one of armour first (RBN p. 30)."""
    catalogue = fighter.context.catalogue
    free = int(fighters.ARMOUR in fighter.tags)
    wounds = catalogue.unit_types[fighter.unit_type].wounds
    yield marker(catalogue, WOUNDS, BOXES, most=wounds + free, free=free, ends=True)
    yield marker(catalogue, STUNNED, BOXES, most=MOST_STUNNED)
    yield marker(catalogue, ON_FIRE)
    carried = [item for item, _weapon in fighter.weapons if item.ranged]
    yield from gun_markers(catalogue, carried, fighters.may_run_dry(fighter))
    yield from gear_markers(fighter)
    yield marker(catalogue, MELEES, BOXES, most=MOST_MELEES, each_round=True)
    yield marker(catalogue, INFECTION, BOXES, most=MOST_INFECTIONS)


def gun_markers(catalogue: Catalogue, guns: Iterable[Item], dry: bool) -> Iterator[Marker]:
    """Used up, or out of ammunition and reloading, as on the sheet (RBN p. 16, 21)."""
    seen: Counter[str] = Counter()
    for item in guns:
        seen[item.slug] += 1
        for state in gun_states(item, dry):
            yield of_item(catalogue, state, item, seen[item.slug])


def gun_states(item: Item, dry: bool) -> Iterator[str]:
    if weapons.ONCE in item.rules or item.slug == vehicles.NET_LAUNCHER:
        yield "used"
        return
    if dry:
        yield "dry"
    if weapons.RELOADS in item.rules:
        yield "reloading"


def of_item(catalogue: Catalogue, state: str, item: Item, number: int = 1, row: str = "") -> Marker:
    """The marker of an item in a state, such as "Pistol: out of ammo"."""
    more = f" {number}" if number > 1 else ""
    words = text(battle_data()["marks"][row or state]["name"])
    label = Text(f"{item.name.fr}{more}\u202f: {words.fr.lower()}", f"{item.name.en}{more}: {words.en.lower()}")
    return replace(marker(catalogue, state, row=row), key=f"{state}-{item.slug}{more.replace(' ', '-')}", label=label)


def gear_markers(fighter: FighterAnalysis) -> Iterator[Marker]:
    """What is used once (RBN p. 30)."""
    seen: Counter[str] = Counter()
    for item in fighter.equipment:
        seen[item.slug] += 1
        if item.slug in fighters.USED_ONCE:
            yield of_item(fighter.context.catalogue, "used", item, seen[item.slug], row="net")


def vehicle_markers(vehicle: VehicleAnalysis, aboard: list[tuple[str, str]]) -> Iterator[Marker]:
    """One that is out of action can no longer be activated, one that is destroyed is gone (RBN p. 19)."""
    catalogue = vehicle.context.catalogue
    yield marker(catalogue, BREAKDOWNS, BOXES, most=MOST_BREAKDOWNS)
    yield marker(catalogue, OUT_OF_ACTION, ends=True)
    yield marker(catalogue, DESTROYED, ends=True)
    if FLYING not in vehicle.tags:
        yield marker(catalogue, IMMOBILISED)
        yield marker(catalogue, SLOWED)
        yield marker(catalogue, TESTED, each_round=True)
    yield marker(catalogue, LEFT, ends=True)
    yield from gun_markers(catalogue, [item for item, _option in vehicle.options if item.ranged], True)
    yield from mission_markers(vehicle)
    for number, (_key, name) in enumerate(aboard, start=1):
        yield seat_marker(catalogue, number, name)


def mission_markers(vehicle: VehicleAnalysis) -> Iterator[Marker]:
    """Who carries the merchants' cargo (RBN p. 27), who will not start (p. 36), and whose AI is off."""
    context, catalogue = vehicle.context, vehicle.context.catalogue
    if carries_cargo(vehicle):
        yield marker(catalogue, CARGO)
    if (context.document.scenario, context.document.role) == vehicles.BROKEN_DOWN:
        yield marker(catalogue, BROKEN_DOWN)
    if vehicle.has_ai:
        yield marker(catalogue, "ai-off")


def carries_cargo(vehicle: VehicleAnalysis) -> bool:
    """Medium or heavy, of merchants whose scenario has secondary missions (RBN p. 27)."""
    context = vehicle.context
    merchants = context.activity is not None and context.activity.slug == "marchands"
    return merchants and context.has_secondary_missions and vehicles.size(vehicle) != "leger"


def seat_marker(catalogue: Catalogue, number: int, name: str) -> Marker:
    """Who sits there: the first seat is the pilot's."""
    row = "pilot" if number == 1 else "passenger"
    label = text(battle_data()["marks"][row]["name"])
    if number > 1:
        label = Text(f"{label.fr} {number - 1}", f"{label.en} {number - 1}")
    return marker(catalogue, f"{SEAT}-{number}", WORDS, row, label=label, text=name)


def seats_of_copy(
    vehicle: VehicleAnalysis, copy: int, units: Iterable[BattleUnit], analysis: ConvoyAnalysis
) -> list[tuple[str, str]]:
    """(key of a unit, its name) for each seat of a copy, ("", "") where nobody is noted; as they stand on the sheet."""
    names = {unit.key: unit.name.into(get_language() or "fr")[:MOST_NAME] for unit in units}
    seats = vehicles.seating(vehicle, list(crew(vehicle, analysis)))[copy]
    keys = [found.group() if (found := KEY.match(seat.occupant)) else "" for seat in seats]
    return [(key, names.get(key, "")) for key in keys]


def crew(vehicle: VehicleAnalysis, analysis: ConvoyAnalysis) -> Iterator[vehicles.Occupant]:
    """Who is noted on a vehicle, named by the keys of their units."""
    for member in vehicle.unit.crew:
        rider = analysis.units[member.unit] if 0 <= member.unit < len(analysis.units) else None
        if isinstance(rider, FighterAnalysis):
            yield vehicles.Occupant(member.post, f"{member.unit}.{member.copy}", rider.seats_taken)


def fighter_facts(fighter: FighterAnalysis) -> dict[str, Value]:
    """T ("-": does not shoot) and C, slugs of what it has, and 1 for what it is: chief, slave, animal, giant."""
    stats = fighter.unit.stats
    facts: dict[str, Value] = {
        "T": stats.T,
        "C": stats.C,
        "abilities": " ".join((*fighter.unit.abilities, *fighters.given(fighter))),
        "equipment": " ".join(fighter.unit.equipment),
        "weapons": " ".join(weapon.item for weapon in fighter.unit.weapons),
        "force": fighter.unit.force or "",
        **dict(rounds_facts(fighter.unit.weapons)),
    }
    facts["guns"] = len(fighter.ranged) if stats.T != NO_SHOOTING else 0
    marks = {"chief": "chef" in fighter.tags, "slave": SLAVE in fighter.tags}
    marks |= {"animal": fighter.animal, "giant": fighter.giant, "armour": fighters.ARMOUR in fighter.tags}
    marks["shoots"] = stats.T != NO_SHOOTING
    return facts | {name: 1 for name, holds in marks.items() if holds}


def vehicle_facts(vehicle: VehicleAnalysis, aboard: list[tuple[str, str]]) -> dict[str, Value]:
    """Its sizes (leger, moyen, lourd) for order and collisions and for damage, its options, seats and who is noted."""
    facts: dict[str, Value] = {
        "type": vehicle.unit.type,
        "size": vehicles.size(vehicle),
        "damage": vehicles.damage_size(vehicle),
        "options": " ".join(option.item for option in vehicle.unit.options),
        "seats": vehicle.seats,
        "shooters": vehicle.shooters,
        "guns": sum(1 for item, _option in vehicle.options if item.ranged and item.slug != vehicles.NET_LAUNCHER),
        "force": vehicle.unit.force or "",
        **dict(rounds_facts(vehicle.unit.options)),
    }
    marks = {"flying": FLYING in vehicle.tags, "ai": vehicle.has_ai}
    seated: dict[str, Value] = {f"{SEAT}-{number}": key for number, (key, _name) in enumerate(aboard, start=1) if key}
    return facts | seated | {name: 1 for name, holds in marks.items() if holds}


def side_markers(analysis: ConvoyAnalysis) -> Iterator[Marker]:
    """What is counted of the secondary mission (RBN p. 27), and whether morale was tested in this round (p. 23)."""
    context = analysis.context
    if context.activity and context.has_secondary_missions:
        for row in battle_data()["missions"][context.activity.slug]:
            kind = BOXES if row["most"] > 1 else SWITCH
            label, place = text(row["name"]), str(context.activity.cite)
            yield Marker(row["key"], label, kind, most=row["most"], cite=place)
    yield marker(context.catalogue, MORALE, each_round=True)


def side_facts(analysis: ConvoyAnalysis) -> dict[str, Value]:
    """Faction, activity and traits by their slugs, and what scenarios count halves of. Points are PC."""
    document, context = analysis.document, analysis.context
    return {
        "faction": document.faction or "",
        "subfaction": document.subfaction or "",
        "activity": context.activity.slug if context.activity else "",
        "advantages": " ".join(context.advantages),
        "drawbacks": " ".join(context.drawbacks),
        "vehicles": analysis.vehicle_count,
        "fighters": analysis.fighter_count,
        "slaves": analysis.slave_count,
        "fighter-points": analysis.fighter_points,
        "mechanic": int(bool(analysis.fighters_with("mecanicien"))),
    }
