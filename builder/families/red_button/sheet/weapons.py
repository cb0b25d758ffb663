"""Weapons on paper: bands and their dice, rules, who fires them, what their ammunition does, boxes to tick."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.sheets.common import counted, effect, listed, one_box, signed, uncapitalised
from builder.sheets.parts import NONE, SEPARATOR, Aside, CardLine, Cell, DiceRow, Track, WeaponRow
from builder.wording import local
from rules.catalogue import Band, Catalogue, Ranged
from rules.families.red_button.weapons import (
    ARMOUR_PIERCING,
    CUMBERSOME,
    DRY,
    FOOT_BASE,
    ONCE,
    RELOADING,
    RELOADS,
    USED,
    USELESS_ON_VEHICLES,
    VEHICLE_BASE,
    ends_used,
    item_key,
)

SAID_BESIDE = {CUMBERSOME, ONCE, "parade"}  # rules that cost places, have a box, or stand worked out with a weapon


def dice(number: int) -> str:
    return f"{number}D6" if number > 0 else NONE


def titled(name: str, number: int) -> str:
    """The name of things that are alike, with their number where there are several."""
    return f"{name} ×{number}" if number > 1 else name


def dice_change(number: int) -> str:
    """Dice more or fewer: +1D6."""
    return signed(number, "D6")


def bands(item: Any) -> list[Band]:
    return [band for band in normal_and_long_band(item) if band]


def has_vehicles(catalogue: Catalogue) -> bool:
    """Whether weapons are fired at vehicles in this game."""
    return bool(catalogue.options)


def band_dice(item: Any, band: Band, at_vehicles: bool = True, change: int = 0) -> list[str]:
    """All dice of a band against somebody on foot, then against a vehicle; `change`: dice more or fewer."""
    words = [dice(FOOT_BASE + band.dice + change)]
    if at_vehicles:
        base = FOOT_BASE if ARMOUR_PIERCING in item.rules else VEHICLE_BASE
        words.append(NONE if item.slug in USELESS_ON_VEHICLES else dice(base + band.dice + change))
    return words


def reach(band: Band) -> str:
    return _("{start}-{end}\xa0cm").format(start=band.start, end=band.end)


def shot_asides(item: Any) -> tuple[Aside, ...]:
    """A cell for each band; what has no normal band, or a template instead, has the last column alone."""
    if item.ranged.template:
        return (Aside(local(item.ranged.template)),)
    cells = [
        Aside(reach(band), SEPARATOR.join(band_dice(item, band))) if band else Aside("")
        for band in normal_and_long_band(item)
    ]
    return tuple(cells if item.ranged.normal else cells[1:])


def shot_rows(item: Any, at_vehicles: bool) -> tuple[DiceRow, ...]:
    """The dice of a shooting weapon by target, in the columns of `shot_asides`; none where it has a template."""
    if item.ranged.template or not at_vehicles:
        return ()
    pairs = [band_dice(item, band) if band else ["", ""] for band in normal_and_long_band(item)]
    pairs = pairs if item.ranged.normal else pairs[1:]
    on_foot, vehicles = zip(*pairs, strict=True)
    return DiceRow(_("on foot"), on_foot, "person"), DiceRow(_("vehicle"), vehicles, "jeep")


def normal_and_long_band(item: Any) -> tuple[Band | None, Band | None]:
    """Either is None where the weapon has no such band."""
    return item.ranged.normal, item.ranged.long


def shot_cells(item: Any, at_vehicles: bool = True) -> Iterator[Cell]:
    """The dice of each band by target, for the dense sheet; a dash for one that a shooting weapon has not."""
    if not item.ranged or item.ranged.template:
        yield from no_shot(at_vehicles, "–" if item.ranged else "")
        return
    blanks = no_shot(at_vehicles, "–")
    each = len(blanks) // 2
    for number, band in enumerate(normal_and_long_band(item)):
        columns = blanks[number * each : (number + 1) * each]
        if band is None:
            yield from columns
            continue
        labels = (unbroken(reach(band)), "")
        for column, dice, label in zip(columns, band_dice(item, band, at_vehicles), labels, strict=False):
            yield Cell(column.column, dice, label)


def no_shot(at_vehicles: bool = True, value: str = "") -> tuple[Cell, ...]:
    """The cells of both bands without dice."""
    if not at_vehicles:
        return Cell(_("normal range"), value), Cell(_("long range"), value)
    return (
        Cell(_("normal range, on foot"), value),
        Cell(_("normal range, vehicle"), value),
        Cell(_("long range, on foot"), value),
        Cell(_("long range, vehicle"), value),
    )


def template_words(item: Any) -> Iterator[str]:
    """What a weapon has instead of dice."""
    if item.ranged.template:
        yield unbroken(local(item.ranged.template))


def unbroken(words: str) -> str:
    """Words that stay on one line. Dice behind a no-break space would break the line at its first word instead."""
    return words.replace(" ", "\u00a0")


def rule_words(item: Any, catalogue: Catalogue, without: Collection[str] = ()) -> list[str]:
    """The names of an item's special rules, those in `without` left out."""
    return [local(catalogue.special_rules[slug].name) for slug in item.rules if slug not in without]


def rule_texts(item: Any, items: Sequence[Any], catalogue: Catalogue, without: Collection[str] = ()) -> list[str]:
    """The same, each with what it does where none of the `items` before this one has it."""
    before = {slug for other in items[: items.index(item)] for slug in other.rules} | SAID_BESIDE
    rules = [catalogue.special_rules[slug] for slug in item.rules if slug not in without]
    return [local(rule.name) if rule.slug in before else says(rule) for rule in rules]


def says(entry: Any) -> str:
    """An entry and what it does, as words among others: "Bacterial: for each wound ..."."""
    words = counted(effect(entry), entry.slug == ARMOUR_PIERCING)
    return listed(local(entry.name), [uncapitalised(words)])


def item_line(
    collection: Mapping[str, Any], slug: str, tracks: tuple[Track, ...] = (), is_counted: bool = False
) -> CardLine:
    """A line with the effect of an item of the book, or that the book has no such item."""
    item = collection.get(slug)
    if item is None:
        return unknown_line(slug)
    return CardLine(local(item.name), counted(effect(item), is_counted), tracks, icon=item.icon)


def unknown_line(slug: str) -> CardLine:
    return CardLine(slug, _("not in this book"))


def ammunition_lines(carrier: Any, catalogue: Catalogue) -> list[CardLine]:
    return [item_line(catalogue.ammunition, slug) for slug in carrier.ammunition]


def names(collection: Mapping[str, Any], slugs: Iterable[str]) -> list[str]:
    """The names of entries; what the book does not have is named by its slug."""
    return [local(collection[slug].name) if slug in collection else slug for slug in slugs]


def thing(collection: Mapping[str, Any], slug: str) -> WeaponRow:
    """Gear without figures for the dense sheet."""
    item = collection.get(slug)
    return WeaponRow(local(item.name), icon=item.icon) if item else WeaponRow(slug)


def on_board(ranged: Ranged) -> str:
    """What the weapon loses when fired from a vehicle (p. 20; of the exotic taser: ruling A80)."""
    if ranged.pilot is None and ranged.passenger is None:
        return _("not from a vehicle")
    words = _("on board: driver {driver}, passenger {passenger}")
    return words.format(driver=board_dice(ranged.pilot), passenger=board_dice(ranged.passenger))


def board_dice(number: int | None) -> str:
    """How many dice more or fewer on board; "no" where the weapon cannot be fired there."""
    return pgettext("a weapon on board", "no") if number is None else dice_change(number) if number else "±0"


def gun_boxes(item: Any, dry: bool = True) -> tuple[Track, ...]:
    """The boxes of a gun: used up, or out of ammunition (where it may run `dry`), and reloading.

    A boomerang has one for all that ends its use (p. 16, 21).
    """
    if ends_used(item):
        return (one_box(_("used"), item_key(USED, item.slug)),)
    boxes = (one_box(_("out of ammo"), item_key(DRY, item.slug)),) if dry else ()
    return (*boxes, one_box(_("reloading"), item_key(RELOADING, item.slug))) if RELOADS in item.rules else boxes
