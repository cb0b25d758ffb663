"""A survivor on paper: the sections of its card, and all of it in two lines."""

from collections import Counter

from django.utils.translation import gettext as _

from builder.games.rbn.sheet import weapons
from builder.games.rbn.sheet.fighter import (
    carried,
    carried_gear,
    fighting,
    long_stats,
    role_badges,
    stats,
    summary,
)
from builder.sheets.common import note_lines, tick
from builder.sheets.parts import BOX, FREE_BOX, SEPARATOR, Aside, CardLine, SheetCard, Track
from rules.games.first_wave.analysis import ANIMAL, ARMOUR, EVEN, POWER
from rules.games.rbn.analysis import SLAVE

USED_UP = {"carnage", "fumigene"}  # rounds that are fired once
LOST = 4  # markers of infection with which the next roll loses whatever it shows (p. 11)
PAIR_RULES = ("gunfight", "parade")  # rules that two weapons alike make stronger

__all__ = ["badges", "card", "summary"]  # summary as for a fighter of a convoy


def badges(fighter, language):
    """A slave, whom no group has, and the roles."""
    if SLAVE in fighter.tags:
        yield _("slave")
    yield from role_badges(fighter, language)


def card(fighter, language):
    lines = (
        *long_stats(fighter),
        *shooting(fighter, language),
        *fighting(fighter, language),
        *pairs(fighter, language),
        *carried_gear(fighter, language),
        *resource_boxes(fighter),
        *zone_score(fighter, language),
        *note_lines(fighter.unit.notes),
    )
    return SheetCard(tuple(stats(fighter)), lines, tuple(tracks(fighter)))


def shooting(fighter, language):
    if fighter.ranged:
        yield CardLine(_("Shooting"), title=True)
    for item, weapon in carried(fighter):
        if item is None:
            yield weapons.unknown_line(weapon.item)
        elif item.ranged:
            yield shot(fighter, item, language)
        yield from rounds(weapon, fighter.context.catalogue, language)


def shot(fighter, item, language):
    words = SEPARATOR.join(weapons.rule_words(item, fighter.context.catalogue, language))
    asides = (Aside(weapons.band_words(one), weapons.dice(weapons.FOOT_BASE + one.dice)) for one in weapons.bands(item))
    return CardLine(item.name.into(language), words, weapons.gun_ticks(item), tuple(asides))


def rounds(weapon, catalogue, language):
    """What the rounds of a weapon do, with a box for those that are fired once."""
    for slug in weapon.ammunition:
        yield weapons.item_line(catalogue.ammunition, slug, language, tick(_("used")) if slug in USED_UP else "")


def pairs(fighter, language):
    """Two weapons alike whose rule makes 1s roll again (p. 8, 9)."""
    for slug, number in Counter(item.slug for item, _weapon in fighter.weapons).items():
        item = fighter.context.catalogue.weapons[slug]
        for rule in PAIR_RULES:
            if number > 1 and rule in item.rules:
                yield CardLine(f"{item.name.into(language)} ×{number}", reroll(rule))


def reroll(rule):
    if rule == "gunfight":
        return _("used together: 1s to shoot roll again")
    return _("used together: 1s in melee roll again")


def resource_boxes(fighter):
    """Boxes for what a resource may bring; animals find none."""
    if ANIMAL not in fighter.tags:
        things = (_("fresh ammunition"), _("amphetamine"), _("armour"), _("shield"), _("kit"))
        yield CardLine(_("Found"), ticks=" ".join(map(tick, things)))


def zone_score(fighter, language):
    """What the fighter scores in the enemy's zone, where the scenario is Power."""
    scenario = fighter.context.scenario
    if scenario is None or scenario.slug != POWER:
        return
    words = _("in the enemy’s zone: {points} victory points").format(points=fighter.score)
    if fighter.cost == EVEN:
        words += " (A46)"
    yield CardLine(scenario.name.into(language), words)


def tracks(fighter):
    armoured = ARMOUR in fighter.tags
    yield Track(_("Wounds"), FREE_BOX * armoured + BOX * (fighter.wounds - armoured))
    yield Track(_("Stunned, disoriented"), BOX * 3)
    yield Track(_("Unconscious, immobilised"), BOX)
    yield Track(_("On fire"), BOX)
    yield Track(_("Infection"), BOX * LOST)
