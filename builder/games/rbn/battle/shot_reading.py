"""What the dice of a shot say, how likely it is, and what may be marked for it (RBN p. 16 to 21, 30, 46)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from builder.battles import chances
from builder.battles.document import BattleDocument
from builder.battles.spec import BattleContext, Chance, Outcome, Proposal, Reason, Words
from builder.games.rbn.battle.damage import DamageRow, damage_rows
from builder.games.rbn.battle.dice_book import Effect, EffectRow, effect, effect_rows, marks_proposal, row_for
from builder.games.rbn.battle.pools import Rolled, words
from builder.games.rbn.battle.shots import AREA, Aim, Shot
from builder.games.rbn.battle.targets import aboard
from builder.games.rbn.battle.units import DESTROYED, OUT_OF_ACTION
from builder.games.rbn.sheet import weapons
from rules.catalogue import Catalogue
from rules.dice import Dice
from rules.text import Message, Text, _

NON_LETHAL, STUNNING, INCENDIARY_ROUNDS = "balles-non-letales", "munition-assommante", "munition-incendiaire"
BLUNT, INCENDIARY, TANK, RETURNS = "contondant", "incendiaire", "reservoir", "retour-probable"
EXOTIC_TASER = "taser-exotique"
REPAIRED = 5  # from which on the mechanic's die undoes a breakdown (RBN p. 31)
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
    spares = shot.rounds in (NON_LETHAL, STUNNING) and "eliminated" in slugs
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
    return BLUNT in shot.gun.item.rules or shot.rounds in (NON_LETHAL, STUNNING)


def sets_on_fire(shot: Shot) -> bool:
    return INCENDIARY in shot.gun.item.rules or shot.rounds == INCENDIARY_ROUNDS


def has_tank(shot: Shot) -> bool:
    return TANK in shot.gun.item.rules


# --- Chances ----------------------------------------------------------------------------------------------------------


def chances_of(context: BattleContext, shot: Shot) -> list[Chance]:
    """Each row of each target's table, the weapon that runs dry, an ally who is hit."""
    found = [one for aim in shot.aims for one in chances_of_aim(context.catalogue, shot, aim)]
    together = chances.certain((0, 0))
    for aim in shot.aims:
        together = chances.joined(together, aim.pool.spread())
    if dry := dry_chance(shot, together):
        found.append(Chance(_("Out of ammunition"), dry))
    if shot.melee:
        found.append(
            Chance(_("An ally in the melee is wounded"), chances.chance(together, lambda counts: counts[1] > 0))
        )
    return found


def chances_of_aim(catalogue: Catalogue, shot: Shot, aim: Aim) -> Iterator[Chance]:
    spread, named = aim.pool.spread(), len(shot.aims) > 1
    for low, high, text in spans(catalogue, shot, aim):
        words: Words = (
            Message(_("{target}, {effects}"), {"target": aim.target.name, "effects": text}) if named else text
        )
        yield Chance(words, chances.chance(spread, lambda counts, low=low, high=high: low <= counts[0] <= high))


def spans(catalogue: Catalogue, shot: Shot, aim: Aim) -> Iterator[tuple[int, int, Text]]:
    """(fewest successes, most, what they bring) of a target's table, the row of none included."""
    if not aim.target.size:
        for row in foot_rows(catalogue, shot, aim):
            yield row.low, row.high, spanned(row.span, [one.text for one in row.effects])
        return
    yield 0, 0, spanned("0", [effect(catalogue, "nothing").text])
    for damage in damage_rows(catalogue, aim.target.size, aim.side):
        yield damage.low, damage.high, spanned(EffectRow(damage.low, damage.high, ()).span, [damage.text])


def spanned(span: str, effects: Sequence[Text]) -> Text:
    """The successes and what they bring, such as "2-3: wounded, stunned"."""
    return Text(
        f"{span}\u202f: {', '.join(one.fr for one in effects)}", f"{span}: {', '.join(one.en for one in effects)}"
    )


def dry_chance(shot: Shot, together: chances.Spread) -> Fraction:
    """Of the whole shot, a tank's die included; 0 for what is thrown once or never runs dry."""
    if weapons.ONCE in shot.gun.item.rules:
        return Fraction(0)
    dry = chances.chance(together, lambda counts: counts[1] > counts[0]) if shot.gun.dry else Fraction(0)
    return 1 - (1 - dry) * (1 - Fraction(1, 6)) if has_tank(shot) else dry


def tank_chances() -> list[Chance]:
    return [Chance(_("Out of ammunition"), Fraction(1, 6))]


# --- Reading ----------------------------------------------------------------------------------------------------------


def read(context: BattleContext, shot: Shot, dice: Dice) -> Outcome:
    """The outcome of a shot. The dice are taken target by target, with what is rolled again; then a mechanic's for
    each breakdown; then the tank's, or that of a boomerang that missed."""
    rolled = [aim.pool.roll(dice) for aim in shot.aims]
    lines: list[Reason] = []
    proposals: list[Proposal] = []
    for aim, pool in zip(shot.aims, rolled, strict=True):
        lines += pool_lines(context, shot, aim, pool)
        reads = vehicle_outcome if aim.target.size else foot_outcome
        told = reads(context, shot, aim, pool.successes, dice)
        lines += told.lines
        proposals += told.proposals
    for told in (ally_outcome(context, shot, rolled), ammunition_outcome(context, shot, rolled, dice)):
        lines += told.lines
        proposals += told.proposals
    return Outcome(lines, proposals)


def pool_lines(context: BattleContext, shot: Shot, aim: Aim, pool: Rolled) -> Iterator[Reason]:
    """The dice of a target and how they are read."""
    catalogue = context.catalogue
    cite = str(catalogue.reminders["tir"].cite)
    values = {"successes": pool.successes, "need": pool.pool.need}
    if pool.further:
        yield Reason(words(pool.further), _("rolled once more for 6s"), str(catalogue.special_rules["critique"].cite))
    if len(shot.aims) == 1:
        yield Reason(
            words(pool.fell), Message(_("successes: {successes} (on {need} or more, a 6 counts 2)"), values), cite
        )
    else:
        text = _("{target}, successes: {successes} (on {need} or more, a 6 counts 2)")
        yield Reason(words(pool.fell), Message(text, values | {"target": aim.target.name}), cite)


def foot_outcome(context: BattleContext, shot: Shot, aim: Aim, successes: int, _dice: Dice) -> Outcome:
    row = row_for(foot_rows(context.catalogue, shot, aim), successes)
    effects = row.effects if row else ()
    lines = [Reason("", one.text, one.cite) for one in effects]
    markers = context.battle.markers_by_path
    return Outcome(lines, [*marks_proposal(aim.target.name, aim.target.path, effects, markers)])


def vehicle_outcome(context: BattleContext, shot: Shot, aim: Aim, successes: int, dice: Dice) -> Outcome:
    """The row of the side that is hit; a mechanic may undo a breakdown; who is wounded is for the owner to say."""
    catalogue, battle, path = context.catalogue, context.battle, aim.target.path
    row = next((one for one in damage_rows(catalogue, aim.target.size, aim.side) if one.covers(successes)), None)
    if row is None:
        nothing = effect(catalogue, "nothing", str(catalogue.reminders[f"degats-{aim.target.size}"].cite))
        return Outcome([Reason(str(successes), nothing.text, nothing.cite)])
    lines = [Reason(EffectRow(row.low, row.high, ()).span, row.text, row.cite)]
    proposals: list[Proposal] = []
    if row.breakdown:
        told = breakdown_outcome(context, aim, dice)
        lines += told.lines
        proposals += told.proposals
    proposals += crew_proposals(context, shot, path, row)
    if row.accident:
        accident = catalogue.reminders["accident"]
        lines.append(Reason("", _("The accident is rolled for next."), str(accident.cite)))
    return Outcome(lines, proposals)


def breakdown_outcome(context: BattleContext, aim: Aim, dice: Dice) -> Outcome:
    """1 breakdown, unless a mechanic of its convoy undoes it; where it is out of action, it explodes (RBN p. 18, 31)."""
    catalogue, battle, path = context.catalogue, context.battle, aim.target.path
    if has_mechanic(battle, path):
        die = dice.d()
        repaired = die >= REPAIRED
        text = _("mechanic: the breakdown is undone") if repaired else _("mechanic: the breakdown stays")
        line = Reason(str(die), text, str(catalogue.abilities["mecanicien"].cite))
        return Outcome([line], [] if repaired else broken(context, aim))
    return Outcome([], broken(context, aim))


def has_mechanic(battle: BattleDocument, path: str) -> bool:
    """Whether a convoy has a mechanic; this holds even when he is dead (RBN p. 31)."""
    side = path.split("/")[0]
    return side.isdigit() and bool(battle.sides[int(side)].known.get("mechanic"))


def broken(context: BattleContext, aim: Aim) -> list[Proposal]:
    battle, path, name = context.battle, aim.target.path, aim.target.name
    if battle.number(f"{path}/{OUT_OF_ACTION}"):
        cite = str(context.catalogue.reminders["avaries"].cite)
        text = Message(_("{target} explodes: destroyed, all aboard eliminated"), {"target": name})
        out = [f"set {one}/out 1" for one in aboard(battle, path) if one]
        return [Proposal(text, [f"set {path}/{DESTROYED} 1", *out], cite)]
    return [*marks_proposal(name, path, [effect(context.catalogue, "breakdown")], battle.markers_by_path)]


def crew_proposals(context: BattleContext, shot: Shot, path: str, row: DamageRow) -> Iterator[Proposal]:
    """Who may be wounded aboard: the driver, or one passenger after the owner's choice (RBN p. 18)."""
    if not path:
        return
    battle, catalogue = context.battle, context.catalogue
    pilot, *passengers = aboard(battle, path) or [""]
    hit = [pilot] if row.driver else []
    hit += passengers if row.others else []
    for one in hit:
        if one and not battle.is_down(one):
            effects = [effect(catalogue, "eliminated" if row.driver == "killed" else "wounded", row.cite)]
            if is_blunt(shot) and row.driver != "killed":
                effects.append(effect(catalogue, "stunned", str(catalogue.special_rules[BLUNT].cite)))
            yield from marks_proposal(battle.units_by_path[one].name, one, effects, battle.markers_by_path)


def ally_outcome(context: BattleContext, shot: Shot, rolled: Sequence[Rolled]) -> Outcome:
    """Each 1 of a shot into a melee wounds an ally in it (RBN p. 16)."""
    ones = sum(pool.ones for pool in rolled)
    if not (shot.melee and ones):
        return Outcome([])
    cite = str(context.catalogue.reminders["tir"].cite)
    line = Reason(str(ones), _("wounds to allies in the melee, one for each 1; the shooter says who"), cite)
    battle = context.battle
    wounds = [effect(context.catalogue, "wounded", cite)] * ones
    name = battle.units_by_path[shot.ally].name if shot.ally else ""
    return Outcome([line], [*marks_proposal(name, shot.ally, wounds, battle.markers_by_path)] if shot.ally else [])


def ammunition_outcome(context: BattleContext, shot: Shot, rolled: Sequence[Rolled], dice: Dice) -> Outcome:
    """Used up, out of ammunition, an empty tank, a boomerang that comes back, a gun that reloads (RBN p. 16, 21)."""
    catalogue, rules = context.catalogue, shot.gun.item.rules
    if weapons.ONCE in rules:
        return spent(
            context, shot, "used", _("one shot a game: the weapon is used"), rule_cite(catalogue, weapons.ONCE)
        )
    told = [boomerang_outcome(context, shot, rolled, dice)] if RETURNS in rules else []
    successes, ones = sum(pool.successes for pool in rolled), sum(pool.ones for pool in rolled)
    if shot.gun.dry and ones > successes:
        told.append(dry_outcome(context, shot))
    if has_tank(shot):
        told.append(tank_outcome(context, shot, dice))
    if weapons.RELOADS in rules:
        told.append(
            spent(context, shot, "reloading", _("it reloads in the next turn"), rule_cite(catalogue, weapons.RELOADS))
        )
    return Outcome([line for one in told for line in one.lines], [one for each in told for one in each.proposals])


def rule_cite(catalogue: Catalogue, slug: str) -> str:
    return str(catalogue.special_rules[slug].cite)


def spent(context: BattleContext, shot: Shot, state: str, text: Words, cite: str) -> Outcome:
    """The weapon in a state, and the mark for it where there is one."""
    path = f"{shot.path}/{shot.gun.marker(state)}"
    marker = context.battle.markers_by_path.get(path)
    return Outcome([Reason("", text, cite)], [Proposal(marker.label, [f"set {path} 1"], cite)] if marker else [])


def dry_outcome(context: BattleContext, shot: Shot) -> Outcome:
    """More 1s than successes; incendiary rounds then burn who fires them (RBN p. 16, 46)."""
    catalogue = context.catalogue
    told = spent(
        context, shot, "dry", _("more 1s than successes: out of ammunition"), str(catalogue.reminders["munitions"].cite)
    )
    unit = context.battle.units_by_path.get(shot.shooter)
    if shot.rounds != INCENDIARY_ROUNDS or unit is None:
        return told
    cite = str(catalogue.ammunition[INCENDIARY_ROUNDS].cite)
    effects = [effect(catalogue, slug, cite) for slug in ("wounded", "fire")]
    burns = marks_proposal(unit.name, shot.shooter, effects, context.battle.markers_by_path)
    line = Reason("", _("incendiary rounds: the shooter is wounded and on fire"), cite)
    return Outcome([*told.lines, line], [*told.proposals, *burns])


def tank_reason(catalogue: Catalogue) -> Reason:
    return Reason("1D6", _("the tank: empty on a 1"), rule_cite(catalogue, TANK))


def tank_outcome(context: BattleContext, shot: Shot, dice: Dice) -> Outcome:
    die, cite = dice.d(), rule_cite(context.catalogue, TANK)
    if die != EMPTY:
        return Outcome([Reason(str(die), _("the tank is not empty"), cite)])
    told = spent(context, shot, "dry", _("the tank is empty for the game"), cite)
    return Outcome([Reason(str(die), told.lines[0].text, cite)], told.proposals)


def boomerang_outcome(context: BattleContext, shot: Shot, rolled: Sequence[Rolled], dice: Dice) -> Outcome:
    """Gone when it stuns, wounds or kills; else it comes back on C (RBN p. 21)."""
    cite = rule_cite(context.catalogue, RETURNS)
    if any(pool.successes for pool in rolled):
        return spent(context, shot, "dry", _("it has hit: the weapon is gone"), cite)
    die, need = dice.d(), int(context.battle.units_by_path[shot.path].known.get("C", 7))
    if die >= need:
        return Outcome([Reason(str(die), Message(_("on {need} or more it comes back"), {"need": need}), cite)])
    told = spent(context, shot, "dry", _("it does not come back"), cite)
    return Outcome([Reason(str(die), told.lines[0].text, cite)], told.proposals)


def read_template(context: BattleContext, shot: Shot, dice: Dice) -> Outcome:
    """Everybody under a flame template is wounded and on fire; a vehicle breaks down, and those aboard a light one are
    wounded (RBN p. 21). Only the tank is rolled for."""
    catalogue, battle = context.catalogue, context.battle
    cite = str(catalogue.special_rules[INCENDIARY].cite)
    lines: list[Reason] = []
    proposals: list[Proposal] = []
    for aim in shot.aims:
        told = burnt_vehicle(context, aim, dice) if aim.target.size else None
        effects = [effect(catalogue, slug, cite) for slug in ("wounded", "fire")]
        lines += (
            told.lines
            if told
            else [
                Reason(
                    "",
                    Message(
                        _("{target}: {effects}"),
                        {"target": aim.target.name, "effects": tuple(one.text for one in effects)},
                    ),
                    cite,
                )
            ]
        )
        proposals += (
            told.proposals
            if told
            else marks_proposal(aim.target.name, aim.target.path, effects, battle.markers_by_path)
        )
    tank = tank_outcome(context, shot, dice)
    return Outcome([*lines, *tank.lines], [*proposals, *tank.proposals])


def burnt_vehicle(context: BattleContext, aim: Aim, dice: Dice) -> Outcome:
    """1 breakdown; those aboard a light vehicle are wounded (RBN p. 21)."""
    battle, catalogue, path = context.battle, context.catalogue, aim.target.path
    cite = str(catalogue.special_rules[INCENDIARY].cite)
    told = breakdown_outcome(context, aim, dice)
    one = effect(catalogue, "breakdown", cite)
    lines = [
        Reason("", Message(_("{target}: {effects}"), {"target": aim.target.name, "effects": one.text}), cite),
        *told.lines,
    ]
    proposals = [*told.proposals]
    if aim.target.size == "leger":
        lines.append(Reason("", _("all aboard a light vehicle are wounded"), cite))
        for rider in filter(None, aboard(battle, path) if path else ()):
            wound = [effect(catalogue, "wounded", cite)]
            proposals += marks_proposal(battle.units_by_path[rider].name, rider, wound, battle.markers_by_path)
    return Outcome(lines, proposals)
