"""A fighter on paper, as far as the books of the family say the same."""

from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.families.red_button.sheet import weapons
from builder.sheets.common import one_box, short
from builder.sheets.parts import SEPARATOR, CardLine, Cell, LabelledFigure, Track, UnitRow, WeaponRow, Writing
from builder.wording import local
from rules.families.red_button.analysis import GIANT, FighterAnalysis
from rules.families.red_button.document import Weapon
from rules.families.red_button.weapons import CUMBERSOME, HEAVY, MELEE_BASE, NEVER_DRY, TANK, USED, item_key

RIDER_GAIN = 5
ROAD, CLEAR, HARD, CLIMB, RISKY = 15, 10, 5, 5, 10
ON_FOOT = ROAD, CLEAR, HARD
ACE_DRIVER = "pilote-emerite"
FISTS = "punch"  # an icon
NOTE_RULES = (Writing(spare=True),) * 2
USED_ONCE = {"filet-de-capture", "grappin"}
WIDEST_STAT = 3  # characters of T and C in their boxes


def role_badges(fighter: FighterAnalysis) -> Iterator[str]:
    catalogue = fighter.context.catalogue
    for slug in fighter.roles:
        if slug in fighter.tags:
            yield local((catalogue.abilities.get(slug) or catalogue.equipment[slug]).name)


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


def shields(fighter: FighterAnalysis) -> Iterator[LabelledFigure]:
    """What its dice must show in shooting and in melee."""
    yield LabelledFigure(_("T · shooting"), threshold(fighter.unit.stats.T))
    yield LabelledFigure(_("C · combat"), threshold(fighter.unit.stats.C))


def threshold(value: str | int) -> str:
    """What a die must show at least: 4+."""
    words = stat(value)
    return f"{words}+" if words.isdigit() else words


def stat(value: str | int) -> str:
    """T or C for a box: a dash for who does not shoot."""
    return "–" if value == "-" else short(value, WIDEST_STAT)


def long_stats(fighter: FighterAnalysis) -> Iterator[CardLine]:
    """T and C in full where they are too long for their boxes."""
    for name, value in (("T", fighter.unit.stats.T), ("C", fighter.unit.stats.C)):
        if len(str(value)) > WIDEST_STAT:
            yield CardLine(name, str(value))


def carried(fighter: FighterAnalysis) -> list[tuple[Any, Weapon]]:
    """Every weapon with its row in the book, None where the book has none."""
    collection = fighter.context.catalogue.weapons
    return [(collection.get(weapon.item), weapon) for weapon in fighter.unit.weapons]


def may_run_dry(fighter: FighterAnalysis) -> bool:
    return NEVER_DRY.isdisjoint(fighter.context.advantages)


def ignored(fighter: FighterAnalysis) -> tuple[str, ...]:
    """The rules of weapons that do not hold for a giant body (p. 30), nor for who never runs dry (ruling A81)."""
    giant = (HEAVY, CUMBERSOME) if fighter.giant else ()
    return giant if may_run_dry(fighter) else (*giant, TANK)


def melee_dice(fighter: FighterAnalysis, item: Any) -> int:
    """All dice that a melee weapon always has here: base, power, mutants, giant, ambidextrous (p. 22, 26, 30, 31)."""
    return MELEE_BASE + (item.melee if item else 0) + len(list(melee_gains(fighter, item)))


def melee_gains(fighter: FighterAnalysis, item: Any) -> Iterator[str]:
    """What brings a die to a melee weapon: a slug of the book, that of a faction behind which trait it is."""
    if "mutants" in fighter.context.advantages:
        yield "advantage/mutants"
    if fighter.giant:
        yield GIANT
    if "ambidextre" in fighter.tags and len(fighter.one_handed) > 1 and item in fighter.one_handed:
        yield "ambidextre"


def bonus_die_occasions(fighter: FighterAnalysis) -> dict[str, str]:
    """When a fighter has one die more in melee, by what brings it, as in `melee_gains`."""
    occasions = {}
    if "cavalier" in fighter.tags:
        occasions["cavalier"] = _("charging")
    if "sss" in fighter.context.advantages:
        occasions["advantage/sss"] = _("against a mutant")
    if "cultistes" in fighter.context.drawbacks and "chef" not in fighter.tags:
        occasions["drawback/cultistes"] = _("chief out")
    return occasions


def gains(fighter: FighterAnalysis) -> set[str]:
    """What the printed dice and moves of a fighter contain, as in `melee_gains`."""
    in_melee = {gain for item in fighter.melee or (None,) for gain in melee_gains(fighter, item)}
    return in_melee.union(bonus_die_occasions(fighter), {"reacteur"} & fighter.tags)


def free_abilities(fighter: FighterAnalysis) -> Iterator[str]:
    """The abilities that every fighter of its faction has for nothing, where it is not noted (p. 27; ruling A26)."""
    if "sons-of-apocalypse" in fighter.context.advantages and not fighter.animal and ACE_DRIVER not in fighter.tags:
        yield ACE_DRIVER


def carried_gear(fighter: FighterAnalysis, gains: Collection[str]) -> Iterator[CardLine]:
    """Equipment and abilities with what they do; `gains`: the slugs of those that the printed figures contain."""
    catalogue, unit = fighter.context.catalogue, fighter.unit
    for collection, slugs in ((catalogue.equipment, unit.equipment), (catalogue.abilities, unit.abilities)):
        for slug in slugs:
            yield weapons.item_line(collection, slug, used_box(slug) if slug in USED_ONCE else (), slug in gains)


def used_box(slug: str) -> tuple[Track, ...]:
    return (one_box(_("used"), item_key(USED, slug)),)


def row(fighter: FighterAnalysis) -> UnitRow:
    """The fighter in the table of the dense sheet."""
    catalogue, unit = fighter.context.catalogue, fighter.unit
    moves = [speed_words(fighter)] * bool({"cavalier", "reacteur"} & fighter.tags)
    abilities = weapons.names(catalogue.abilities, (*unit.abilities, *free_abilities(fighter)))
    return UnitRow(
        cells=(Cell(_("shooting, T"), threshold(unit.stats.T)), Cell(_("combat, C"), threshold(unit.stats.C))),
        about=SEPARATOR.join(abilities),
        weapons=(
            *(weapon_row(fighter, item, weapon) for item, weapon in carried(fighter)),
            *([] if fighter.melee else [bare_hands(fighter)]),
        ),
        things=tuple(weapons.thing(catalogue.equipment, slug) for slug in unit.equipment),
        words=SEPARATOR.join(moves),
    )


def speed_words(fighter: FighterAnalysis) -> str:
    return weapons.unbroken(_("moves {speeds}\xa0cm").format(speeds="/".join(map(str, speeds(fighter)))))


def bare_hands(fighter: FighterAnalysis) -> WeaponRow:
    """The row of who has no melee weapon."""
    at_vehicles = weapons.has_vehicles(fighter.context.catalogue)
    cells = (*weapons.no_shot(at_vehicles), blow_cell(fighter, None))
    return WeaponRow(_("Unarmed"), cells, tuple(occasion_words(fighter, None)), FISTS, joins=True)


def occasion_words(fighter: FighterAnalysis, item: Any) -> list[str]:
    """When a melee weapon, or bare hands, have one die more: "charging 6D6"."""
    number = melee_dice(fighter, item) + 1
    return [
        weapons.unbroken(f"{occasion} {weapons.dice(number)}") for occasion in bonus_die_occasions(fighter).values()
    ]


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
    return WeaponRow(local(item.name), cells, tuple(rules), item.icon)


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
        yield weapons.on_board(item.ranged)
