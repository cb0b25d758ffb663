"""A survivor on paper: weapons with their dice in cells that line up, gear, what may be found, states to tick."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.families.red_button.sheet import weapons
from builder.families.red_button.sheet.fighter import (
    FISTS,
    NOTE_RULES,
    carried_gear,
    long_stats,
    role_badges,
    row,
    rules,
    shields,
)
from builder.sheets.common import listed, note_lines, one_box
from builder.sheets.parts import BOX, FREE_BOX, SEPARATOR, Aside, CardLine, SheetCard, Track
from builder.wording import local
from rules.catalogue import Catalogue, Entry
from rules.families.red_button.analysis import SLAVE
from rules.families.red_button.document import Weapon
from rules.families.red_button.weapons import FOOT_BASE, MELEE_BASE
from rules.games.first_wave.analysis import ANIMAL, ARMOUR, EVEN, POWER, SurvivorAnalysis
from rules.games.first_wave.play import state
from rules.games.first_wave.play.state import gun_key

USED_UP = {"carnage", "fumigene"}  # rounds that are fired once
LOST = 4  # markers of infection with which the next roll loses whatever it shows (p. 11)
REROLLS = {"gunfight", "parade"}  # rules that make 1s roll again where two weapons are alike (p. 8, 9)
PARRY = "parade"
GAINS = {ARMOUR}  # what the boxes of wounds contain

__all__ = ["badges", "card", "row"]  # row as for a fighter of a convoy


def badges(fighter: SurvivorAnalysis) -> Iterator[str]:
    """A slave, whom no group has, the roles, and what it scores."""
    if SLAVE in fighter.tags:
        yield _("slave")
    yield from role_badges(fighter)
    yield from zone_score(fighter)


def zone_score(fighter: SurvivorAnalysis) -> Iterator[str]:
    """What the fighter scores in the enemy's zone, where the scenario is Power (p. 12; A46)."""
    scenario = fighter.context.scenario
    if scenario is not None and scenario.slug == POWER:
        exactly = _("exactly {points}\xa0points score nothing (A46)").format(points=EVEN)
        yield listed(_("In their zone"), [exactly if fighter.cost == EVEN else str(fighter.score)])


def card(fighter: SurvivorAnalysis) -> SheetCard:
    lines: tuple[Any, ...] = (
        *long_stats(fighter),
        *shooting(fighter),
        *fighting(fighter),
        *carried_gear(fighter, GAINS),
        *note_lines(fighter.unit.notes),
        *NOTE_RULES,
    )
    return SheetCard((), lines, (*tracks(fighter), *resources(fighter)), tuple(rules(fighter)), tuple(shields(fighter)))


def shooting(fighter: SurvivorAnalysis) -> Iterator[CardLine]:
    """A row for each weapon that shoots, one for those that are alike, and what its rounds do that are fired once."""
    for weapon, numbers in numbered_weapons(fighter.unit.weapons).items():
        item = fighter.context.catalogue.weapons.get(weapon.item)
        if item is None:
            yield weapons.unknown_line(weapon.item)
        elif item.ranged:
            yield shot(fighter, item, weapon, numbers)
        yield from rounds(weapon, numbers[0], fighter.context.catalogue)


def numbered_weapons(carried: Iterable[Weapon]) -> dict[Weapon, list[int]]:
    """Each kind of weapon with its rounds, and which ones of those of its name they are."""
    seen, numbers = Counter[str](), defaultdict[Weapon, list[int]](list)
    for weapon in carried:
        seen[weapon.item] += 1
        numbers[weapon].append(seen[weapon.item])
    return numbers


def shot(fighter: SurvivorAnalysis, item: Any, weapon: Weapon, numbers: Sequence[int]) -> CardLine:
    boxes = [replace(box, key=gun_key(item.slug, number)) for number in numbers for box in weapons.gun_boxes(item)]
    name = weapons.titled(local(item.name), len(numbers))
    loads = [*lasting_rounds(weapon, fighter.context.catalogue)]
    text, short = (SEPARATOR.join([*words, *loads]) for words in (words(fighter, item), names(fighter, item)))
    return CardLine(name, text, tuple(boxes), shots(item), icon=item.icon, short=short)


def shots(item: Any) -> tuple[Aside, ...]:
    """All dice of each band, with its reach."""
    return tuple(Aside(weapons.reach(band), weapons.dice(FOOT_BASE + band.dice)) for band in weapons.bands(item))


def words(fighter: SurvivorAnalysis, item: Any) -> list[str]:
    """The special rules of a weapon with what they do, once a card, and what a second one like it adds."""
    own = names(fighter, item)
    if is_doubled(fighter, item):
        return own
    texts = weapons.rule_texts(item, fighter.items, fighter.context.catalogue)
    return [name if slug == PARRY else text for slug, name, text in zip(item.rules, own, texts, strict=True)]


def names(fighter: SurvivorAnalysis, item: Any) -> list[str]:
    catalogue, doubled = fighter.context.catalogue, is_doubled(fighter, item)
    return [rule_words(catalogue.special_rules[slug], doubled) for slug in item.rules]


def is_doubled(fighter: SurvivorAnalysis, item: Any) -> bool:
    """Whether two weapons alike have rules that say more then."""
    alike = sum(other.slug == item.slug for other, _weapon in fighter.weapons) > 1
    return alike and not REROLLS.isdisjoint(item.rules)


def rule_words(rule: Entry, doubled: bool) -> str:
    parry = _("parry: opponent {dice}").format(dice=weapons.dice_change(-1))
    name = parry if rule.slug == PARRY else local(rule.name)
    return _("{rule}, re-roll 1s").format(rule=name) if doubled and rule.slug in REROLLS else name


def fighting(fighter: SurvivorAnalysis) -> Iterator[CardLine]:
    """A row for each melee weapon, those that shoot too included; bare hands where there is none."""
    for slug, number in Counter(item.slug for item in fighter.melee).items():
        item = fighter.context.catalogue.weapons[slug]
        name, asides = weapons.titled(local(item.name), number), (blow(item.melee or 0),)
        text, short = (
            "" if item.ranged else SEPARATOR.join(rules) for rules in (words(fighter, item), names(fighter, item))
        )
        yield CardLine(name, text, asides=asides, icon=item.icon, short=short)
    if not fighter.melee:
        yield CardLine(_("Unarmed"), asides=(blow(0),), icon=FISTS)


def blow(power: int) -> Aside:
    return Aside(pgettext("a column", "melee"), weapons.dice(MELEE_BASE + power))


def rounds(weapon: Weapon, number: int, catalogue: Catalogue) -> Iterator[CardLine]:
    """The rounds of a weapon that are fired once, each with its box; `number`: of those of its name."""
    item = catalogue.weapons.get(weapon.item)
    for slug in weapon.ammunition:
        if slug in USED_UP or slug not in catalogue.ammunition or item is None or not item.ranged:
            boxes = (one_box(_("used"), f"used-{slug}-{weapon.item}-{number}"),) if slug in USED_UP else ()
            yield weapons.item_line(catalogue.ammunition, slug, boxes)


def lasting_rounds(weapon: Weapon, catalogue: Catalogue) -> Iterator[str]:
    """What all other rounds of a weapon do, as words."""
    for slug in weapon.ammunition:
        if slug in catalogue.ammunition and slug not in USED_UP:
            yield weapons.says(catalogue.ammunition[slug])


def resources(fighter: SurvivorAnalysis) -> Iterator[Track]:
    """Boxes for what a resource may bring; animals find none."""
    if ANIMAL not in fighter.tags:
        yield Track(_("Found:"), "")
        things = {
            state.FRESH: _("fresh ammunition"),
            state.AMPHETAMINE: _("amphetamine"),
            state.FOUND_ARMOUR: _("armour"),
            state.FOUND_SHIELD: _("shield"),
            state.KIT: _("kit"),
        }
        yield from (Track(thing, BOX, key=key, names=(thing,)) for key, thing in things.items())


def tracks(fighter: SurvivorAnalysis) -> Iterator[Track]:
    """Boxes for what may befall a survivor, with what each brings (p. 9, 11)."""
    armoured = ARMOUR in fighter.tags
    wounds = FREE_BOX * armoured + BOX * (fighter.wounds - armoured)
    names = (*[""] * armoured, *map(str, range(1, fighter.wounds - armoured)), "tombstone")
    yield Track(
        _("Wounds"),
        wounds,
        state.WOUNDS,
        icon="bleeding-wound",
        effect=_("−1D6 to all"),
        names=names,
        fatal=len(wounds),
        short=_("Wounded"),
    )
    yield Track(
        _("Infection"),
        BOX * LOST,
        state.INFECTION,
        icon="chemical-drop",
        fatal=LOST,
        names=("",) * (LOST - 1) + ("tombstone",),
        short=_("Infected"),
    )
    yield Track(
        _("Stunned, disoriented"),
        BOX * 3,
        state.STUNNED,
        icon="knocked-out-stars",
        effect=_("−1\xa0action"),
    )
    still, note = _("Unconscious, immobilised"), _("does nothing next activation")
    yield Track(still, BOX, state.STILL, icon="sleepy", note=note)
    yield Track(_("On fire"), BOX, state.FIRE, icon="flame", note=_("end of turn: 5-6 a wound, else out"))
