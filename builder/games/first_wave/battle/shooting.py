"""A shot of First Wave: who fires what at whom, how many dice, what they say ("Tir"; p. 7 to 9)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from builder.battles.document import BattleDocument
from builder.battles.spec import BattleContext
from builder.games.first_wave.sheet.fighter import USED_UP
from builder.games.rbn.sheet import weapons
from rules.catalogue import Catalogue
from rules.families.red_button.weapons import HEAVY, ONCE
from rules.games.first_wave.play import figures
from rules.games.first_wave.play.figures import Figure, marks_proposal, profile_of
from rules.games.first_wave.play.state import FIGHTER, FRESH, FRESH_USED, NPC, gun_key, is_wounded
from rules.games.first_wave.rolls import SURVIVOR
from rules.games.rbn.play import guns
from rules.games.rbn.play.guns import Gun
from rules.games.rbn.play.shooting import BANDS, BURST_SHARE, COVERS, NONE, chosen_rounds, rule_reason
from rules.games.rbn.play.shot_reading import SUCCESSES, SUCCESSES_AT, any_one, more_ones, spanned
from rules.games.rbn.play.shots import AREA, BURST, MOST_TARGETS
from rules.games.rbn.play.targets import name_of
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason, together
from rules.play.battle import ACTIVATED
from rules.play.chances import Spread
from rules.play.dice import Dice
from rules.play.dice_book import dice_data, effect, modifier
from rules.play.entries import Effect, EffectRow, Modifier, row_for
from rules.play.form import ActionForm
from rules.play.pools import Pool, Rolled, words
from rules.text import Message, Text, _

GUNFIGHT, LIMITED, CRITICAL = "gunfight", "munitions-limitees", "critique"
SPARING, BURNING, POISON, CARNAGE, DAZING, SMOKE = (
    "assommante",
    "incendiaire",
    "poison",
    "carnage",
    "etourdissante",
    "fumigene",
)
POISONED = 5  # from which on a poisoned wound is two (p. 9)
PLATED = 4  # from which on plating saves from being immobilised (p. 11)
EMPTY = 1  # of the die of limited ammunition (p. 8)


@dataclass(frozen=True)
class Aim:
    """A target with its dice."""

    figure: Figure
    modifiers: Sequence[Modifier]
    pool: Pool


@dataclass(frozen=True)
class Shot:
    """A shot before it is rolled: the fields are those of `rbn.battle.shots.Shot`; `dry`: it may run out."""

    path: str
    gun: Gun
    rounds: str
    band: str
    need: int | None
    aims: tuple[Aim, ...]
    melee: bool = False
    ally: str = ""
    dry: bool = True
    shared: tuple[Modifier, ...] = ()

    @property
    def side(self) -> str:
        return self.path.split("/")[0]

    @property
    def empty(self) -> str:
        """The path of the marker of its weapon that is out of ammunition, or used."""
        return f"{self.path}/{gun_key(self.gun.item.slug, self.gun.number)}"

    @property
    def spent(self) -> str:
        """The path of the marker of its rounds that are fired once, and used."""
        return f"{self.path}/used-{self.rounds}-{self.gun.item.slug}-{self.gun.number}"


# --- How many dice ----------------------------------------------------------------------------------------------------


def shoot(context: BattleContext, fields: Mapping[str, str]) -> Attempt:
    """The shot of a survivor or of a robot as it is chosen so far, for `Action`."""
    path = fields.get("unit", "")
    carried = guns_of(context, path)
    if not carried:
        return Attempt((), notes=[Reason("", _("No ranged weapon."))])
    form = ActionForm(fields)
    shot = chosen_shot(context, path, carried, form)
    bars = [*hindrances(context, shot)]
    notes = [*bars, *reminders(context, shot)]
    if bars:
        return Attempt(form.fields, notes=notes)
    reasons = [*(one.reason() for one in shot.shared), *aim_reasons(shot)]
    if not any(aim.pool.number for aim in shot.aims):
        return Attempt(form.fields, reasons=reasons, notes=[*notes, Reason("", _("No dice left: no shot."))])
    return Attempt(
        form.fields,
        " + ".join(weapons.dice(aim.pool.number) for aim in shot.aims),
        f"{shot.need}+",
        reasons,
        notes,
        chances_of(context, shot),
        lambda fallen: read(context, shot, fallen),
    )


def guns_of(context: BattleContext, path: str) -> Sequence[Gun]:
    """The ranged weapons of a survivor's list, or that of a military robot (p. 11)."""
    if path not in context.battle.units_by_path:
        return ()
    gun = profile_of(context, path).get("gun")
    return (Gun("0", context.catalogue.weapons[str(gun)]),) if gun else guns.guns_of(context, path)


def aim_reasons(shot: Shot) -> Iterator[Reason]:
    for aim in shot.aims:
        yield from (one.reason(aim.figure.name if len(shot.aims) > 1 else None) for one in aim.modifiers)


def chosen_shot(context: BattleContext, path: str, carried: Sequence[Gun], form: ActionForm) -> Shot:
    battle = context.battle
    key = form.choice("weapon", _("Weapon"), [Choice(gun.key, gun.name) for gun in carried])
    gun = next(one for one in carried if one.key == key)
    rounds = chosen_rounds(context.catalogue, gun, form)
    targets = chosen_targets(context, path, gun, form)
    bands = [which for which in ("normal", "long") if getattr(gun.ranged, which)]
    band = form.choice("band", _("Range"), [Choice(which, guns.band_words(gun, which)) for which in bands])
    own = [*shooter_modifiers(context, path, gun, band, form)]
    melee = form.flag("melee", _("Target in melee"))
    shared = [modifier(context.catalogue, "into-melee")] if melee else []
    value = battle.units_by_path[path].facts.get("T")
    need = value if isinstance(value, int) else None
    pool = Pool(0, need or 7, gun_again(gun, rounds), two_alike(gun, form))
    bursts = BURST in gun.item.rules and len(targets) > 1
    aims = [*chosen_aims(context, targets, own, shared, pool, form, bursts)]
    ally = chosen_ally(battle, path, form) if melee else ""
    fresh = bool(battle.number(f"{path}/{FRESH}"))
    return Shot(path, gun, rounds, band, need, tuple(aims), melee, ally, not fresh, tuple(own) if bursts else ())


def chosen_targets(context: BattleContext, path: str, gun: Gun, form: ActionForm) -> list[Figure]:
    """One target; several for what is shared out or covers an area."""
    choices = figures.figure_choices(context, path, form.sent.get("target", ""))
    found = [form.choice("target", _("Target"), choices)]
    several = BURST in gun.item.rules or AREA in gun.item.rules
    while several and len(found) < MOST_TARGETS:
        name = f"target{len(found) + 1}"
        others = figures.figure_choices(context, path, form.sent.get(name, ""))
        options = [Choice("", _("nobody else")), *(one for one in others if one.slug not in found)]
        slug = form.choice(name, _("Another target"), options, folded=True)
        if not slug:
            break
        found.append(slug)
    return [figures.figure_of(context.battle, slug) for slug in found]


def shooter_modifiers(context: BattleContext, path: str, gun: Gun, band: str, form: ActionForm) -> Iterator[Modifier]:
    """Base, weapon, height, wounds ("Tir", "Malus et bonus liés à la position", "Blessé")."""
    catalogue, item, unit = context.catalogue, gun.item, context.battle.units_by_path[path]
    yield modifier(catalogue, "foot")
    text = Text(f"{item.name.fr}, portée {BANDS[band].fr}", f"{item.name.en}, {BANDS[band].en} range")
    yield Modifier(gun.band(band).dice, text, str(item.cite))
    if form.flag("above", _("Shooter above the target")):
        yield modifier(catalogue, "above")
    hurt = is_wounded(context.battle, path)
    if unit.kind == FIGHTER and form.either(
        "wounded", _("Shooter’s state"), _("unharmed"), _("wounded"), hurt, says_no=True
    ):
        yield modifier(catalogue, "wounded")


def gun_again(gun: Gun, rounds: str) -> bool:
    """Whether 6s are rolled once more: a critical weapon, rounds of carnage (p. 8, 9)."""
    return CRITICAL in gun.item.rules or rounds == CARNAGE


def two_alike(gun: Gun, form: ActionForm) -> bool:
    """Whether 1s are rolled again: two of the same weapon with gunfight (p. 8)."""
    if not gun.alike or GUNFIGHT not in gun.item.rules:
        return False
    return form.either("alike", _("In hand"), _("one weapon"), _("two the same"), True)


def chosen_aims(
    context: BattleContext,
    targets: Sequence[Figure],
    own: Sequence[Modifier],
    shared: Sequence[Modifier],
    pool: Pool,
    form: ActionForm,
    bursts: bool,
) -> Iterator[Aim]:
    """Each target with its dice: all of them at each, or shared out for a burst (p. 8; ruling A71)."""
    rest = max(0, sum(one.dice for one in own))
    kept = []
    for number, target in enumerate(targets[1:] if bursts else (), start=2):
        kept.append(form.number(f"share{number}", Message(_("Dice at {target}"), {"target": target.name}), 1, 0, rest))
        rest -= kept[-1]
    shares: list[int | None] = [rest, *kept] if bursts else [None for _target in targets]
    for number, (target, share) in enumerate(zip(targets, shares, strict=True), start=1):
        cite = str(context.catalogue.special_rules[BURST].cite)
        base = own if share is None else [Modifier(share, BURST_SHARE, cite)]
        suffix = "" if number == 1 else str(number)
        modifiers = (*base, *shared, *target_modifiers(context, target, form, suffix))
        dice = max(0, sum(one.dice for one in modifiers))
        yield Aim(target, modifiers, Pool(dice, pool.need, pool.sixes_again, pool.ones_again))


def target_modifiers(context: BattleContext, target: Figure, form: ActionForm, suffix: str) -> Iterator[Modifier]:
    """Cover and shield (p. 7); armour troubles no shooter (ruling A47)."""
    cover = form.choice(f"cover{suffix}", Message(_("Cover of {target}"), {"target": target.name}), COVERS, folded=True)
    if cover != NONE:
        yield modifier(context.catalogue, cover)
    if target.shield:
        shield = context.catalogue.equipment[figures.SHIELD]
        yield Modifier(-1, shield.name, str(shield.cite))


def chosen_ally(battle: BattleDocument, path: str, form: ActionForm) -> str:
    """Which ally in the melee takes the wounds of 1s, the shooter says ("Tir dans un corps à corps")."""
    own = path.split("/")[0]
    allies = [
        one for one in battle.units_by_path if one.split("/")[0] == own and one != path and not battle.is_down(one)
    ]
    options = [Choice(one, name_of(battle, one)) for one in allies]
    return form.choice("ally", _("Ally in the melee"), [Choice("", _("none in play")), *options], folded=True)


def hindrances(context: BattleContext, shot: Shot) -> Iterator[Reason]:
    """Why there can be no such shot."""
    catalogue = context.catalogue
    if shot.need is None:
        yield Reason("", _("T –: this figure can’t shoot."), str(catalogue.characteristics["T"].cite))
    if shot.rounds == SPARING and shot.band == "long":
        yield Reason("", _("Normal range only with this ammo."), str(catalogue.ammunition[SPARING].cite))


def reminders(context: BattleContext, shot: Shot) -> Iterator[Reason]:
    """What the marks say, and what the weapon asks for."""
    battle, catalogue, path = context.battle, context.catalogue, shot.path
    if battle.number(shot.empty):
        text = _("Weapon already used.") if ONCE in shot.gun.item.rules else _("Weapon out of ammo.")
        yield Reason("", text, str(shot.gun.item.cite))
    if battle.number(f"{path}/{ACTIVATED}"):
        yield Reason("", _("Already activated this turn."), str(catalogue.reminders["actions"].cite))
    if battle.number(shot.spent):
        yield Reason("", _("Ammo already used."), str(catalogue.ammunition[shot.rounds].cite))
    for slug in (HEAVY, AREA):
        if slug in shot.gun.item.rules:
            yield rule_reason(catalogue, slug)
    if shot.shared:
        yield rule_reason(catalogue, BURST)
    if not shot.dry and not battle.number(f"{path}/{FRESH_USED}"):
        yield Reason(
            "",
            _("Fresh ammo: once per battle, you can re-roll all dice of a shot."),
            str(catalogue.tables["ressources"].cite),
        )


# --- What dice say ----------------------------------------------------------------------------------------------------


def rows_of(catalogue: Catalogue, shot: Shot, figure: Figure) -> list[EffectRow]:
    """What successes do to a figure, from its table, with what the rounds change."""
    does = dice_data(catalogue.game)["shots"]
    table = catalogue.tables[f"tir-sur-{figure.kind}"]
    return [
        EffectRow(row.low or 0, row.high or 0, tuple(changed(catalogue, shot, figure, does[row.slug], str(table.cite))))
        for row in table.rows.values()
    ]


def changed(catalogue: Catalogue, shot: Shot, figure: Figure, slug: str, cite: str) -> Iterator[Effect]:
    """An effect as the rounds leave it, and what they bring along with a wound (p. 9; rulings A102, A103)."""
    if shot.rounds == SMOKE:
        stands = slug in ("wounded", "immobilised", "eliminated")
        yield effect(catalogue, "smoke" if stands else "nothing", str(catalogue.ammunition[SMOKE].cite))
        return
    if shot.rounds == SPARING and slug in ("wounded", "eliminated"):
        yield effect(catalogue, "unconscious" if figure.kind == SURVIVOR else "unconscious-npc")
        return
    yield effect(catalogue, slug, cite)
    if slug == "wounded" and shot.rounds == BURNING:
        yield effect(catalogue, "fire")
    if slug == "wounded" and shot.rounds == DAZING:
        yield effect(catalogue, "stunned", str(catalogue.ammunition[DAZING].cite))


def chances_of(context: BattleContext, shot: Shot) -> list[Chance]:
    """Each row of each target's table, the weapon that runs dry, an ally who is hit."""
    spreads = [aim.pool.spread() for aim in shot.aims]
    found = [
        replace(one, table=table)
        for table, aim in enumerate(shot.aims)
        for one in chances_of_aim(context.catalogue, shot, aim)
    ]
    if dry := dry_chance(shot, spreads):
        found.append(Chance(_("Out of ammunition"), dry, table=None))
    if shot.melee:
        found.append(Chance(_("Ally in the melee wounded"), any_one(spreads), table=None))
    return found


def chances_of_aim(catalogue: Catalogue, shot: Shot, aim: Aim) -> Iterator[Chance]:
    spread = aim.pool.spread()
    for row in rows_of(catalogue, shot, aim.figure):
        likely = sum((one for counts, one in spread.items() if row.covers(counts[0])), Fraction(0))
        if aim.figure.plated and is_still(row.effects):
            saved = Fraction(7 - PLATED, 6)
            yield Chance(chance_words(shot, aim, row, [effect(catalogue, "plating")]), likely * saved)
            likely *= 1 - saved
        if shot.rounds == POISON and is_wound(row.effects):
            twice = Fraction(7 - POISONED, 6)
            more = [*row.effects, effect(catalogue, "poisoned")]
            yield Chance(chance_words(shot, aim, row, more), likely * twice)
            likely *= 1 - twice
        yield Chance(chance_words(shot, aim, row, row.effects), likely)


def is_wound(effects: Sequence[Effect]) -> bool:
    return any(one.slug == "wounded" for one in effects)


def is_still(effects: Sequence[Effect]) -> bool:
    return any(one.slug == "immobilised" for one in effects)


def chance_words(shot: Shot, aim: Aim, row: EffectRow, effects: Sequence[Effect]) -> Text | Message:
    text = spanned(row.span, [one.text for one in effects])
    named = len(shot.aims) > 1
    return Message(_("{target}, {effects}"), {"target": aim.figure.name, "effects": text}) if named else text


def dry_chance(shot: Shot, spreads: Sequence[Spread]) -> Fraction:
    """Of the whole shot; 0 for what is used up anyway, and with fresh ammunition."""
    if not shot.dry or shot.rounds == CARNAGE or ONCE in shot.gun.item.rules:
        return Fraction(0)
    dry = more_ones(spreads)
    return 1 - (1 - dry) * Fraction(5, 6) if LIMITED in shot.gun.item.rules else dry


def read(context: BattleContext, shot: Shot, dice: Dice) -> Outcome:
    """The outcome. The dice are taken target by target, with what is rolled again; then plating and poison of each
    target; then that of limited ammunition."""
    rolled = [aim.pool.roll(dice) for aim in shot.aims]
    told = []
    for aim, pool in zip(shot.aims, rolled, strict=True):
        told += [Outcome([*pool_lines(context, shot, aim, pool)]), befallen(context, shot, aim, pool.successes, dice)]
    told += [ally_outcome(context, shot, rolled), ammunition_outcome(context, shot, rolled, dice)]
    return together(*told)


def pool_lines(context: BattleContext, shot: Shot, aim: Aim, pool: Rolled) -> Iterator[Reason]:
    catalogue = context.catalogue
    values = {"successes": pool.successes, "need": pool.pool.need, "target": aim.figure.name}
    text = SUCCESSES_AT if len(shot.aims) > 1 else SUCCESSES
    yield Reason(words(pool.fell), Message(text, values), modifier(catalogue, "foot").cite)
    if pool.replaced:
        yield Reason(words(pool.replaced), _("1s re-rolled"), str(catalogue.special_rules[GUNFIGHT].cite))
    if pool.further:
        rule = catalogue.ammunition[CARNAGE] if shot.rounds == CARNAGE else catalogue.special_rules[CRITICAL]
        yield Reason(words(pool.further), _("6s rolled again (A70)"), str(rule.cite))


def befallen(context: BattleContext, shot: Shot, aim: Aim, successes: int, dice: Dice) -> Outcome:
    """What the successes do to a target."""
    row = row_for(rows_of(context.catalogue, shot, aim.figure), successes)
    effects = [*row.effects] if row else []
    lines = [Reason("", one.text, one.cite) for one in effects]
    if aim.figure.plated and is_still(effects):
        effects, more = plating(context.catalogue, effects, dice)
        lines.append(more)
    if shot.rounds == POISON and is_wound(effects):
        poisoned, more = poison(context.catalogue, dice)
        effects += poisoned
        lines.append(more)
    return Outcome(lines, [*marks_proposal(context.battle, aim.figure, effects, shot.side)])


def plating(catalogue: Catalogue, effects: Sequence[Effect], dice: Dice) -> tuple[list[Effect], Reason]:
    """What immobilises a plated robot only disorients it on 4 or more (p. 11)."""
    die, saved = dice.d(), effect(catalogue, "plating")
    if die < PLATED:
        return [*effects], Reason(str(die), _("plating failed: immobilised"), saved.cite)
    others = [one for one in effects if one.slug != "immobilised"]
    return [saved, *others], Reason(str(die), saved.text, saved.cite)


def poison(catalogue: Catalogue, dice: Dice) -> tuple[list[Effect], Reason]:
    """A poisoned wound is two on 5 or 6 (p. 9)."""
    die, more = dice.d(), effect(catalogue, "poisoned")
    if die >= POISONED:
        return [more], Reason(str(die), more.text, more.cite)
    return [], Reason(str(die), _("poison: no extra wound"), more.cite)


def ally_outcome(context: BattleContext, shot: Shot, rolled: Sequence[Rolled]) -> Outcome:
    """Each 1 of a shot into a melee wounds an ally in it ("Tir dans un corps à corps")."""
    ones = sum(pool.ones for pool in rolled)
    if not (shot.melee and ones):
        return Outcome([])
    wound = effect(context.catalogue, "wounded", modifier(context.catalogue, "into-melee").cite)
    line = Reason(str(ones), _("wounds to allies in the melee, one per 1; shooter’s choice"), wound.cite)
    if not shot.ally:
        return Outcome([line])
    ally = figures.figure_at(context.battle, shot.ally)
    return Outcome([line], [*marks_proposal(context.battle, ally, [wound] * ones)])


def ammunition_outcome(context: BattleContext, shot: Shot, rolled: Sequence[Rolled], dice: Dice) -> Outcome:
    """Used up, rounds fired once, out of ammunition, the die of limited ammunition (p. 8, 9)."""
    catalogue, rules = context.catalogue, shot.gun.item.rules
    told = [spent_rounds(context, shot)] if shot.rounds in USED_UP else []
    if ONCE in rules:
        cite = str(catalogue.special_rules[ONCE].cite)
        return together(*told, emptied(context, shot, Reason("", _("one shot per battle: weapon used"), cite)))
    if shot.rounds == CARNAGE:
        cite = str(catalogue.ammunition[CARNAGE].cite)
        return together(*told, emptied(context, shot, Reason("", _("carnage, one shot only: out of ammo"), cite)))
    successes, ones = sum(pool.successes for pool in rolled), sum(pool.ones for pool in rolled)
    if shot.dry and ones > successes:
        dry = modifier(catalogue, "dry").cite
        told.append(emptied(context, shot, Reason("", _("more 1s than successes: out of ammo"), dry)))
    if shot.dry and LIMITED in rules:
        told.append(limited_outcome(context, shot, dice))
    return together(*told)


def emptied(context: BattleContext, shot: Shot, line: Reason) -> Outcome:
    """The line, and the mark of the weapon where it has one."""
    marker = context.battle.markers_by_path.get(shot.empty)
    return Outcome([line], [Proposal(marker.label, [f"set {shot.empty} 1"], line.cite)] if marker else [])


def spent_rounds(context: BattleContext, shot: Shot) -> Outcome:
    """Rounds that are fired once (p. 9)."""
    marker = context.battle.markers_by_path.get(shot.spent)
    cite = str(context.catalogue.ammunition[shot.rounds].cite)
    return Outcome([], [Proposal(marker.label, [f"set {shot.spent} 1"], cite)] if marker else [])


def limited_outcome(context: BattleContext, shot: Shot, dice: Dice) -> Outcome:
    """After each shot 1D6: on a 1 it was the last (p. 8)."""
    die, cite = dice.d(), str(context.catalogue.special_rules[LIMITED].cite)
    if die != EMPTY:
        return Outcome([Reason(str(die), _("limited ammo: some left"), cite)])
    return emptied(context, shot, Reason(str(die), _("limited ammo: that was the last"), cite))


def may_shoot(battle: BattleDocument, path: str) -> bool:
    """A survivor with a weapon that shoots, a robot with a gun."""
    unit = battle.units_by_path[path]
    if unit.kind == NPC:
        return bool(unit.facts.get("gun"))
    shoots = isinstance(unit.facts.get("T"), int)
    return shoots and any(key.startswith("empty-") for key in (one.key for one in unit.markers))


SHOOT = Action(_("Shoot"), shoot, icon="crosshair", kinds=(FIGHTER, NPC), suits=may_shoot)
