"""What a convoy's players look up: its traits, the special rules and the tables of the book that this list uses."""

from django.utils.translation import gettext as _

from builder.games.rbn.sheet.vehicle import damage_size
from builder.sheets.parts import Passage

FIRE, FLAMES = "incendiaire", "gabarit-de-flammes"


def reference(analysis, language):
    """Traits, special rules and tables, but for the tables that stand on the vehicles' own cards."""
    yield from traits(analysis, language)
    for slug, rule in analysis.context.catalogue.special_rules.items():
        if slug in rules_used(analysis):
            yield passage(rule, language)
    for reminder in analysis.context.catalogue.reminders.values():
        if not reminder.uses.startswith("vehicle-type:") and is_used(reminder, analysis):
            yield passage(reminder, language)


def tables(analysis, language):
    """What the cards say and a list without cards needs: effects of gear and options, damage tables."""
    for item in gear_used(analysis):
        yield Passage(item.name.into(language), (item.card or item.text).into(language), cite=str(item.cite))
    for reminder in analysis.context.catalogue.reminders.values():
        if reminder.uses.startswith("vehicle-type:") and is_used(reminder, analysis):
            yield passage(reminder, language)


def passage(entry, language):
    rows = tuple((row.left.into(language), row.right.into(language)) for row in getattr(entry, "rows", ()))
    return Passage(entry.name.into(language), entry.text.into(language), rows, str(entry.cite))


def traits(analysis, language):
    """The advantages and drawbacks in force, each with whose it is."""
    factions = analysis.context.catalogue.factions
    for title, slugs, side in (
        (_("Advantage: {trait} ({faction})"), analysis.context.advantages, "advantage"),
        (_("Drawback: {trait} ({faction})"), analysis.context.drawbacks, "drawback"),
    ):
        for slug in slugs:
            trait = getattr(factions[slug], side)
            words = title.format(trait=trait.name.into(language), faction=factions[slug].name.into(language))
            yield Passage(words, trait.text.into(language), cite=str(trait.cite))


def armed(analysis):
    """Every weapon and gun of the list."""
    for fighter in analysis.fighters:
        for item, _weapon in fighter.weapons:
            yield item
    for vehicle in analysis.vehicles:
        for item, _option in vehicle.options:
            yield item


def rules_used(analysis):
    used = set()
    for item in armed(analysis):
        used.update(item.rules)
        if item.ranged and item.ranged.template and FIRE in item.rules:
            used.add(FLAMES)
    return used


def gear_used(analysis):
    """Equipment, abilities, options that are no guns, ammunition and modifications, each once, in the book's order."""
    catalogue = analysis.context.catalogue
    tags = set().union(*(unit.tags for unit in analysis.units)) if analysis.units else set()
    loaded = {slug for unit in analysis.units for one in carriers(unit) for slug in one.ammunition}
    for collection in (catalogue.equipment, catalogue.abilities, catalogue.options):
        yield from (item for slug, item in collection.items() if slug in tags and not item.ranged)
    yield from (item for slug, item in catalogue.ammunition.items() if slug in loaded)
    if any(vehicle.unit.flying for vehicle in analysis.vehicles):
        yield catalogue.modifications["vehicule-volant"]
    if any(option.demountable for vehicle in analysis.vehicles for option in vehicle.unit.options):
        yield catalogue.modifications["arme-demontable"]


def carriers(unit):
    return unit.unit.weapons if unit.kind == "fighter" else unit.unit.options


def is_used(reminder, analysis):
    """Whether this list needs a reminder: by what it holds, by its faction or by an advantage it has."""
    what, _colon, which = reminder.uses.partition(":")
    if what == "always":
        return True
    if what == "faction":
        faction = analysis.context.faction
        return which in analysis.context.advantages or bool(faction and faction.slug == which)
    if what == "vehicle-type":
        return any(damage_size(vehicle) == which for vehicle in analysis.vehicles)
    return bool(analysis.fighters if what == "fighter" else analysis.vehicles)
