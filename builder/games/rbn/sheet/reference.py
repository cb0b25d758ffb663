"""What a convoy's players look up: its traits, the special rules and the tables of the book that this list uses."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet.reference import rules_used
from builder.games.rbn.sheet.vehicle import damage_size
from builder.sheets.common import effect_passage, passage
from builder.sheets.parts import Passage
from builder.wording import local
from rules.catalogue import Item, Reminder
from rules.games.rbn.analysis import ConvoyAnalysis


def reference(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """Traits, special rules and tables, but for the damage tables, which are on the vehicles' cards."""
    yield from traits(analysis)
    used = rules_used(analysis)
    for slug, rule in analysis.context.catalogue.special_rules.items():
        if slug in used:
            yield passage(rule)


def play(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """The tables of the game that this list uses; the damage tables are on the vehicles' cards."""
    for reminder in analysis.context.catalogue.reminders.values():
        if not reminder.uses.startswith("vehicle-type:") and is_used(reminder, analysis):
            yield passage(reminder)


def tables(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """For a layout without cards: effects of gear and options, damage tables."""
    for item in gear_used(analysis):
        yield effect_passage(item)
    for reminder in analysis.context.catalogue.reminders.values():
        if reminder.uses.startswith("vehicle-type:") and is_used(reminder, analysis):
            yield passage(reminder)


def traits(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """The advantages and drawbacks in force, each with whose it is."""
    factions = analysis.context.catalogue.factions
    for title, slugs, side in (
        (_("Advantage: {trait} ({faction})"), analysis.context.advantages, "advantage"),
        (_("Drawback: {trait} ({faction})"), analysis.context.drawbacks, "drawback"),
    ):
        for slug in slugs:
            trait = getattr(factions[slug], side)
            words = title.format(trait=local(trait.name), faction=local(factions[slug].name))
            yield Passage(words, local(trait.text), cite=str(trait.cite))


def gear_used(analysis: ConvoyAnalysis) -> Iterator[Item]:
    """Equipment, abilities, options that are no guns, ammunition and modifications, each once, in the book's order."""
    catalogue = analysis.context.catalogue
    tags = set().union(*(unit.tags for unit in analysis.units))
    ammunition = {slug for unit in analysis.units for carrier in carriers(unit) for slug in carrier.ammunition}
    for collection in (catalogue.equipment, catalogue.abilities, catalogue.options):
        yield from (item for slug, item in collection.items() if slug in tags and not item.ranged)
    yield from (item for slug, item in catalogue.ammunition.items() if slug in ammunition)
    if any(vehicle.unit.flying for vehicle in analysis.vehicles):
        yield catalogue.modifications["vehicule-volant"]
    if any(option.demountable for vehicle in analysis.vehicles for option in vehicle.unit.options):
        yield catalogue.modifications["arme-demontable"]


def carriers(unit_analysis: Any) -> Sequence[Any]:
    """What of a unit takes ammunition."""
    return unit_analysis.unit.weapons if unit_analysis.kind == "fighter" else unit_analysis.unit.options


def is_used(reminder: Reminder, analysis: ConvoyAnalysis) -> bool:
    """Whether this list needs a reminder: its units, its faction or a trait in force use it."""
    what, _colon, which = reminder.uses.partition(":")
    if what == "always":
        return True
    if what == "faction":
        faction = analysis.context.faction
        return which in analysis.context.advantages or bool(faction and faction.slug == which)
    if what in ("advantage", "drawback"):
        return which in getattr(analysis.context, f"{what}s")
    if what == "option":
        return any(which in unit.tags for unit in analysis.units)
    if what == "vehicle-without":
        return bool(analysis.vehicles) and which not in analysis.context.drawbacks
    if what == "vehicle-type":
        return any(damage_size(vehicle) == which for vehicle in analysis.vehicles)
    return bool(analysis.fighters if what == "fighter" else analysis.vehicles)
