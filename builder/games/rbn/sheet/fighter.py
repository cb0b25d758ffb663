"""A fighter on paper: the sections of its card, and all of it in two lines."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet import weapons
from builder.families.red_button.sheet.fighter import (
    CLIMB,
    FISTS,
    NOTE_RULES,
    RIDER_GAIN,
    RISKY,
    bonus_die_occasions,
    carried,
    carried_gear,
    free_abilities,
    ignored,
    long_stats,
    may_run_dry,
    melee_dice,
    role_badges,
    rules,
    stats,
)
from builder.sheets.common import effect, note_lines, one_box
from builder.sheets.parts import BOX, FREE_BOX, SEPARATOR, Aside, CardLine, SheetCard, Track
from builder.wording import local
from rules.families.red_button.analysis import SLAVE, FighterAnalysis
from rules.families.red_button.weapons import ONCE
from rules.games.rbn.play.state import ON_FIRE, STUNNED, WOUNDS

ARMOUR = "armure"
# Traits in force that are remembered in melee, beside those that the dice count.
MELEE_TRAITS = (
    ("advantage", "devoreurs-des-derniers-jours"),
    ("drawback", "devoreurs-des-derniers-jours"),
    ("drawback", "cultistes"),
)


def badges(fighter: FighterAnalysis) -> Iterator[str]:
    """A slave, and the roles."""
    if SLAVE in fighter.tags:
        yield local(fighter.context.catalogue.unit_types["esclave"].name)
    yield from role_badges(fighter)


def card(fighter: FighterAnalysis) -> SheetCard:
    lines: tuple[Any, ...] = (
        *moves(fighter),
        *shooting(fighter),
        *fighting(fighter),
        *melee_traits(fighter),
        *gear(fighter),
        *weapons.rule_lines(fighter.items, fighter.context.catalogue, ignored(fighter)),
        *NOTE_RULES,
    )
    return SheetCard(tuple(stats(fighter)), lines, tuple(tracks(fighter)), tuple(rules(fighter)))


def moves(fighter: FighterAnalysis) -> Iterator[CardLine]:
    """What is not as for every fighter, whose moves stand in the reference (p. 15, 31)."""
    yield from long_stats(fighter)
    if "cavalier" in fighter.tags:
        climb = _("climb {cm}\xa0cm, {risky} with a fall test")
        yield CardLine(_("Moves"), climb.format(cm=CLIMB + RIDER_GAIN, risky=RISKY + RIDER_GAIN))
    if fighter.giant:
        size = [_("base {size}\xa0mm").format(size="40-60")]
        if "cavalier" not in fighter.tags:
            size.append(_("seats taken: {seats}").format(seats=fighter.seats_taken))
        yield CardLine(_("Size"), SEPARATOR.join(size))


def shooting(fighter: FighterAnalysis) -> Iterator[CardLine]:
    shots = [(item, weapon) for item, weapon in carried(fighter) if item is None or item.ranged]
    if fighter.ranged:
        yield weapons.shooting_title(_("Shooting"))
    dry = may_run_dry(fighter)
    for item, weapon in shots:
        if item is None:
            yield weapons.unknown_line(weapon.item)
        else:
            yield shot(fighter, item, dry)
        yield from weapons.ammunition_lines(weapon, fighter.context.catalogue)


def shot(fighter: FighterAnalysis, item: Any, dry: bool) -> CardLine:
    words = weapons.rule_words(item, fighter.context.catalogue, ignored(fighter))
    words.append(_("reaction") if item.ranged.normal else _("no reaction"))
    if "cavalier" not in fighter.tags:
        words.append(weapons.on_board(item.ranged))
    if item.exotic:
        words.append(effect(item))
    return CardLine(
        local(item.name),
        SEPARATOR.join(words),
        weapons.gun_boxes(item, dry),
        weapons.shot_asides(item),
        icon=item.icon,
    )


def fighting(fighter: FighterAnalysis) -> Iterator[CardLine]:
    for item in fighter.melee or (None,):
        yield blow(fighter, item)


def blow(fighter: FighterAnalysis, item: Any) -> CardLine:
    """The line of a melee weapon, or of bare hands where `item` is None."""
    number = melee_dice(fighter, item)
    asides = [Aside(_("melee"), weapons.dice(number))]
    asides += [Aside(occasion, weapons.dice(number + 1)) for occasion in bonus_die_occasions(fighter)]
    if item is None:
        return CardLine(_("Unarmed"), asides=tuple(asides), icon=FISTS)
    words = weapons.rule_words(item, fighter.context.catalogue, (*ignored(fighter), ONCE, "parade"))
    if "parade" in item.rules:
        words.append(parry(fighter))
    return CardLine(local(item.name), SEPARATOR.join(words), asides=tuple(asides), icon=item.icon)


def parry(fighter: FighterAnalysis) -> str:
    doubled = "ambidextre" in fighter.tags and sum("parade" in item.rules for item in fighter.melee) > 1
    return _("parry: opponent {dice}").format(dice=weapons.dice_change(-2 if doubled else -1))


def gear(fighter: FighterAnalysis) -> Iterator[CardLine]:
    yield from carried_gear(fighter)
    for slug in free_abilities(fighter):
        yield weapons.item_line(fighter.context.catalogue.abilities, slug)
    if SLAVE in fighter.tags:
        yield CardLine(local(fighter.context.catalogue.unit_types["esclave"].name), slave_words(fighter))
    yield from note_lines(fighter.unit.notes)


def melee_traits(fighter: FighterAnalysis) -> Iterator[CardLine]:
    """What a trait brings in melee (p. 26)."""
    context = fighter.context
    for side, slug in MELEE_TRAITS:
        if slug in getattr(context, f"{side}s") and (slug != "cultistes" or "chef" not in fighter.tags):
            trait = getattr(context.catalogue.factions[slug], side)
            yield CardLine(local(trait.name), effect(trait))


def slave_words(fighter: FighterAnalysis) -> str:
    """A slave in the morale test: the advantage leaves out the loss, the drawback the C (p. 26)."""
    words = [_("its loss doesn’t count for morale")]
    if "esclavagistes" in fighter.context.drawbacks:
        words.append(_("nor does its C"))
    return ", ".join(words)


def tracks(fighter: FighterAnalysis) -> Iterator[Track]:
    wounds = fighter.context.catalogue.unit_types["combattant"].wounds
    yield Track(_("Wounds"), (FREE_BOX if ARMOUR in fighter.tags else "") + BOX * wounds, key=WOUNDS)
    yield Track(_("Stunned"), BOX * 3, key=STUNNED)
    yield one_box(_("On fire"), ON_FIRE)
