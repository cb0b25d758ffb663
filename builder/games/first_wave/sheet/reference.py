"""What a group's players look up: special rules of this list, what gear does, the tables in short."""

from django.utils.translation import gettext as _

from builder.games.rbn.sheet.reference import rules_used
from builder.games.rbn.sheet.weapons import MELEE_BASE, dice
from builder.sheets.common import effect_passage, passage
from builder.sheets.parts import SEPARATOR, Passage

TABLES = (
    "tir-sur-infecte",
    "tir-sur-machine",
    "tir-sur-survivant",
    "effet-corps-a-corps",
    "ressources",
    "entree-des-pnj",
)


def reference(analysis, language):
    """Special rules, reminders and tables of the book."""
    catalogue = analysis.context.catalogue
    used = rules_used(analysis)
    yield from (passage(rule, language) for slug, rule in catalogue.special_rules.items() if slug in used)
    yield from (passage(reminder, language) for reminder in catalogue.reminders.values())
    yield from (table_passage(catalogue.tables[slug], language) for slug in TABLES)
    yield beasts(catalogue.tables["bestiaire"], language)


def table_passage(table, language):
    """A table in short: what the dice or successes show, and what comes of it."""
    title = table.name.into(language)
    rows = tuple((left_column(table, row, language), row.card.into(language)) for row in table.rows.values())
    return Passage(f"{title} ({table.dice})" if table.dice else title, rows=rows, cite=str(table.cite))


def left_column(table, row, language):
    """The totals of the dice that lead to a row; its name in a table without dice."""
    if not table.dice:
        return row.name.into(language)
    return str(row.low) if row.low == row.high else f"{row.low}-{row.high}"


def beasts(table, language):
    """The bestiary as a `Passage`."""
    rows = tuple((row.name.into(language), beast_figures(row.figures)) for row in table.rows.values())
    return Passage(table.name.into(language), rows=rows, cite=str(table.cite))


def beast_figures(figures):
    """Move, T, C and melee dice of an infected or a machine."""
    melee = _("melee {dice}").format(dice=dice(MELEE_BASE + figures["melee"]))
    return SEPARATOR.join((f"{figures['move']} cm", f"T {figures['T']}", f"C {figures['C']}", melee))


def gear(analysis, language):
    """Equipment, abilities and rounds of the list with what they do: for a layout without cards."""
    catalogue = analysis.context.catalogue
    fighters = analysis.fighters
    tags = set().union(*(fighter.tags for fighter in fighters))
    ammunition = {slug for fighter in fighters for weapon in fighter.unit.weapons for slug in weapon.ammunition}
    for collection, used in (
        (catalogue.equipment, tags),
        (catalogue.abilities, tags),
        (catalogue.ammunition, ammunition),
    ):
        yield from (effect_passage(item, language) for slug, item in collection.items() if slug in used)
