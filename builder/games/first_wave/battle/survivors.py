"""A group of survivors in a battle: what its list was built for, and each survivor with what its card has to tick."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from builder.battles.markers import bilingual
from builder.battles.spec import Plan
from builder.families.red_button.sheet.fighter import USED_ONCE
from builder.games.first_wave.sheet.fighter import USED_UP
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Catalogue, Item
from rules.families.red_button.guns import rounds_facts
from rules.families.red_button.weapons import ONCE
from rules.games.first_wave.analysis import ANIMAL, ARMOUR, CHILD, SurvivorAnalysis
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.state import (
    ARMOUR_WOUND,
    gun_key,
    picked_key,
)
from rules.play.actions import Choice
from rules.play.battle import ACTIVATED, OUT, BattleSide, BattleUnit, Fact, Marker
from rules.text import Text, _

USUAL = (ACTIVATED, OUT)  # of the markers that every unit has; nobody flees in this book


def plan(loaded: LoadedRoster) -> Plan:
    """The scenario and the budget of a group."""
    return Plan(scenario=loaded.document.scenario, budget=loaded.document.budget)


def scenarios(catalogue: Catalogue) -> list[Choice]:
    """The four scenarios of the book (First Wave p. 12)."""
    return [Choice(scenario.slug, scenario.name, scenario.text) for scenario in catalogue.scenarios.values()]


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The side with this game's markers and facts; what its scenario counts is added by `scenarios.fit_scenario`."""
    return replace(side, units=tuple(fit_unit(unit, loaded) for unit in side.units), markers=())


def fit_unit(unit: BattleUnit, loaded: LoadedRoster) -> BattleUnit:
    """A survivor with its markers; a vehicle, which no group may have, as it is."""
    analysed = loaded.analysis.units[unit.index or 0]
    if not isinstance(analysed, SurvivorAnalysis):
        return unit
    usual = tuple(marker for marker in unit.markers if marker.key in USUAL)
    return replace(unit, markers=(*markers(analysed), *usual), facts=dict(facts(analysed)))


def facts(fighter: SurvivorAnalysis) -> Iterator[tuple[str, Fact]]:
    """T and C, points, victory points in the enemy's zone in Power (p. 12); what it has, by slugs."""
    unit = fighter.unit
    yield "T", unit.stats.T
    yield "C", unit.stats.C
    yield "points", fighter.cost
    yield "score", fighter.score
    yield "tags", tuple(sorted({*unit.equipment, *unit.abilities}))
    yield "weapons", tuple(weapon.item for weapon in unit.weapons)
    yield from rounds_facts(unit.weapons)


def markers(fighter: SurvivorAnalysis) -> Iterator[Marker]:
    """Wounds with the free one of armour, states, weapons, what is used once, what a resource may bring."""
    book, marks = fighter.context.catalogue, play_of(fighter.context.catalogue).marks
    worn = ARMOUR in fighter.tags
    cite = str(book.equipment[ARMOUR].cite if worn else book.unit_types["combattant"].cite)
    wounds, *states = marks["survivor"]
    yield replace(wounds, most=fighter.wounds, free=int(worn), cite=cite)
    yield from states
    if CHILD in fighter.tags:
        yield from marks["child"]
    yield from guns(fighter)
    yield from used_once(fighter)
    if ANIMAL not in fighter.tags:
        yield from (marker for marker in marks["finds"] if not (worn and marker.key == ARMOUR_WOUND))


def guns(fighter: SurvivorAnalysis) -> Iterator[Marker]:
    """Out of ammunition, or used, for each weapon that shoots; and the rounds that are fired once (p. 8, 9)."""
    book, seen = fighter.context.catalogue, Counter[str]()
    alike = Counter(weapon.item for weapon in fighter.unit.weapons)
    for weapon in fighter.unit.weapons:
        item = book.weapons.get(weapon.item)
        if item is None or not item.ranged:
            continue
        seen[item.slug] += 1
        number = seen[item.slug]
        words = _("{thing}: used") if ONCE in item.rules else _("{thing}: out of ammo")
        name = several(item.name, alike[item.slug])
        yield Marker(gun_key(item.slug, number), about(words, name), cite=gun_cite(book, item))
        if item.melee is not None:
            yield Marker(picked_key(item.slug, number), about(_("{thing}: picked up"), name), cite=str(item.cite))
        for slug in weapon.ammunition:
            if slug in USED_UP:
                yield used(f"{slug}-{item.slug}-{number}", book.ammunition[slug])


def gun_cite(book: Catalogue, item: Item) -> str:
    return str(item.cite if ONCE in item.rules else book.reminders["tir"].cite)


def used(key: str, item: Item) -> Marker:
    return Marker(f"used-{key}", about(_("{thing}: used"), item.name), cite=str(item.cite))


def used_once(fighter: SurvivorAnalysis) -> Iterator[Marker]:
    """The grapnel, once in a game (p. 7)."""
    for slug in fighter.unit.equipment:
        if slug in USED_ONCE:
            yield used(slug, fighter.context.catalogue.equipment[slug])


def about(words: str, thing: Text) -> Text:
    """A marked text about a thing, in both languages."""
    text = bilingual(words)
    return Text(text.fr.format(thing=thing.fr), text.en.format(thing=thing.en))


def several(name: Text, number: int) -> Text:
    """A name and how many there are, as the card has it: "Pistol ×2"."""
    return Text(f"{name.fr} ×{number}", f"{name.en} ×{number}") if number > 1 else name
