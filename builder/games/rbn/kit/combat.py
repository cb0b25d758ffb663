"""Shooting and melee as tables: dice and results of the book, and the weapons of this list with all dice added up."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet import weapons
from builder.families.red_button.sheet.fighter import melee_dice
from builder.families.red_button.sheet.reference import rules_used, weapons_and_guns
from builder.games.rbn.sheet.reference import is_used
from builder.sheets.common import effect_passage, passage, play_tables
from builder.sheets.kit import KitPage
from builder.sheets.parts import SEPARATOR, Cell, Passage
from builder.wording import local

SHOOTING, MELEE = "tir", "corps-a-corps"
FURTHER = ("tir-depuis-un-vehicule", "munitions", "munitions-enfants-du-13"), ("etats",)  # below the two
HEADING_ROWS, ROWS_BELOW_TABLES, ROWS_OF_PAGE = 2, 18, 42  # rows that a heading takes, and that pages have room for
TEMPLATE = "sheets/kit/rbn/combat.html"


@dataclass(frozen=True, slots=True)
class Gun:
    """A shooting weapon.

    cells -- its dice in the normal and the long band, each at somebody on foot and at a vehicle; template: instead
    driver, passenger -- dice more or fewer on board; "" for the gun of a vehicle
    """

    name: str
    rules: str
    cells: tuple[Cell, ...]
    template: str = ""
    driver: str = ""
    passenger: str = ""


def pages(analysis: Any) -> Iterator[KitPage]:
    """The book's tables, and below them or on further pages the weapons of the list."""
    catalogue = analysis.context.catalogue
    columns = [[table] for table in play_tables(catalogue, lambda entry: entry.slug in (SHOOTING, MELEE))]
    for column, slugs in zip(columns, FURTHER, strict=True):
        entries = (catalogue.reminders[slug] for slug in slugs)
        column += [passage(entry) for entry in entries if is_used(entry, analysis)]
    first, *others = in_pages(
        {"guns": list(guns(analysis)), "blades": list(blades(analysis)), "rules": list(rules(analysis))}
    )
    cite = str(catalogue.reminders[SHOOTING].cite)
    yield KitPage("combat", _("Shooting and melee"), TEMPLATE, {"columns": columns} | first, cite)
    for sections in others:
        yield KitPage("weapons", _("Weapons of this list"), TEMPLATE, sections, cite)


def in_pages(sections: dict[str, list[Any]]) -> list[dict[str, list[Any]]]:
    """Sections of rows on pages, each whole: the first page has the room that the book's tables leave."""
    pages: list[dict[str, list[Any]]] = [{}]
    left = ROWS_BELOW_TABLES
    for name, rows in sections.items():
        if (left := left - HEADING_ROWS - len(rows)) < 0 and rows:
            left = ROWS_OF_PAGE - HEADING_ROWS - len(rows)
            pages.append({})
        pages[-1][name] = rows
    return pages


def by_name(items: Iterable[Any]) -> list[Any]:
    """Each item once, by its name in the language of the page."""
    return sorted({item.slug: item for item in items}.values(), key=lambda item: local(item.name))


def guns(analysis: Any) -> Iterator[Gun]:
    catalogue = analysis.context.catalogue
    for item in by_name(item for item in weapons_and_guns(analysis) if item.ranged):
        mounted = item.slug in catalogue.options
        yield Gun(
            name=local(item.name),
            rules=", ".join(weapons.rule_words(item, catalogue)),
            cells=tuple(weapons.shot_cells(item)),
            template=local(item.ranged.template),
            driver="" if mounted else weapons.board_dice(item.ranged.pilot),
            passenger="" if mounted else weapons.board_dice(item.ranged.passenger),
        )


def blades(analysis: Any) -> Iterator[tuple[str, str, str]]:
    """(name, all dice as on the cards of its bearers, rules) of each melee weapon; "4D6 · 5D6" where bearers differ.

    Last comes who has none.
    """
    catalogue = analysis.context.catalogue
    for item in by_name(item for fighter in analysis.fighters for item in fighter.melee):
        numbers = {melee_dice(fighter, item) for fighter in analysis.fighters if item in fighter.melee}
        dice = SEPARATOR.join(map(weapons.dice, sorted(numbers)))
        yield local(item.name), dice, ", ".join(weapons.rule_words(item, catalogue))
    if unarmed := {melee_dice(fighter, None) for fighter in analysis.fighters if not fighter.melee}:
        yield _("Unarmed"), SEPARATOR.join(map(weapons.dice, sorted(unarmed))), ""


def rules(analysis: Any) -> Iterator[Passage]:
    """What the special rules of these weapons do, in few words."""
    used = rules_used(analysis)
    for slug, rule in analysis.context.catalogue.special_rules.items():
        if slug in used:
            yield effect_passage(rule)
