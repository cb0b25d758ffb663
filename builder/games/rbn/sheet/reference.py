"""What a convoy's players look up: its traits, the special rules and the tables of the book that this list uses."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet.fighter import gains
from builder.families.red_button.sheet.reference import rules_used
from builder.games.rbn.sheet.vehicle import damage_caption, damage_size, size_words
from builder.games.rbn.sheet.vehicle import gains as vehicle_gains
from builder.sheets.common import counted, effect_passage, is_play_table, passage, play_tables, with_results
from builder.sheets.parts import Passage
from builder.wording import local
from rules.catalogue import Catalogue, Item, Reminder
from rules.families.red_button.weapons import ARMOUR_PIERCING
from rules.games.rbn.analysis import ConvoyAnalysis
from rules.games.rbn.play.book import play_of

COLLISIONS, MELEE = "choc-entre-vehicules", "corps-a-corps"
DRIVING, AT_THE_WHEEL = ("manoeuvres", "hors-piste"), "au-volant"  # reminders
DIFFERENCES = 3, 5  # rows of melee: from and to before, of what the dice show


def rules(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """Traits, and the special rules of its weapons."""
    yield from traits(analysis)
    used = rules_used(analysis)
    for slug, rule in analysis.context.catalogue.special_rules.items():
        if slug in used:
            yield effect_passage(rule, slug == ARMOUR_PIERCING)


def reference(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """Tables, but for those of the game and those that vehicles' cards have."""
    catalogue = analysis.context.catalogue
    for reminder in catalogue.reminders.values():
        is_elsewhere = is_on_cards(reminder, catalogue) or is_play_table(catalogue, reminder)
        if not is_elsewhere and is_used(reminder, analysis):
            yield passage(reminder)


def is_on_cards(reminder: Reminder, catalogue: Catalogue) -> bool:
    """Whether it is a damage table, or what a vehicle's figures for turns and off the road say.

    A book stored before there was a table for the wheel says more of these than the figures do.
    """
    is_driving = reminder.slug in DRIVING and AT_THE_WHEEL in catalogue.reminders
    return is_driving or reminder.uses.startswith("vehicle-type:")


def play(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """The tables of the game that this list uses; collisions between vehicles as a matrix of the book (p. 23)."""
    catalogue = analysis.context.catalogue
    collisions, melee = (catalogue.reminders[slug] for slug in (COLLISIONS, MELEE))
    for table in play_tables(catalogue, partial(is_used, analysis=analysis)):
        if table.title == local(collisions.name):
            yield collision_matrix(catalogue, collisions)
        else:
            yield with_results(table, *DIFFERENCES) if table.title == local(melee.name) else table


def collision_matrix(catalogue: Catalogue, reminder: Reminder) -> Passage:
    """Dice dealt and taken by who hits whom."""
    dice = play_of(catalogue).collisions
    names = size_words()
    rows = [("", *names.values())]
    rows += [(names[size], *(f"{one.dealt} / {one.taken}" for one in row)) for size, row in dice.items()]
    return Passage(
        local(reminder.name), _("Dealt / taken, in D6; success on 4+."), cite=str(reminder.cite), matrix=tuple(rows)
    )


def vehicle_tables(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """For a layout without cards of the vehicles."""
    catalogue = analysis.context.catalogue
    for reminder in catalogue.reminders.values():
        if is_on_cards(reminder, catalogue) and is_used(reminder, analysis):
            yield replace(passage(reminder), text="" if reminder.slug in DRIVING else damage_caption())


def traits(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """The traits in force, without those that only say how the convoy is built or that its figures contain."""
    all_gains = gains_of(analysis)
    for trait in analysis.context.traits:
        side = f"{trait.side}/{trait.slug.removesuffix(f'-{trait.side}')}"
        if trait.slug not in analysis.context.catalogue.play.building:
            yield from says_more(effect_passage(trait, side in all_gains))


def says_more(text: Passage) -> Iterator[Passage]:
    """A text, unless the figures contain all that it says."""
    if not text.text.rstrip(".").endswith(counted("", is_counted=True)):
        yield text


def gains_of(analysis: ConvoyAnalysis) -> set[str]:
    """What the figures of the list contain: all those of its units that have it, or the budget (p. 26)."""
    by_unit = [(unit.tags, (gains if unit.kind == "fighter" else vehicle_gains)(unit)) for unit in analysis.units]
    lacking = {slug for tags, own in by_unit for slug in tags - own}
    context = analysis.context
    raised = "survivants" in context.advantages and context.has_vehicles_scenario and context.budget is not None
    budget = {"advantage/survivants"} if raised else set[str]()
    return budget.union(*(own for _tags, own in by_unit)) - lacking


def gear(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """What the gear of the list does, for a layout without cards."""
    all_gains = gains_of(analysis)
    for item in gear_used(analysis):
        yield from says_more(effect_passage(item, item.slug in all_gains))


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
