"""A melee of First Wave: who strikes whom with what, how many dice each has, what they say ("Corps à corps des
fantassins", p. 9)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.battles.document import BattleDocument
from builder.battles.spec import BattleContext
from builder.games.first_wave.battle import figures
from builder.games.first_wave.battle.figures import Figure, figure_choices, figure_of, marks_proposal
from builder.games.first_wave.battle.npcs import NPC
from builder.games.first_wave.battle.shooting import PLATED, is_still, plating
from builder.games.first_wave.battle.survivors import (
    AMPHETAMINE,
    FIGHTER,
    MELEES,
    MOST_MELEES,
    gun_key,
    has,
    is_wounded,
    picked_key,
)
from builder.games.rbn.battle import melees
from builder.games.rbn.battle.guns import analysis_of
from builder.games.rbn.battle.melee import ENEMIES, FISTS, IN_A_PACK, MELEES_BEFORE, MOST_ENEMIES, TYPED
from builder.games.rbn.battle.melee_reading import counted, one_more, result
from builder.games.rbn.battle.melees import Cites, Combatant
from builder.games.rbn.sheet.weapons import MELEE_BASE
from rules.catalogue import Catalogue, Item
from rules.games.first_wave.rolls import INFECTED, SURVIVOR
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Reason, together
from rules.play.battle import OTHERS
from rules.play.dice import Dice
from rules.play.dice_book import dice_data, effect, modifier
from rules.play.entries import UNBOUNDED, Effect, EffectRow, Modifier, row_for
from rules.play.form import ActionForm
from rules.play.pools import Pool
from rules.text import Message, _

PARRY, CARNAGE, BLUNT = "parade", "carnage", "contondant"
INFECTS = "infects"
WEAKEST, LEAST_C, MOST_C, MOST_BY_HAND = 5, 2, 6, 12


@dataclass(frozen=True)
class Side:
    """One of the two: its figure, its dice."""

    figure: Figure
    fighter: Combatant


def melee(context: BattleContext, fields: Mapping[str, str]) -> Attempt:
    """The melee of a unit, which spends the action, as it is chosen so far; for `Action`."""
    battle, path = context.battle, fields.get("unit", "")
    if path not in battle.units_by_path:
        return Attempt((), notes=[Reason("", _("Nobody fights."))])
    form = ActionForm(fields)
    foes = figure_choices(context, path, form.sent.get("foe", ""), allies=False)
    foe = figure_of(battle, form.choice("foe", _("Enemy"), foes))
    own = figures.figure_at(battle, path)
    weapon, against = chosen_weapon(context, own, form, ""), chosen_weapon(context, foe, form, "foe-")
    if is_immobilised(foe, form):
        return without_dice(context, own, foe, form)
    first = Side(own, combatant(context, own, foe, weapon, against, form, ""))
    second = Side(foe, combatant(context, foe, own, against, weapon, form, "foe-"))
    one, other = first.fighter, second.fighter
    return Attempt(
        form.fields,
        f"{one.pool.number}D6 + {other.pool.number}D6",
        f"{one.pool.need}+, {other.pool.need}+",
        [*one.reasons(), *other.reasons()],
        chances=chances_of(context, first, second),
        reads=lambda fallen: read(context, first, second, fallen),
    )


def is_immobilised(foe: Figure, form: ActionForm) -> bool:
    """An infected or a machine that is immobilised is eliminated in any melee ("Inconscient / immobilisé")."""
    if foe.kind == SURVIVOR:
        return False
    label = Message(_("State of {name}"), {"name": foe.name})
    return form.either("foe-still", label, _("able to fight"), _("immobilised"), foe.still)


def without_dice(context: BattleContext, own: Figure, foe: Figure, form: ActionForm) -> Attempt:
    """Who is immobilised is eliminated ("Inconscient / immobilisé"); it was a melee of this turn all the same."""
    cite = str(context.catalogue.reminders["etats"].cite)
    out = [effect(context.catalogue, "eliminated", cite)]
    note = Reason("", _("Immobilised: eliminated in this melee, no roll."), cite)
    proposals = marks_proposal(context.battle, foe, out, own.path.split("/")[0])
    return Attempt(form.fields, notes=[note], proposals=[*proposals, *one_more(context, (own.path, foe.path))])


def melee_weapons(context: BattleContext, figure: Figure) -> list[Item]:
    """The melee weapons of a survivor, two of a kind as two, those with the most dice first."""
    if not figure.path:
        return []
    analysis = analysis_of(context, figure.path)
    carried = remembered(context, figure.path) if analysis is None else analysis.melee
    return sorted(in_hand(context.battle, figure.path, carried), key=lambda item: -(item.melee or 0))


def in_hand(battle: BattleDocument, path: str, carried: Sequence[Item]) -> Iterator[Item]:
    """Those that were not thrown, or were picked up since (ruling A95)."""
    seen = Counter[str]()
    for item in carried:
        seen[item.slug] += 1
        keys = gun_key(item.slug, seen[item.slug]), picked_key(item.slug, seen[item.slug])
        thrown, picked_up = (battle.number(f"{path}/{key}") for key in keys)
        if picked_up or not thrown:
            yield item


def remembered(context: BattleContext, path: str) -> list[Item]:
    """The melee weapons that the battle itself remembers of a unit, where its list is gone."""
    slugs = str(context.battle.units_by_path[path].facts.get("weapons", "")).split()
    items = [context.catalogue.weapons[slug] for slug in slugs if slug in context.catalogue.weapons]
    return [item for item in items if item.melee is not None]


def chosen_weapon(context: BattleContext, figure: Figure, form: ActionForm, prefix: str) -> Item | None:
    """What it fights with; None for bare hands, and for who has no arsenal."""
    carried = {item.slug: item for item in melee_weapons(context, figure)}
    if not carried:
        return None
    options = [*(Choice(slug, item.name) for slug, item in carried.items()), Choice(FISTS, _("Bare hands"))]
    label = Message(_("Weapon of {name}"), {"name": figure.name})
    return carried.get(form.choice(f"{prefix}weapon", label, options))


def combatant(
    context: BattleContext,
    figure: Figure,
    foe: Figure,
    weapon: Item | None,
    against: Item | None,
    form: ActionForm,
    prefix: str,
) -> Combatant:
    """One of the two, with what the form says of it; `against` is what the other fights with."""
    modifiers = [
        *own_modifiers(context, figure, weapon, form, prefix),
        *occasions(context, figure, form, prefix),
        *hampered(context.catalogue, foe, against),
    ]
    rules = frozenset(weapon.rules if weapon else ()) | ({INFECTS} if figure.kind == INFECTED else frozenset())
    pool = Pool(
        max(0, sum(one.dice for one in modifiers)),
        need_of(context.battle, figure, form, prefix),
        sixes_again=CARNAGE in rules,
        ones_again=weapon is not None and PARRY in rules and melee_weapons(context, figure).count(weapon) > 1,
    )
    return Combatant(
        figure.path, figure.name, modifiers, pool, weapon, False, is_spent(context, figure, form, prefix), rules=rules
    )


def is_spent(context: BattleContext, figure: Figure, form: ActionForm, prefix: str) -> bool:
    """From the fourth melee of a turn on nobody deals damage ("Limitation durant le tour")."""
    spent = bool(figure.path) and context.battle.number(f"{figure.path}/{MELEES}") >= MOST_MELEES
    label = Message(MELEES_BEFORE, {"name": figure.name})
    return form.either(f"{prefix}melees", label, _("fewer than 3"), _("3 or more"), spent)


def need_of(battle: BattleDocument, figure: Figure, form: ActionForm, prefix: str) -> int:
    """Its C; that of an infected dog in a pack (p. 11); typed in for who is no unit of the battle."""
    if not figure.path:
        return form.number(f"{prefix}c", _("Opponent’s C"), WEAKEST, LEAST_C, MOST_C)
    known = battle.units_by_path[figure.path].facts
    need = known.get("C")
    need = need if isinstance(need, int) else WEAKEST
    pack = known.get("pack")
    if isinstance(pack, int) and form.flag(f"{prefix}pack", Message(IN_A_PACK, {"name": figure.name})):
        return pack
    return need


def own_modifiers(
    context: BattleContext, figure: Figure, weapon: Item | None, form: ActionForm, prefix: str
) -> Iterator[Modifier]:
    """Base, weapon or power, amphetamine ("Corps à corps des fantassins", p. 9, 11)."""
    catalogue, battle = context.catalogue, context.battle
    if not figure.path:
        number = form.number(f"{prefix}dice", _("Opponent’s dice"), MELEE_BASE, 0, MOST_BY_HAND)
        yield Modifier(number, TYPED)
        return
    yield modifier(catalogue, "base")
    power = battle.units_by_path[figure.path].facts.get("melee")
    if isinstance(power, int):
        yield modifier(catalogue, "power", power)
    if weapon and weapon.melee:
        yield Modifier(weapon.melee, weapon.name, str(weapon.cite))
    if battle.number(f"{figure.path}/{AMPHETAMINE}"):
        yield modifier(catalogue, "amphetamine")


def occasions(context: BattleContext, figure: Figure, form: ActionForm, prefix: str) -> Iterator[Modifier]:
    """A wound, enemies beyond the first ("Blessé", "Ennemis multiples")."""
    battle, catalogue = context.battle, context.catalogue
    if not figure.path:
        return
    unit = battle.units_by_path[figure.path]
    label, hurt = Message(_("State of {name}"), {"name": figure.name}), is_wounded(battle, figure.path)
    if unit.kind == FIGHTER and form.either(f"{prefix}wounded", label, _("unharmed"), _("wounded"), hurt, True):
        yield modifier(catalogue, "wounded")
    enemies = form.number(f"{prefix}enemies", Message(ENEMIES, {"name": figure.name}), 1, 1, MOST_ENEMIES, True)
    if enemies > 1 and not has(unit, "combattant-emerite"):
        yield modifier(catalogue, "enemy", enemies - 1)


def hampered(catalogue: Catalogue, foe: Figure, against: Item | None) -> Iterator[Modifier]:
    """What the other's shield and parry take (p. 7, 9)."""
    if foe.shield:
        shield = catalogue.equipment[figures.SHIELD]
        yield Modifier(-1, shield.name, str(shield.cite))
    if against and PARRY in against.rules:
        rule = catalogue.special_rules[PARRY]
        yield Modifier(-1, rule.name, str(rule.cite))


# --- What dice say ----------------------------------------------------------------------------------------------------


def rows_of(catalogue: Catalogue, winner: Combatant, loser: Figure) -> Sequence[EffectRow]:
    """What befalls the loser, by the difference ("Effets du corps à corps")."""
    if winner.spent:
        return [EffectRow(1, UNBOUNDED, (effect(catalogue, "dodge"),))]
    table, does = catalogue.tables["effet-corps-a-corps"], dice_data(catalogue.game)["melees"]
    other = int(loser.kind != SURVIVOR)
    return [
        EffectRow(
            row.low or 0, row.high or 0, tuple(brought(catalogue, winner, does[row.slug][other], str(table.cite)))
        )
        for row in table.rows.values()
    ]


def brought(catalogue: Catalogue, winner: Combatant, slug: str, cite: str) -> Iterator[Effect]:
    """An effect, and what comes with a wound: stunned by a blunt weapon, infected by an infected (p. 9, 11)."""
    yield effect(catalogue, slug, cite)
    if slug == "wounded" and BLUNT in winner.rules:
        yield effect(catalogue, "stunned", str(catalogue.special_rules[BLUNT].cite))
    if slug == "wounded" and INFECTS in winner.rules:
        yield effect(catalogue, "infected")


def chances_of(context: BattleContext, first: Side, second: Side) -> list[Chance]:
    """Who wins, and what befalls the loser."""
    both = melees.spread(first.fighter, second.fighter)
    return [
        one
        for attackers, winner, loser in ((True, first, second), (False, second, first))
        for row in rows_of(context.catalogue, winner.fighter, loser.figure)
        for one in row_chances(context.catalogue, loser.figure, row, both, attackers)
    ]


def row_chances(
    catalogue: Catalogue, loser: Figure, row: EffectRow, both: melees.Spread, attackers: bool
) -> Iterator[Chance]:
    """The chance of a row; parted in two where plating may save a machine (p. 11)."""
    likely = melees.won_by(both, attackers, row.low, row.high)
    if loser.plated and is_still(row.effects):
        yield Chance(loses(loser, row, [effect(catalogue, "plating")]), likely * (7 - PLATED) / 6)
        likely = likely * (PLATED - 1) / 6
    yield Chance(loses(loser, row, row.effects), likely)


def loses(loser: Figure, row: EffectRow, effects: Sequence[Effect]) -> Message:
    values = {"loser": loser.name, "effects": tuple(one.text for one in effects), "span": row.span}
    return Message(_("{loser} loses by {span}: {effects}"), values)


def read(context: BattleContext, first: Side, second: Side, dice: Dice) -> Outcome:
    """The outcome: the dice of both, what befalls the loser, the die of its plating, a melee more for both."""
    catalogue = context.catalogue
    rules = catalogue.special_rules
    places = Cites(modifier(catalogue, "base").cite, "", str(rules[PARRY].cite), str(rules[CARNAGE].cite))
    fight = melees.fight(first.fighter, second.fighter, dice, places)
    loser = second.figure if fight.is_the_attackers else first.figure
    row = row_for(rows_of(catalogue, fight.winner, loser), fight.difference)
    effects = [*row.effects] if row else []
    lines = [result(context, fight), *(Reason("", one.text, one.cite) for one in effects)]
    if loser.plated and is_still(effects):
        effects, more = plating(catalogue, effects, dice)
        lines.append(more)
    winner = first.figure if fight.is_the_attackers else second.figure
    marked = marks_proposal(context.battle, loser, effects, side_of(winner))
    return together(Outcome([*fight.lines, *lines]), Outcome([], [*marked]), counted(context, fight))


def side_of(winner: Figure) -> str:
    """The number of the winner's side, as the credit for an NPC asks for it; "others" for an NPC named by hand, too."""
    return OTHERS if winner.kind != SURVIVOR else winner.path.split("/")[0]


def may_fight(battle: BattleDocument, path: str) -> bool:
    return battle.units_by_path[path].kind in (FIGHTER, NPC)


MELEE = Action(_("Fight"), melee, icon="crossed-swords", kinds=(FIGHTER, NPC), suits=may_fight)
