"""A melee of Red Button's Nation: who strikes whom with what, and how many dice each has (RBN p. 22, 26, 30, 31)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from builder.battles.document import BattleDocument
from builder.battles.spec import BattleContext
from builder.games.rbn.battle import melee_reading
from builder.games.rbn.battle.guns import Gun
from builder.games.rbn.battle.melees import Combatant
from builder.games.rbn.sheet import weapons
from builder.games.rbn.sheet.weapons import MELEE_BASE
from rules.catalogue import Item
from rules.games.rbn.play import state
from rules.games.rbn.play.state import MELEES, MOST_MELEES, PICKED_UP, WOUNDS
from rules.games.rbn.play.targets import FIGHTER_BY_HAND as HAND
from rules.games.rbn.play.targets import is_on_foot, is_wounded, name_of, ordered, rules_of, sitting
from rules.play.actions import Action, Attempt, Choice, Reason
from rules.play.battle import OTHERS
from rules.play.dice_book import dice_data, modifier, text_of
from rules.play.entries import Modifier
from rules.play.form import ActionForm
from rules.play.pools import Pool
from rules.text import Message, Text, _

FISTS = "fists"
PACK = 4  # the C of a wild dog in a pack (RBN p. 44)
MOST_ENEMIES, MOST_BY_HAND = 6, 12
DEVOURERS, CULTISTS, MUTANTS, SSS = "devoreurs-des-derniers-jours", "cultistes", "mutants", "sss"
PARRY, CARNAGE = "parade", "carnage"
LEAST_C, MOST_C = 2, 6
WEAKEST = 5


def melee(context: BattleContext, fields: Mapping[str, str]) -> Attempt:
    """The melee of a unit, which spends the action, as it is chosen so far; for `Action`."""
    path = fields.get("unit", "")
    if path not in context.battle.units_by_path:
        return Attempt((), notes=[Reason("", _("Nobody fights."))])
    form = ActionForm(fields)
    foe = form.choice("foe", _("Enemy"), foes(context, path, form.sent.get("foe", "")))
    weapon = chosen_weapon(context, path, form, "")
    foe_weapon = chosen_weapon(context, foe, form, "foe-") if foe != HAND else None
    first = combatant(context, path, foe, weapon, foe_weapon, form, "")
    second = (
        by_hand(context, weapon, path, form)
        if foe == HAND
        else combatant(context, foe, path, foe_weapon, weapon, form, "foe-")
    )
    inside = [*sitting(context, (path, foe))]
    return Attempt(
        form.fields,
        "" if inside else f"{first.pool.number}D6 + {second.pool.number}D6",
        f"{first.pool.need}+, {second.pool.need}+",
        [*first.reasons(), *second.reasons()],
        [*inside, *melee_reading.reminders(context, first, second)],
        melee_reading.chances_of(context, first, second),
        lambda fallen: melee_reading.read(context, first, second, fallen),
    )


def foes(context: BattleContext, path: str, chosen: str) -> Sequence[Choice]:
    """Who may be struck: figures of the other sides, hostile elements, then somebody named by hand."""
    battle, own = context.battle, path.split("/")[0]
    found = [
        Choice(one, name_of(battle, one))
        for one in ordered(battle, path)
        if one == chosen or (is_on_foot(battle, one) and not is_ally(battle, one, own) and one != path)
    ]
    return [*found, Choice(HAND, text_of(dice_data(battle.game)["targets"][HAND]))]


def is_ally(battle: BattleDocument, path: str, own: str) -> bool:
    """Of the own side, or a vehicle, which nobody fights; hostile elements fight whom they meet."""
    return battle.units_by_path[path].kind == "vehicle" or path.split("/")[0] == own


def chosen_weapon(context: BattleContext, path: str, form: ActionForm, prefix: str) -> Item | None:
    """The melee weapon of a unit's own that it fights with; None for bare hands."""
    carried = melee_weapons(context, path)
    if not carried:
        return None
    options = [*(Choice(item.slug, item.name) for item in carried), Choice(FISTS, _("Bare hands"))]
    name = name_of(context.battle, path)
    slug = form.choice(f"{prefix}weapon", Message(_("Weapon of {name}"), {"name": name}), options)
    return next((item for item in carried if item.slug == slug), None)


def melee_weapons(context: BattleContext, path: str) -> list[Item]:
    """The melee weapons of a unit, each kind once, those with the most dice first."""
    items = {item.slug: item for item in in_hand(context, path)}
    return sorted(items.values(), key=lambda item: -(item.melee or 0))


def in_hand(context: BattleContext, path: str) -> Iterator[Item]:
    """All melee weapons of a unit, but for spears that were thrown and not picked up (ruling A94)."""
    battle, collection, seen = context.battle, context.catalogue.weapons, Counter[str]()
    for slug in str(battle.units_by_path[path].facts.get("weapons", "")).split():
        item = collection.get(slug)
        if item is None or item.melee is None:
            continue
        seen[slug] += 1
        gun = Gun("", item, seen[slug])
        thrown = battle.number(f"{path}/{gun.marker('used')}") and not battle.number(f"{path}/{gun.marker(PICKED_UP)}")
        if not thrown:
            yield item


def combatant(
    context: BattleContext,
    path: str,
    foe: str,
    weapon: Item | None,
    against: Item | None,
    form: ActionForm,
    prefix: str,
) -> Combatant:
    """One of the two, with what the form says of it; `against` is what the other fights with."""
    battle, unit, name = context.battle, context.battle.units_by_path[path], name_of(context.battle, path)
    chief_out = is_raging(battle, path, form, prefix)
    modifiers = [
        *own_modifiers(context, path, weapon),
        *trait_modifiers(context, path, foe, chief_out),
        *occasions(context, path, form, prefix),
        *parried(context, foe, against),
    ]
    rules = frozenset(weapon.rules if weapon else ()) | rules_of(unit)
    spent = battle.number(f"{path}/{MELEES}") >= MOST_MELEES
    spent = form.either(
        f"{prefix}melees", Message(MELEES_BEFORE, {"name": name}), _("fewer than 3"), _("3 or more"), spent
    )
    pool = Pool(
        max(0, sum(one.dice for one in modifiers)),
        need_of(battle, path, form, prefix),
        sixes_again=CARNAGE in rules,
        misses_again=again(context, path, foe, form, prefix),
        venom="poison" in rules,
    )
    shield = state.has(battle, path, "bouclier")
    return Combatant(path, name, modifiers, pool, weapon, shield, spent, chief_out, rules | devouring(battle, path))


MELEES_BEFORE = _("Melees already fought this turn by {name}")


def devouring(battle: BattleDocument, path: str) -> frozenset[str]:
    devours = state.trait(battle, state.side_of_path(path), "drawbacks", DEVOURERS)
    return frozenset([DEVOURERS]) if devours else frozenset()


def need_of(battle: BattleDocument, path: str, form: ActionForm, prefix: str) -> int:
    """Its C; that of a wild dog in a pack (RBN p. 44)."""
    unit = battle.units_by_path[path]
    value = unit.facts.get("C")
    need = value if isinstance(value, int) else WEAKEST
    if "meute" in rules_of(unit) and form.flag(f"{prefix}pack", Message(IN_A_PACK, {"name": name_of(battle, path)})):
        return min(need, PACK)
    return need


IN_A_PACK = _("{name}: pack mate within 10\xa0cm")


def own_modifiers(context: BattleContext, path: str, weapon: Item | None) -> Iterator[Modifier]:
    """Base, weapon, body and hands: what it always has (RBN p. 22, 30, 31); all of a hostile element's (p. 44)."""
    catalogue, battle = context.catalogue, context.battle
    unit = battle.units_by_path[path]
    base = modifier(catalogue, "base")
    yield base
    if "melee" in unit.facts:
        power = int(unit.facts["melee"]) - MELEE_BASE
        yield Modifier(power, POWER, modifier(catalogue, "tiny").cite)
        return
    if weapon and weapon.melee:
        yield Modifier(weapon.melee, weapon.name, str(weapon.cite))
    if unit.facts.get("giant"):
        giant = catalogue.equipment["corps-gigantesque"]
        yield Modifier(1, giant.name, str(giant.cite))
    if weapon and state.has(battle, path, "ambidextre") and weapon in one_handed(context, path):
        both = catalogue.abilities["ambidextre"]
        if len(one_handed(context, path)) > 1:
            yield Modifier(1, both.name, str(both.cite))


POWER = Text("puissance de corps à corps", "melee power")


def one_handed(context: BattleContext, path: str) -> list[Item]:
    """Its one-handed melee weapons: to a giant body all are (ruling A60); two of a kind are two."""
    giant = context.battle.units_by_path[path].facts.get("giant")
    return [one for one in in_hand(context, path) if giant or weapons.CUMBERSOME not in one.rules]


def trait_modifiers(context: BattleContext, path: str, foe: str, chief_out: bool) -> Iterator[Modifier]:
    """Mutants, the SSS against mutants, cultists in their rage (RBN p. 26)."""
    battle, factions, side = context.battle, context.catalogue.factions, state.side_of_path(path)
    if state.trait(battle, side, "advantages", MUTANTS):
        yield Modifier(1, factions[MUTANTS].advantage.name, str(factions[MUTANTS].advantage.cite))
    other = state.side_of_path(foe) if foe != HAND else None
    against_mutants = other is not None and battle.sides[other].facts.get("faction") == MUTANTS
    if state.trait(battle, side, "advantages", SSS) and against_mutants:
        yield Modifier(1, factions[SSS].advantage.name, str(factions[SSS].advantage.cite))
    if chief_out:
        yield Modifier(1, factions[CULTISTS].drawback.name, str(factions[CULTISTS].drawback.cite))


def is_raging(battle: BattleDocument, path: str, form: ActionForm, prefix: str) -> bool:
    """A cultist whose chief is out (RBN p. 26)."""
    side = state.side_of_path(path)
    if not state.trait(battle, side, "drawbacks", CULTISTS) or battle.units_by_path[path].facts.get("chief"):
        return False
    chiefs = [one for one in state.paths(battle, state.FIGHTER, side) if battle.units_by_path[one].facts.get("chief")]
    out = bool(chiefs) and all(battle.is_down(one) for one in chiefs)
    label = Message(_("Chief of {name}"), {"name": name_of(battle, path)})
    return form.either(f"{prefix}chief", label, _("in play"), _("out"), out)


def occasions(context: BattleContext, path: str, form: ActionForm, prefix: str) -> Iterator[Modifier]:
    """A charge on a mount, a wound, enemies beyond the first (RBN p. 19, 22, 31)."""
    battle, catalogue = context.battle, context.catalogue
    name = name_of(battle, path)
    if not prefix and state.has(battle, path, "cavalier") and form.flag("charge", _("Mounted charge")):
        rider = catalogue.abilities["cavalier"]
        yield Modifier(1, rider.name, str(rider.cite))
    label = Message(_("State of {name}"), {"name": name})
    if form.either(f"{prefix}wounded", label, _("unharmed"), _("wounded"), is_wounded(battle, path), True):
        yield modifier(catalogue, "wounded")
    enemies = form.number(f"{prefix}enemies", Message(ENEMIES, {"name": name}), 1, 1, MOST_ENEMIES, True)
    if enemies > 1 and not state.has(battle, path, "combattant-emerite"):
        yield modifier(catalogue, "enemy", enemies - 1)


ENEMIES = _("Enemies in contact with {name}")


def parried(context: BattleContext, foe: str, against: Item | None) -> Iterator[Modifier]:
    """What the other's parry takes: twice from an ambidextrous fighter with two weapons that parry (RBN p. 22)."""
    if against is None or PARRY not in against.rules:
        return
    twice = False
    if foe != HAND:
        number = sum(PARRY in one.rules for one in one_handed(context, foe))
        twice = state.has(context.battle, foe, "ambidextre") and number > 1
    rule = context.catalogue.special_rules[PARRY]
    yield Modifier(-2 if twice else -1, rule.name, str(rule.cite))


def again(context: BattleContext, path: str, foe: str, form: ActionForm, prefix: str) -> int:
    """How many misses it rolls again: one by a banner, one for each wound of who fights a Devourer (p. 26, 30)."""
    battle, side = context.battle, state.side_of_path(path)
    name = name_of(battle, path)
    number = 0
    bearers = [one for one in state.standing(battle, state.FIGHTER, side) if state.has(battle, one, "banniere")]
    if side is not None and bearers and bearers != [path]:
        number += form.flag(f"{prefix}banner", Message(_("{name}: banner in sight within 20\xa0cm"), {"name": name}))
    if state.trait(battle, side, "advantages", DEVOURERS):
        wounds = battle.number(f"{foe}/{WOUNDS}") if foe != HAND else 0
        number += form.number(f"{prefix}prey", Message(PREY, {"name": name}), wounds, 0, MOST_ENEMIES, True)
    return number


PREY = _("Wounds of {name}’s enemy")


def by_hand(context: BattleContext, against: Item | None, foe: str, form: ActionForm) -> Combatant:
    """Somebody who is no unit of the battle, such as the hunters' quarry (C 5, RBN p. 27): C and dice are typed in."""
    need = form.number("foe-c", _("Opponent’s C"), WEAKEST, LEAST_C, MOST_C)
    number = form.number("foe-dice", _("Opponent’s dice"), MELEE_BASE, 0, MOST_BY_HAND)
    row = dice_data(context.battle.game)["targets"][HAND]
    lost = [*parried(context, foe, against)]
    dice = max(0, number + sum(one.dice for one in lost))
    return Combatant("", text_of(row), [Modifier(number, TYPED), *lost], Pool(dice, need))


TYPED = Text("dés saisis", "dice entered")


def may_fight(battle: BattleDocument, path: str) -> bool:
    if path.startswith(f"{OTHERS}/"):
        return bool(battle.units_by_path[path].facts.get("hostile"))
    return state.vehicle_of(battle, path) is None


MELEE = Action(_("Fight"), melee, icon="crossed-swords", kinds=("fighter", "hostile"), suits=may_fight)
