"""A fighter on paper: the sections of its card, and all of it in two lines."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.games.rbn.sheet import weapons
from builder.sheets.common import effect, note_lines, short, tick
from builder.sheets.parts import (
    BOX,
    FREE_BOX,
    SEPARATOR,
    Aside,
    CardLine,
    Cell,
    LabelledFigure,
    SheetCard,
    Track,
    UnitRow,
    WeaponRow,
    Writing,
)
from builder.wording import local
from rules.families.red_button.weapons import CUMBERSOME, HEAVY, MELEE_BASE, NEVER_DRY, ONCE, TANK
from rules.games.rbn.analysis import SLAVE, FighterAnalysis
from rules.games.rbn.document import Weapon

RIDER_GAIN = 5
ROAD, CLEAR, HARD, CLIMB, RISKY = 15, 10, 5, 5, 10
ARMOUR = "armure"
ACE_DRIVER = "pilote-emerite"
FISTS = "punch"  # an icon
# Traits in force that are remembered in melee, beside those that the dice count.
MELEE_TRAITS = (
    ("advantage", "devoreurs-des-derniers-jours"),
    ("drawback", "devoreurs-des-derniers-jours"),
    ("drawback", "cultistes"),
)
NOTE_RULES = (Writing(spare=True),) * 3
USED_ONCE = {"filet-de-capture", "grappin"}
WIDEST_STAT = 3  # characters of T and C in their boxes


def badges(fighter: FighterAnalysis) -> Iterator[str]:
    """A slave, and the roles."""
    if SLAVE in fighter.tags:
        yield local(fighter.context.catalogue.unit_types["esclave"].name)
    yield from role_badges(fighter)


def role_badges(fighter: FighterAnalysis) -> Iterator[str]:
    catalogue = fighter.context.catalogue
    for slug in fighter.roles:
        if slug in fighter.tags:
            yield local((catalogue.abilities.get(slug) or catalogue.equipment[slug]).name)


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


def rules(fighter: FighterAnalysis) -> Iterator[str]:
    """The rules that a fighter's back says: of shooting where it shoots, and of melee."""
    reminders = fighter.context.catalogue.reminders
    yield from [local(reminders["tir"].name)] * bool(fighter.ranged)
    yield local(reminders["corps-a-corps"].name)


def speeds(fighter: FighterAnalysis) -> tuple[int, int, int]:
    """Centimetres a move on road, clear and difficult ground (p. 15, 30, 31)."""
    gain = RIDER_GAIN if "cavalier" in fighter.tags else 0
    if "reacteur" in fighter.tags:
        return (ROAD + gain,) * 3
    return ROAD + gain, CLEAR + gain, HARD + gain


def stats(fighter: FighterAnalysis) -> Iterator[LabelledFigure]:
    road, clear, hard = speeds(fighter)
    yield LabelledFigure("T", stat(fighter.unit.stats.T), loud=True)
    yield LabelledFigure("C", stat(fighter.unit.stats.C), loud=True)
    yield LabelledFigure(pgettext("ground", "Road"), str(road))
    yield LabelledFigure(pgettext("ground", "Clear"), str(clear))
    yield LabelledFigure(pgettext("ground", "Difficult"), str(hard))
    yield LabelledFigure(
        pgettext("of weapons", "Slots"), f"{fighter.places}/{fighter.context.catalogue.unit_types['combattant'].places}"
    )


def stat(value: str | int) -> str:
    """T or C for a box: a dash for who does not shoot."""
    return "–" if value == "-" else short(value, WIDEST_STAT)


def long_stats(fighter: FighterAnalysis) -> Iterator[CardLine]:
    """T and C in full where they are too long for their boxes."""
    for name, value in (("T", fighter.unit.stats.T), ("C", fighter.unit.stats.C)):
        if len(str(value)) > WIDEST_STAT:
            yield CardLine(name, str(value))


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


def carried(fighter: FighterAnalysis) -> list[tuple[Any, Weapon]]:
    """Every weapon with its row in the book, None where the book has none."""
    collection = fighter.context.catalogue.weapons
    return [(collection.get(weapon.item), weapon) for weapon in fighter.unit.weapons]


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


def may_run_dry(fighter: FighterAnalysis) -> bool:
    return NEVER_DRY.isdisjoint(fighter.context.advantages)


def ignored(fighter: FighterAnalysis) -> tuple[str, ...]:
    """The rules of weapons that do not hold for a giant body (p. 30), nor for who never runs dry (ruling A81)."""
    giant = (HEAVY, CUMBERSOME) if fighter.giant else ()
    return giant if may_run_dry(fighter) else (*giant, TANK)


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
        weapons.gun_ticks(item, dry),
        weapons.shot_asides(item),
        icon=item.icon,
    )


def fighting(fighter: FighterAnalysis) -> Iterator[CardLine]:
    for item in fighter.melee or (None,):
        yield blow(fighter, item)


def melee_dice(fighter: FighterAnalysis, item: Any) -> int:
    """All dice that a melee weapon always has here: base, power, mutants, giant, ambidextrous (p. 22, 26, 30, 31)."""
    number = MELEE_BASE + (item.melee if item else 0)
    number += "mutants" in fighter.context.advantages
    number += fighter.giant
    number += "ambidextre" in fighter.tags and len(fighter.one_handed) > 1 and item in fighter.one_handed
    return number


def bonus_die_occasions(fighter: FighterAnalysis) -> Iterator[str]:
    """When a fighter has one die more in melee."""
    if "cavalier" in fighter.tags:
        yield _("charging")
    if "sss" in fighter.context.advantages:
        yield _("against a mutant")
    if "cultistes" in fighter.context.drawbacks and "chef" not in fighter.tags:
        yield _("chief out")


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


def free_abilities(fighter: FighterAnalysis) -> Iterator[str]:
    """The abilities that every fighter of its faction has for nothing, where it is not noted (p. 27; ruling A26)."""
    if "sons-of-apocalypse" in fighter.context.advantages and not fighter.animal and ACE_DRIVER not in fighter.tags:
        yield ACE_DRIVER


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


def carried_gear(fighter: FighterAnalysis) -> Iterator[CardLine]:
    """Equipment and abilities with what they do."""
    catalogue, unit = fighter.context.catalogue, fighter.unit
    for collection, slugs in ((catalogue.equipment, unit.equipment), (catalogue.abilities, unit.abilities)):
        for slug in slugs:
            yield weapons.item_line(collection, slug, tick(_("used")) if slug in USED_ONCE else "")


def tracks(fighter: FighterAnalysis) -> Iterator[Track]:
    wounds = fighter.context.catalogue.unit_types["combattant"].wounds
    yield Track(_("Wounds"), (FREE_BOX if ARMOUR in fighter.tags else "") + BOX * wounds)
    yield Track(_("Stunned"), BOX * 3)
    yield Track(_("On fire"), BOX)


def row(fighter: FighterAnalysis) -> UnitRow:
    """The fighter in the table of the dense sheet."""
    catalogue, unit = fighter.context.catalogue, fighter.unit
    words = [speed_words(fighter)] * bool({"cavalier", "reacteur"} & fighter.tags)
    words += weapons.names(catalogue.equipment, unit.equipment)
    abilities = weapons.names(catalogue.abilities, (*unit.abilities, *free_abilities(fighter)))
    return UnitRow(
        cells=(Cell("T", stat(unit.stats.T)), Cell("C", stat(unit.stats.C))),
        about=SEPARATOR.join(abilities),
        weapons=(
            *(weapon_row(fighter, item, weapon) for item, weapon in carried(fighter)),
            *([] if fighter.melee else [bare_hands(fighter)]),
        ),
        words=SEPARATOR.join(words),
    )


def speed_words(fighter: FighterAnalysis) -> str:
    return weapons.unbroken(_("moves {speeds}\xa0cm").format(speeds="/".join(map(str, speeds(fighter)))))


def bare_hands(fighter: FighterAnalysis) -> WeaponRow:
    """The row of who has no melee weapon."""
    cells = (*weapons.no_shot(), blow_cell(fighter, None))
    return WeaponRow(_("Unarmed"), cells, tuple(occasion_words(fighter, None)))


def occasion_words(fighter: FighterAnalysis, item: Any) -> list[str]:
    """When a melee weapon, or bare hands, have one die more: "charging 6D6"."""
    number = melee_dice(fighter, item) + 1
    return [weapons.unbroken(f"{occasion} {weapons.dice(number)}") for occasion in bonus_die_occasions(fighter)]


def weapon_row(fighter: FighterAnalysis, item: Any, weapon: Weapon) -> WeaponRow:
    if item is None:
        return WeaponRow(weapon.item)
    catalogue = fighter.context.catalogue
    vehicles = weapons.has_vehicles(catalogue)
    cells = (*weapons.shot_cells(item, vehicles), blow_cell(fighter, item))
    rules = list(shot_rules(fighter, item)) if item.ranged else []
    rules += weapons.rule_words(item, catalogue, ignored(fighter))
    rules += weapons.names(catalogue.ammunition, weapon.ammunition)
    rules += occasion_words(fighter, item) if item.melee is not None else []
    return WeaponRow(local(item.name), cells, tuple(rules))


def blow_cell(fighter: FighterAnalysis, item: Any) -> Cell:
    """The melee dice of a weapon, or of bare hands where `item` is None."""
    fights = item is None or item.melee is not None
    return Cell(pgettext("a column", "melee"), weapons.dice(melee_dice(fighter, item)) if fights else "")


def shot_rules(fighter: FighterAnalysis, item: Any) -> Iterator[str]:
    """What a shooting weapon does otherwise than most."""
    yield from weapons.template_words(item)
    if not weapons.has_vehicles(fighter.context.catalogue):  # First Wave has no shots in reaction either (ruling A62)
        return
    if not item.ranged.normal:
        yield _("no reaction")
    if "cavalier" not in fighter.tags:
        yield weapons.board_summary(item.ranged)
