"""A fighter on paper: the sections of its card, and all of it in two lines."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.families.red_button.sheet import weapons
from builder.families.red_button.sheet.fighter import (
    CLIMB,
    FISTS,
    NOTE_RULES,
    ON_FOOT,
    RIDER_GAIN,
    RISKY,
    bonus_die_occasions,
    carried,
    carried_gear,
    free_abilities,
    gains,
    ignored,
    long_stats,
    may_run_dry,
    melee_dice,
    role_badges,
    rules,
    shields,
    speeds,
)
from builder.sheets.common import counted, effect, note_lines
from builder.sheets.parts import (
    BOX,
    FREE_BOX,
    SEPARATOR,
    Aside,
    CardLine,
    SheetCard,
    Strip,
    Strips,
    Track,
)
from builder.wording import local
from rules.families.red_button.analysis import SLAVE, FighterAnalysis
from rules.families.red_button.weapons import ONCE
from rules.games.rbn.play.state import ON_FIRE, STUNNED, WOUNDS

ARMOUR, PARRY = "armure", "parade"
# Traits in force that are remembered in melee, beside those that the dice count.
MELEE_TRAITS = (
    ("advantage", "devoreurs-des-derniers-jours"),
    ("drawback", "devoreurs-des-derniers-jours"),
    ("drawback", "cultistes"),
)


def badges(fighter: FighterAnalysis) -> Iterator[str]:
    """A slave, the roles, and the base of a giant (p. 30)."""
    if SLAVE in fighter.tags:
        yield local(fighter.context.catalogue.unit_types["esclave"].name)
    yield from role_badges(fighter)
    if fighter.giant:
        yield _("base {size}\xa0mm").format(size="40-60")


def card(fighter: FighterAnalysis) -> SheetCard:
    lines: tuple[Any, ...] = (
        *moves(fighter),
        *shooting(fighter),
        *fighting(fighter),
        *melee_traits(fighter),
        *gear(fighter),
        *NOTE_RULES,
    )
    return SheetCard((), lines, tuple(tracks(fighter)), tuple(rules(fighter)), tuple(shields(fighter)))


def moves(fighter: FighterAnalysis) -> Iterator[CardLine | Strips]:
    """What is not as for every fighter, whose moves stand in the reference (p. 15, 31)."""
    yield from long_stats(fighter)
    if speeds(fighter) != ON_FOOT:
        grounds = pgettext("ground", "Road"), pgettext("ground", "Clear"), pgettext("ground", "Difficult")
        yield Strips((Strip(_("Moves, cm"), tuple(zip(grounds, map(str, speeds(fighter)), strict=True))),))
    if "cavalier" in fighter.tags:
        climb = _("climb {cm}\xa0cm, {risky} with a fall test")
        yield CardLine(_("Moves"), climb.format(cm=CLIMB + RIDER_GAIN, risky=RISKY + RIDER_GAIN))


def shooting(fighter: FighterAnalysis) -> Iterator[CardLine]:
    shots = [(item, weapon) for item, weapon in carried(fighter) if item is None or item.ranged]
    dry = may_run_dry(fighter)
    for item, weapon in shots:
        if item is None:
            yield weapons.unknown_line(weapon.item)
        else:
            yield shot(fighter, item, dry)
        yield from weapons.ammunition_lines(weapon, fighter.context.catalogue)


def shot(fighter: FighterAnalysis, item: Any, dry: bool) -> CardLine:
    words = [_("no reaction")] if not item.ranged.normal else []
    if "cavalier" not in fighter.tags:
        words.append(weapons.on_board(item.ranged))
    if item.exotic:
        words.append(effect(item))
    catalogue, without = fighter.context.catalogue, ignored(fighter)
    return CardLine(
        local(item.name),
        SEPARATOR.join([*weapons.rule_texts(item, fighter.ranged, catalogue, without), *words]),
        weapons.gun_boxes(item, dry),
        weapons.shot_asides(item),
        icon=item.icon,
        rows=weapons.shot_rows(item, at_vehicles=True),
        short=SEPARATOR.join([*weapons.rule_words(item, catalogue, without), *words]),
    )


def fighting(fighter: FighterAnalysis) -> Iterator[CardLine]:
    for item in fighter.melee or (None,):
        yield blow(fighter, item)


def blow(fighter: FighterAnalysis, item: Any) -> CardLine:
    """The line of a melee weapon, or of bare hands where `item` is None."""
    number = melee_dice(fighter, item)
    asides = [Aside(pgettext("a column", "melee"), weapons.dice(number))]
    asides += [Aside(occasion, weapons.dice(number + 1)) for occasion in bonus_die_occasions(fighter).values()]
    if item is None:
        return CardLine(_("Unarmed"), asides=tuple(asides), icon=FISTS)
    catalogue, without = fighter.context.catalogue, (*ignored(fighter), ONCE, PARRY)
    carried = [*fighter.ranged, *fighter.melee]
    words = [parry(fighter)] * (PARRY in item.rules)
    names = weapons.rule_words(item, catalogue, without)
    return CardLine(
        local(item.name),
        SEPARATOR.join([*(names if item.ranged else weapons.rule_texts(item, carried, catalogue, without)), *words]),
        asides=tuple(asides),
        icon=item.icon,
        short=SEPARATOR.join([*names, *words]),
    )


def parry(fighter: FighterAnalysis) -> str:
    doubled = "ambidextre" in fighter.tags and sum(PARRY in item.rules for item in fighter.melee) > 1
    return _("parry: opponent {dice}").format(dice=weapons.dice_change(-2 if doubled else -1))


def gear(fighter: FighterAnalysis) -> Iterator[CardLine]:
    yield from carried_gear(fighter, gains(fighter))
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
            is_counted = f"{side}/{slug}" in gains(fighter)
            yield CardLine(local(trait.name), counted(effect(trait), is_counted))


def slave_words(fighter: FighterAnalysis) -> str:
    """A slave in the morale test: the advantage leaves out the loss, the drawback the C (p. 26)."""
    words = [_("its loss doesn’t count for morale")]
    if "esclavagistes" in fighter.context.drawbacks:
        words.append(_("nor does its C"))
    return ", ".join(words)


def tracks(fighter: FighterAnalysis) -> Iterator[Track]:
    wounds = fighter.context.catalogue.unit_types["combattant"].wounds
    armour = FREE_BOX if ARMOUR in fighter.tags else ""
    numbers = tuple(map(str, range(1, wounds)))
    yield Track(
        _("Wounds"),
        armour + BOX * wounds,
        key=WOUNDS,
        icon="bleeding-wound",
        effect=_("−1D6 to all"),
        short=_("Wounded"),
        names=(*[""] * len(armour), *numbers, "tombstone"),
        fatal=len(armour) + wounds,
    )
    yield Track(_("Stunned"), BOX * 3, key=STUNNED, icon="knocked-out-stars", effect=_("−1\xa0action"))
    note = _("end of turn: 5-6 a wound, else out")
    yield Track(_("On fire"), BOX, key=ON_FIRE, icon="flame", note=note)
