"""Weapons on paper: bands and their dice, rules, who fires them, what their ammunition does, boxes to tick."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.sheets.common import effect, signed, tick
from builder.sheets.parts import SEPARATOR, Aside, CardLine

FOOT_BASE, VEHICLE_BASE, MELEE_BASE = 3, 2, 3
ARMOUR_PIERCING, ONCE, CUMBERSOME, HEAVY = "anti-blindage", "tir-unique", "encombrant", "lourde"
RELOADS = "rechargement"
USELESS_ON_VEHICLES = {"taser-exotique"}
NEVER_DRY = {"enfants-du-13", "phantom-squad"}


def dice(number):
    return f"{number}D6"


def dice_change(number):
    """Dice more or fewer: +1D6."""
    return signed(number, "D6")


def band_words(band):
    return _("{start}-{end} cm: {dice}").format(start=band.start, end=band.end, dice=dice_change(band.dice))


def bands(item):
    return [band for band in (item.ranged.normal, item.ranged.long) if band]


def shot_asides(item, language):
    """A band with its own dice, then all dice against somebody on foot and against a vehicle."""
    on_vehicle = FOOT_BASE if ARMOUR_PIERCING in item.rules else VEHICLE_BASE
    for band in bands(item):
        at_vehicle = "–" if item.slug in USELESS_ON_VEHICLES else dice(on_vehicle + band.dice)
        yield Aside(band_words(band), f"{dice(FOOT_BASE + band.dice)}{SEPARATOR}{at_vehicle}")
    if item.ranged.template:
        yield Aside(item.ranged.template.into(language))


def shot_summary(item, language):
    """A shooting weapon in a few words, for the dense sheet."""
    words = [band_words(band) for band in bands(item)]
    if item.ranged.template:
        words.append(item.ranged.template.into(language))
    return ", ".join(words)


def rule_words(item, catalogue, language, without=()):
    """The names of an item's special rules, those in `without` left out."""
    return [catalogue.special_rules[slug].name.into(language) for slug in item.rules if slug not in without]


def item_line(collection, slug, language, ticks=""):
    """A line with the effect of an item of the book, or that the book has no such item."""
    item = collection.get(slug)
    return CardLine(item.name.into(language), effect(item, language), ticks) if item else unknown_line(slug)


def unknown_line(slug):
    return CardLine(slug, _("not in this book"))


def ammunition_lines(carrier, catalogue, language):
    return [item_line(catalogue.ammunition, slug, language) for slug in carrier.ammunition]


def names(collection, slugs, language):
    """The names of entries; what the book does not have is named by its slug."""
    return [collection[slug].name.into(language) if slug in collection else slug for slug in slugs]


def on_board(ranged):
    """What the weapon loses when fired from a vehicle."""
    if ranged.pilot is None and ranged.passenger is None:
        return _("not from a vehicle")
    driver = _("driver {dice}").format(dice=board_dice(ranged.pilot))
    return SEPARATOR.join((driver, _("passenger {dice}").format(dice=board_dice(ranged.passenger))))


def board_dice(number):
    return pgettext("a weapon on board", "no") if number is None else dice_change(number) if number else "±0"


def gun_ticks(item, dry=True):
    """The boxes of a gun: used up, or out of ammunition (where it may run `dry`), and reloading."""
    if ONCE in item.rules:
        return tick(_("used"))
    ticks = [tick(_("out of ammo"))] if dry else []
    if RELOADS in item.rules:
        ticks.append(tick(_("reloading")))
    return " ".join(ticks)
