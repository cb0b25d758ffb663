"""What the dice of a shot say, how likely it is, and what may be marked for it (RBN p. 16 to 21, 30, 46)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from urllib.parse import urlencode

from rules.catalogue import Catalogue
from rules.families.red_button.weapons import ARMOUR_PIERCING, ONCE, RELOADS, RETURNS, TANK
from rules.games.rbn.play import damage, state
from rules.games.rbn.play.guns import Gun, guns_of
from rules.games.rbn.play.morale import c_of
from rules.games.rbn.play.shots import AREA, Aim, Shot
from rules.games.rbn.play.targets import name_of, past_armour
from rules.play import chances
from rules.play.actions import Chance, Outcome, Proposal, Reason, Words, together
from rules.play.battle import Battle, Context
from rules.play.dice import Dice
from rules.play.dice_book import effect, effect_rows
from rules.play.entries import Effect, EffectRow, marks_proposal, row_for, span
from rules.play.pools import Rolled, words
from rules.text import Message, Text, _

NON_LETHAL, STUNNING, INCENDIARY_ROUNDS = "balles-non-letales", "munition-assommante", "munition-incendiaire"
SPARING = (NON_LETHAL, STUNNING)  # a figure that they would kill is wounded instead
BLUNT, INCENDIARY = "contondant", "incendiaire"
EXOTIC_TASER = "taser-exotique"
EMPTY = 1  # of the tank's die (RBN p. 21)


# --- What successes bring ---------------------------------------------------------------------------------------------


def foot_rows(catalogue: Catalogue, shot: Shot, aim: Aim) -> Sequence[EffectRow]:
    """What successes do to a figure on foot, with what weapon and rounds change."""
    if "nuee" in aim.target.rules and AREA not in shot.gun.item.rules:
        return effect_rows(catalogue, "swarm")
    rows = effect_rows(catalogue, "taser" if shot.gun.item.slug == EXOTIC_TASER else "on-foot")
    return [EffectRow(row.low, row.high, tuple(changed(catalogue, shot, row.effects))) for row in rows]


def changed(catalogue: Catalogue, shot: Shot, effects: Sequence[Effect]) -> Iterator[Effect]:
    """The effects of a row, with rounds that do not kill, and with what a wound brings along."""
    slugs = [one.slug for one in effects]
    if shot.reaction and "reaction" in slugs:  # nobody reacts to a reaction (ruling A91)
        effects = (effect(catalogue, "nothing"),)
    spares = shot.rounds in SPARING and "eliminated" in slugs
    if spares:
        effects = (effect(catalogue, "wounded", str(catalogue.ammunition[shot.rounds].cite)),)
    yield from effects
    if spares and shot.rounds == NON_LETHAL:
        yield effect(catalogue, "stunned-thrice")
    elif is_blunt(shot) and (spares or "wounded" in slugs):
        yield effect(catalogue, "stunned", str(catalogue.special_rules[BLUNT].cite))
    if sets_on_fire(shot) and "wounded" in slugs:
        rounds = shot.rounds == INCENDIARY_ROUNDS
        yield effect(catalogue, "fire", str(catalogue.ammunition[INCENDIARY_ROUNDS].cite) if rounds else "")


def is_blunt(shot: Shot) -> bool:
    return BLUNT in shot.gun.item.rules or shot.rounds in SPARING


def sets_on_fire(shot: Shot) -> bool:
    return INCENDIARY in shot.gun.item.rules or shot.rounds == INCENDIARY_ROUNDS


def has_tank(shot: Shot) -> bool:
    """Whether a die is rolled for its tank; not for who never runs dry (First Wave p. 13; ruling A81)."""
    return TANK in shot.gun.item.rules and shot.gun.dry


# --- Chances ----------------------------------------------------------------------------------------------------------


def chances_of(context: Context, shot: Shot) -> list[Chance]:
    """Each row of each target's table; beside them what becomes of the weapon, who fires it, an ally in the melee."""
    spreads = [aim.pool.spread() for aim in shot.fired]
    found = [
        replace(one, table=table)
        for table, aim in enumerate(shot.fired)
        for one in chances_of_aim(context.catalogue, shot, aim)
    ]
    return [*found, *(Chance(text, chance, table=None) for text, chance in beside(context, shot, spreads) if chance)]


def beside(context: Context, shot: Shot, spreads: Sequence[chances.Spread]) -> Iterator[tuple[Words, Fraction]]:
    """What may come beside the effects on targets."""
    if RETURNS in shot.gun.item.rules:
        yield _("Weapon lost"), gone_chance(context, shot)
    else:
        yield _("Out of ammunition"), dry_chance(shot, spreads)
    if burns(context, shot):
        yield _("Shooter wounded and on fire"), more_ones(spreads)
    if shot.melee:
        yield _("Ally in the melee wounded"), any_one(spreads)


def more_ones(spreads: Sequence[chances.Spread]) -> Fraction:
    """How likely all the dice of a shot together show more 1s than successes (RBN p. 16, ruling A71)."""
    lead = chances.certain((0,))
    for one in spreads:
        lead = chances.summed(lead, chances.mapped(one, lambda counts: (counts[0] - counts[1],)))
    return chances.chance(lead, lambda counts: counts[0] < 0)


def any_one(spreads: Sequence[chances.Spread]) -> Fraction:
    """How likely there is a 1 among all the dice of a shot."""
    none = Fraction(1)
    for one in spreads:
        none *= chances.chance(one, lambda counts: counts[1] == 0)
    return 1 - none


def chances_of_aim(catalogue: Catalogue, shot: Shot, aim: Aim) -> Iterator[Chance]:
    spread, named = aim.pool.spread(), len(shot.aims) > 1
    for low, high, text in spans(catalogue, shot, aim):
        words: Words = (
            Message(_("{target}, {effects}"), {"target": aim.target.name, "effects": text}) if named else text
        )
        yield Chance(words, sum((one for counts, one in spread.items() if low <= counts[0] <= high), Fraction(0)))


def spans(catalogue: Catalogue, shot: Shot, aim: Aim) -> Iterator[tuple[int, int, Text]]:
    """(fewest successes, most, what they bring) of a target's table, the row of none included."""
    if aim.target.size:
        yield from damage_spans(catalogue, aim.target.size, aim.side)
        return
    for row in foot_rows(catalogue, shot, aim):
        yield row.low, row.high, spanned(row.span, [one.text for one in row.effects])


def damage_spans(catalogue: Catalogue, size: str, side: str) -> Iterator[tuple[int, int, Text]]:
    """The same for a side of a vehicle of this size."""
    yield 0, 0, spanned("0", [effect(catalogue, "nothing").text])
    for hit in damage.table(catalogue, size):
        if hit.side == side:
            yield hit.first, hit.last, spanned(span(hit.first, hit.last), [hit.text])


def spanned(span: str, effects: Sequence[Text]) -> Text:
    """The successes and what they bring, such as "2-3: wounded, stunned"."""
    return Text(
        f"{span}\u202f: {', '.join(one.fr for one in effects)}", f"{span}: {', '.join(one.en for one in effects)}"
    )


def dry_chance(shot: Shot, spreads: Sequence[chances.Spread]) -> Fraction:
    """Of the whole shot, a tank's die included; 0 for what is thrown once or never runs dry."""
    if ONCE in shot.gun.item.rules:
        return Fraction(0)
    dry = more_ones(spreads) if shot.gun.dry else Fraction(0)
    return 1 - (1 - dry) * (1 - Fraction(1, 6)) if has_tank(shot) else dry


def gone_chance(context: Context, shot: Shot) -> Fraction:
    """Of a boomerang: it has hit, or it does not come back, or it is out of ammunition (RBN p. 16, 21)."""
    (aim,) = shot.fired

    def may_come_back(counts: chances.Counts) -> bool:
        return not hits(context.catalogue, shot, aim, counts[0]) and not (shot.gun.dry and counts[1] > counts[0])

    comes_back = Fraction(max(0, 7 - c_of(context.battle, shot.path)), 6)
    return 1 - chances.chance(aim.pool.spread(), may_come_back) * comes_back


def hits(catalogue: Catalogue, shot: Shot, aim: Aim, successes: int) -> bool:
    """Whether so many successes do anything to the target: stun, wound or kill it, or damage a vehicle (RBN p. 21)."""
    if aim.target.size:
        return damage.row_for(catalogue, aim.target.size, aim.side, successes) is not None
    row = row_for(foot_rows(catalogue, shot, aim), successes)
    return row is not None and any(one.marks for one in row.effects)


def tank_chances() -> list[Chance]:
    return [Chance(_("Out of ammunition"), Fraction(1, 6), table=None)]


# --- Reading ----------------------------------------------------------------------------------------------------------


def read(context: Context, shot: Shot, dice: Dice) -> Outcome:
    """The outcome of a shot. The dice are taken target by target, with what is rolled again; then those that vehicles
    ask for; then the tank's, or that of a boomerang that missed."""
    rolled = [aim.pool.roll(dice) for aim in shot.fired]
    told = []
    for aim, pool in zip(shot.fired, rolled, strict=True):
        reads = vehicle_outcome if aim.target.size else foot_outcome
        told += [Outcome([*pool_lines(context, shot, aim, pool)]), reads(context, shot, aim, pool.successes, dice)]
    told += [ally_outcome(context, shot, rolled), ammunition_outcome(context, shot, rolled, dice)]
    return together(*told, Outcome([], onward=[*reactions(context, shot, rolled)]))


def reactions(context: Context, shot: Shot, rolled: Sequence[Rolled]) -> Iterator[tuple[str, Words]]:
    """The reaction fire of each target that was missed and has a weapon to react with (RBN p. 19, ruling A85)."""
    shooter = state.vehicle_of(context.battle, shot.path) or shot.path
    for aim, pool in zip(shot.fired, rolled, strict=True):
        path = aim.target.path
        guns = reacting(context, path)
        if guns and not (pool.successes or shot.reaction or aim.target.size):
            query = urlencode({"unit": path, "target": shooter, "weapon": guns[0].key, "reaction": 1}, safe="/")
            yield f"shoot?{query}", Message(_("Reaction fire of {target}"), {"target": aim.target.name})


def reacting(context: Context, path: str) -> list[Gun]:
    """The weapons with a normal band that a figure may fire: it has a T, and they are neither empty nor used up."""
    battle = context.battle
    if path not in battle.units_by_path or not may_shoot(battle, path):
        return []
    spent = ("dry", "used", "reloading")
    return [
        one
        for one in guns_of(context, path)
        if one.ranged.normal
        and not one.mounted
        and not any(battle.number(f"{path}/{one.marker(state)}") for state in spent)
    ]


def may_shoot(battle: Battle, path: str) -> bool:
    """Whether a unit offers shots: it has a T and a ranged weapon, or a gun."""
    known = battle.units_by_path[path].facts
    return bool(known.get("guns", known.get("shoots")))


def pool_lines(context: Context, shot: Shot, aim: Aim, pool: Rolled) -> Iterator[Reason]:
    """The dice of a target and how they are read."""
    catalogue = context.catalogue
    cite = str(catalogue.reminders["tir"].cite)
    values: dict[str, object] = {"successes": pool.successes, "need": pool.pool.need}
    text = SUCCESSES
    if len(shot.aims) > 1:
        text, values = SUCCESSES_AT, values | {"target": aim.target.name}
    yield Reason(words(pool.fell), Message(text, values), cite)
    if pool.further:
        yield Reason(words(pool.further), _("6s rolled again (A70)"), rule_cite(catalogue, "critique"))


SUCCESSES = _("successes: {successes} (on {need} or more, a 6 counts 2)")
SUCCESSES_AT = _("{target}, successes: {successes} (on {need} or more, a 6 counts 2)")


def foot_outcome(context: Context, shot: Shot, aim: Aim, successes: int, _dice: Dice) -> Outcome:
    row = row_for(foot_rows(context.catalogue, shot, aim), successes)
    effects = with_armour(context, shot, aim.target.path, row.effects if row else ())
    lines = [Reason("", one.text, one.cite) for one in effects]
    markers = context.battle.markers_by_path
    return Outcome(lines, [*marks_proposal(aim.target.name, aim.target.path, effects, markers)])


def with_armour(context: Context, shot: Shot, path: str, effects: Sequence[Effect]) -> Sequence[Effect]:
    """The effects on a figure with what an anti-armour weapon adds to them where it wears armour (RBN p. 21)."""
    pierces = ARMOUR_PIERCING in shot.gun.item.rules
    return [*effects, *(past_armour(context, path, effects) if pierces else ())]


def vehicle_outcome(context: Context, shot: Shot, aim: Aim, successes: int, dice: Dice) -> Outcome:
    """What its table does to the side that is hit, the dice of a mechanic and of an accident included."""
    catalogue, battle, target = context.catalogue, context.battle, aim.target
    if target.path:
        instead = dict(damage.STUNNING) if is_blunt(shot) else {}
        if shot.rounds in SPARING:
            instead[damage.DRIVER_KILLED] = partial(driver_spared, shot)
        told = damage.damage(damage.Scene(battle, catalogue, target.path), aim.side, successes, dice, instead)
        return together(told, Outcome([*stunned_crew(catalogue, shot, aim, successes)]))
    row = damage.row_for(catalogue, target.size, aim.side, successes)
    text = row.text if row else effect(catalogue, "nothing").text
    return Outcome([Reason(str(successes), text, str(catalogue.reminders[f"degats-{target.size}"].cite))])


def driver_spared(shot: Shot, scene: damage.Scene, _dice: Dice) -> Outcome:
    """Rounds that never kill wound and stun the driver whom the table has killed (RBN p. 30, 46)."""
    cite = str(scene.catalogue.ammunition[shot.rounds].cite)
    stunned = "stunned-thrice" if shot.rounds == NON_LETHAL else "stunned"
    effects = [effect(scene.catalogue, slug, cite) for slug in ("wounded", stunned)]
    line = Reason("", _("this ammo never kills: driver wounded and stunned"), cite)
    driver = state.pilot(scene.battle, scene.path)
    if driver is None:
        return Outcome([line])
    name = name_of(scene.battle, driver)
    return Outcome([line], [*marks_proposal(name, driver, effects, scene.battle.markers_by_path)])


def stunned_crew(catalogue: Catalogue, shot: Shot, aim: Aim, successes: int) -> Iterator[Reason]:
    """A blunt weapon stuns whomever it wounds, aboard too (RBN p. 21)."""
    row = damage.row_for(catalogue, aim.target.size, aim.side, successes)
    if row and is_blunt(shot) and any(one.endswith("wounded") for one in row.effects):
        yield Reason("", _("blunt: a wounded figure is also stunned"), rule_cite(catalogue, BLUNT))


def ally_outcome(context: Context, shot: Shot, rolled: Sequence[Rolled]) -> Outcome:
    """Each 1 of a shot into a melee wounds an ally in it (RBN p. 16)."""
    ones = sum(pool.ones for pool in rolled)
    if not (shot.melee and ones):
        return Outcome([])
    cite = str(context.catalogue.reminders["tir"].cite)
    line = Reason(str(ones), _("wounds to allies in the melee, one per 1; shooter’s choice"), cite)
    battle = context.battle
    wounds = [effect(context.catalogue, "wounded", cite)] * ones
    if not shot.ally:
        return Outcome([line])
    name = name_of(battle, shot.ally)
    wounds = [*with_armour(context, shot, shot.ally, wounds)]
    return Outcome([line], [*marks_proposal(name, shot.ally, wounds, battle.markers_by_path)])


def ammunition_outcome(context: Context, shot: Shot, rolled: Sequence[Rolled], dice: Dice) -> Outcome:
    """Used up, out of ammunition, an empty tank, a boomerang that comes back, a gun that reloads (RBN p. 16, 21)."""
    catalogue, rules = context.catalogue, shot.gun.item.rules
    burnt = [burnt_shooter(context, shot)] if burns(context, shot) and more_ones_fell(rolled) else []
    if ONCE in rules:
        used = _("one shot per battle: weapon used")
        return together(spent(context, shot, "used", used, rule_cite(catalogue, ONCE)), *burnt)
    told = [boomerang_outcome(context, shot, rolled, dice)] if RETURNS in rules else []
    gone = any(one.proposals for one in told)
    if shot.gun.dry and not gone and more_ones_fell(rolled):
        told.append(dry_outcome(context, shot))
    if has_tank(shot):
        told.append(tank_outcome(context, shot, dice))
    if RELOADS in rules:
        told.append(spent(context, shot, "reloading", _("reloads next turn"), rule_cite(catalogue, RELOADS)))
    return together(*told, *burnt)


def rule_cite(catalogue: Catalogue, slug: str) -> str:
    return str(catalogue.special_rules[slug].cite)


def spent(context: Context, shot: Shot, state: str, text: Words, cite: str) -> Outcome:
    """The weapon in a state, and the mark for it where there is one; a boomerang has one for all that ends its use."""
    paths = [f"{shot.path}/{shot.gun.marker(one)}" for one in (state, *INSTEAD.get(state, ()))]
    path = next((one for one in paths if one in context.battle.markers_by_path), "")
    label = context.battle.markers_by_path[path].label if path else ""
    return Outcome([Reason("", text, cite)], [Proposal(label, [f"set {path} 1"], cite)] if path else [])


INSTEAD = {"used": ("dry",), "dry": ("used",)}  # boomerangs of older battles have the mark "dry"


def more_ones_fell(rolled: Sequence[Rolled]) -> bool:
    return sum(pool.ones for pool in rolled) > sum(pool.successes for pool in rolled)


def dry_outcome(context: Context, shot: Shot) -> Outcome:
    """More 1s than successes (RBN p. 16)."""
    cite = str(context.catalogue.reminders["munitions"].cite)
    return spent(context, shot, "dry", _("more 1s than successes: out of ammo"), cite)


def burns(context: Context, shot: Shot) -> bool:
    """Whether more 1s than successes burn who fires, who may be one whose ammunition never ends (RBN p. 46)."""
    return shot.rounds == INCENDIARY_ROUNDS and shot.shooter in context.battle.units_by_path


def burnt_shooter(context: Context, shot: Shot) -> Outcome:
    catalogue, battle = context.catalogue, context.battle
    cite = str(catalogue.ammunition[INCENDIARY_ROUNDS].cite)
    effects = [effect(catalogue, slug, cite) for slug in ("wounded", "fire")]
    marks = marks_proposal(name_of(battle, shot.shooter), shot.shooter, effects, battle.markers_by_path)
    return Outcome([Reason("", _("incendiary ammo: shooter wounded and on fire"), cite)], [*marks])


def tank_reason(catalogue: Catalogue) -> Reason:
    return Reason("1D6", _("tank: empty on a 1"), rule_cite(catalogue, TANK))


def tank_outcome(context: Context, shot: Shot, dice: Dice) -> Outcome:
    die, cite = dice.d(), rule_cite(context.catalogue, TANK)
    if die != EMPTY:
        return Outcome([Reason(str(die), _("tank not empty"), cite)])
    told = spent(context, shot, "dry", _("tank empty for this battle"), cite)
    return Outcome([Reason(str(die), told.lines[0].text, cite)], told.proposals)


def boomerang_outcome(context: Context, shot: Shot, rolled: Sequence[Rolled], dice: Dice) -> Outcome:
    """Gone when it stuns, wounds or kills; else it comes back on C (RBN p. 21)."""
    cite, (aim,), (pool,) = rule_cite(context.catalogue, RETURNS), shot.fired, rolled
    if hits(context.catalogue, shot, aim, pool.successes):
        return spent(context, shot, "used", _("hit: weapon lost"), cite)
    die, need = dice.d(), c_of(context.battle, shot.path)
    if die >= need:
        return Outcome([Reason(str(die), Message(_("returns on {need} or more"), {"need": need}), cite)])
    told = spent(context, shot, "used", _("doesn’t return"), cite)
    return Outcome([Reason(str(die), told.lines[0].text, cite)], told.proposals)


def read_template(context: Context, shot: Shot, dice: Dice) -> Outcome:
    """Everybody under a flame template is hit without a die (RBN p. 21); the tank's is the last."""
    told = [burnt_vehicle(context, aim, dice) if aim.target.size else burnt(context, aim) for aim in shot.aims]
    return together(*told, *([tank_outcome(context, shot, dice)] if has_tank(shot) else []))


def burnt(context: Context, aim: Aim) -> Outcome:
    """1 wound and a fire marker for whoever is on foot (RBN p. 21)."""
    cite = rule_cite(context.catalogue, INCENDIARY)
    effects = [effect(context.catalogue, slug, cite) for slug in ("wounded", "fire")]
    proposals = marks_proposal(aim.target.name, aim.target.path, effects, context.battle.markers_by_path)
    return Outcome([named(aim.target.name, effects)], [*proposals])


def named(target: Text, effects: Sequence[Effect]) -> Reason:
    """Effects in a line, with whom they befall."""
    values = {"target": target, "effects": tuple(one.text for one in effects)}
    return Reason("", Message(_("{target}: {effects}"), values), effects[0].cite)


def mechanics_due(context: Context, aim: Aim) -> int:
    """How many dice a mechanic rolls for the breakdown of a target: 1, or 0 for what is no vehicle of a list's."""
    target = aim.target
    scene = damage.Scene(context.battle, context.catalogue, target.path)
    return int(bool(target.size and target.path) and damage.has_mechanic(scene))


def burnt_vehicle(context: Context, aim: Aim, dice: Dice) -> Outcome:
    """1 breakdown; those aboard a light vehicle are wounded, not those of a lightened frame (RBN p. 21, 28)."""
    battle, catalogue, target = context.battle, context.catalogue, aim.target
    cite = str(catalogue.special_rules[INCENDIARY].cite)
    lines = [named(target.name, [effect(catalogue, "breakdown", cite)])]
    light = (state.size_of(battle, target.path) if target.path else target.size) == "leger"
    if light:
        lines.append(Reason("", _("light vehicle: everyone aboard wounded"), cite))
    if not target.path:
        return Outcome(lines)
    broken = damage.breakdown(damage.Scene(battle, catalogue, target.path), dice)
    return together(Outcome(lines), broken, Outcome([], [*burnt_crew(context, target.path, cite)] if light else []))


def burnt_crew(context: Context, path: str, cite: str) -> Iterator[Proposal]:
    battle = context.battle
    for rider in state.aboard(battle, path).values():
        wound = [effect(context.catalogue, "wounded", cite)]
        yield from marks_proposal(name_of(battle, rider), rider, wound, battle.markers_by_path)
