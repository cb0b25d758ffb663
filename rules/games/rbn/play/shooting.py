"""A shot of Red Button's Nation: who fires what at whom, what it does, what becomes of the weapon (RBN p. 15 to 21)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from urllib.parse import urlencode

from rules.families.red_button.weapons import ARMOUR_PIERCING, ONCE, RELOADS, RETURNS, TANK, USELESS_ON_VEHICLES
from rules.games.rbn.play import damage, state
from rules.games.rbn.play.encounters import STORM, event_path
from rules.games.rbn.play.guns import guns_of
from rules.games.rbn.play.morale import c_of
from rules.games.rbn.play.state import DRY, RELOADING, USED, item_key
from rules.games.rbn.play.targets import figure_choices, is_wounded, past_armour, sitting, target_choices, target_of
from rules.play import chances
from rules.play.acting_unit import ActingUnit
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason, Words, together
from rules.play.battle import Battle, Context, listed
from rules.play.chances import Spread
from rules.play.dice import Dice, Typed
from rules.play.dice_book import effect, effect_rows, modifier
from rules.play.entries import Effect, EffectRow, Modifier, befell, marks_proposal, row_for
from rules.play.guns import Gun
from rules.play.pools import Pool, Rolled, has_more_ones
from rules.play.shot_form import Aim
from rules.play.shots import Shot, more_ones
from rules.play.targets import Target
from rules.text import Message, Text, _

AI = "ai"
NO_GUNNERS = ("animal", "cavalier")  # no weapons of passengers, no way into a vehicle (RBN p. 30, 31)
FOOT, DRIVER, PASSENGER = "on-foot", "driver", "passenger"
POSTS = (
    Choice(FOOT, _("on foot or mounted")),
    Choice(PASSENGER, _("passenger in a vehicle")),
    Choice(DRIVER, _("driving a vehicle")),
)
NON_LETHAL, STUNNING, INCENDIARY_ROUNDS = "balles-non-letales", "munition-assommante", "munition-incendiaire"
BLUNT, INCENDIARY, CRITICAL, TASER = "contondant", "incendiaire", "critique", "taser-exotique"
SWARM = "nuee"


class RbnShot(Shot):
    """The shot of a fighter, of a vehicle's gun, of a hostile element.

    shooter -- the path of who fires, "ai" for an artificial intelligence
    post    -- where a fighter fires from: on-foot, driver, passenger
    """

    last_die = TANK
    short_rounds = (NON_LETHAL, STUNNING)  # RBN p. 30, 46
    post = FOOT

    # --- Who fires, and at whom ---------------------------------------------------------------------------------------

    def guns(self) -> Sequence[Gun]:
        return guns_of(self.context, self.path)

    def target_choices(self, chosen: str) -> Sequence[Choice]:
        return target_choices(self.context, self.path, chosen)

    def target(self, slug: str) -> Target:
        return target_of(self.context, slug)

    def is_covered(self, target: Target) -> bool:
        """The disc of an area covers fighters alone (RBN p. 21)."""
        return not target.size

    def chosen_shooter(self) -> str:
        """Of the gun of a vehicle its passengers first, or its AI; its driver never (RBN p. 28, 29)."""
        if not self.gun.mounted:
            return self.path
        options = [Choice(path, self.battle.called(path)) for path in state.passengers(self.battle, self.path)]
        if self.ai_fires():
            options.append(Choice(AI, _("Artificial intelligence (T 5)")))
        options += figure_choices(self.battle, self.side)
        able = [
            option for option in options if not any(state.has(self.battle, option.slug, slug) for slug in NO_GUNNERS)
        ]
        return self.form.choice("gunner", _("Gunner"), able or [Choice("", _("nobody"))])

    def ai_fires(self) -> bool:
        """Whether an AI that is on fires this gun: the one that is marked, any while none is (ruling A93)."""
        if not self.battle.units_by_path[self.path].facts.get("ai") or self.is_marked("ai-off"):
            return False
        return not self.ai_gun_marked() or self.is_marked(self.key(AI))

    def ai_gun_marked(self) -> bool:
        return any(map(self.battle.number, self.ai_guns()))

    def ai_guns(self) -> list[str]:
        """The markers of the guns that an AI may be bought for; none where its vehicle has one gun."""
        keys = [marker.key for marker in self.battle.units_by_path[self.path].markers]
        return [f"{self.path}/{key}" for key in keys if key.startswith(f"{AI}-") and key != "ai-off"]

    def is_marked(self, key: str) -> bool:
        return bool(self.battle.number(f"{self.path}/{key}"))

    def key(self, condition: str) -> str:
        """Of the marker of the weapon that is fired."""
        return item_key(condition, self.gun.item.slug, self.gun.number)

    def value(self, name: str) -> int | None:
        return self.play_rule("artificial-intelligence").least if self.shooter == AI else super().value(name)

    def chosen_post(self) -> str:
        """Where a fighter fires from: as the seats of its side's vehicles say, until somebody says otherwise."""
        unit = self.battle.units_by_path[self.path]
        if unit.kind != state.FIGHTER or "cavalier" in listed(unit.facts, "abilities"):
            return FOOT
        ride = state.vehicle_of(self.battle, self.path)
        usual = FOOT if ride is None else DRIVER if state.pilot(self.battle, ride) == self.path else PASSENGER
        return self.form.choice("post", _("Shooting position"), POSTS, usual, folded=True)

    def allies(self) -> Iterable[str]:
        return (choice.slug for choice in figure_choices(self.battle, self.side) if choice.slug != self.path)

    # --- Dice ---------------------------------------------------------------------------------------------------------

    def base(self, target: Target) -> Modifier:
        """3D6 at somebody on foot, 2D6 at a vehicle, 3D6 where the weapon is anti-armour (RBN p. 16, 21)."""
        foot = super().base(target)
        if target.size and self.has(ARMOUR_PIERCING):
            return Modifier.of(self.catalogue.special_rules[ARMOUR_PIERCING], foot.dice)
        return modifier(self.catalogue, "vehicle") if target.size else foot

    def facts_of_shot(self) -> dict[str, int]:
        """Where it is fired from, what is marked, what the weather and the weapon forbid."""
        self.post = FOOT if self.gun.mounted else self.chosen_post()
        loss = None if self.post == FOOT else self.board_loss()
        band = self.gun.band(self.band)
        return super().facts_of_shot() | {
            self.post: 1,
            "board-loss": loss or 0,
            "no-seat": self.post != FOOT and loss is None,
            "on-board": self.post != FOOT or self.gun.mounted,
            "blunt": self.is_blunt(),
            "useless": self.gun.item.slug in USELESS_ON_VEHICLES and bool(self.targets[0].size),
            "wounded": is_wounded(self.battle, self.shooter),
            "storm": self.battle.number(event_path(STORM)),
            "beyond-storm": band.start >= self.play_rule("storm").reach,
            "beyond-tiny": band.end > self.play_rule("tiny").reach,
            AI: self.shooter == AI,
            "ai-unmarked": bool(self.ai_guns()) and not self.ai_gun_marked(),
            **{condition: self.is_marked(self.key(condition)) for condition in (DRY, USED, RELOADING)},
        }

    def board_loss(self) -> int | None:
        """The dice that firing from a vehicle takes; None where the weapon cannot be fired there (RBN p. 20)."""
        return self.gun.ranged.pilot if self.post == DRIVER else self.gun.ranged.passenger

    def pool(self, number: int, target: Target) -> Pool:
        return Pool(number, self.need or 7, sixes_again=self.has(CRITICAL) and not target.size)

    def chosen_side(self, target: Target, suffix: str) -> str:
        if not target.size or self.gun.ranged.template:
            return ""
        return self.form.choice(f"side{suffix}", _("Side hit"), damage.sides(self.catalogue, target.size))

    def runs_dry(self) -> bool:
        return self.gun.dry

    @property
    def fired(self) -> Sequence[Aim]:
        """The targets that it has dice for: no others are shot at (RBN p. 19)."""
        return [aim for aim in self.aims if aim.pool.number]

    # --- What stands against it, and what is to be minded -------------------------------------------------------------

    def sitting(self) -> Iterable[Reason]:
        return sitting(self.context, [target.path for target in self.targets])

    def notes(self) -> Iterator[Reason]:
        """What rounds that never kill do to a driver, and what vehicles ask for, too."""
        yield from super().notes()
        if any(self.kills_driver(aim) for aim in self.aims) and self.rounds in self.short_rounds:
            yield self.driver_lives()
        yield from self.board_notes()

    def kills_driver(self, aim: Aim) -> bool:
        """Whether the table of a vehicle's side may kill its driver (RBN p. 17)."""
        rows = damage.table(self.catalogue, aim.target.size) if aim.side else ()
        return any(row.side == aim.side and damage.DRIVER_KILLED in row.effects for row in rows)

    def driver_lives(self) -> Reason:
        """What rounds that never kill do instead (RBN p. 30, 46)."""
        return Reason("", _("this ammo never kills: driver wounded and stunned"), self.rounds_cite(self.rounds))

    @property
    def is_heavy(self) -> bool:
        """Heavy weapons are not so on a vehicle, and to a giant body (RBN p. 21, 30)."""
        return super().is_heavy and not (self.gun.mounted or self.battle.units_by_path[self.path].facts.get("giant"))

    def board_notes(self) -> Iterator[Reason]:
        yield from self.circumstances().notes("board")
        ride = (state.vehicle_of(self.battle, self.path) if self.post != FOOT else None) or self.path
        if shooters := self.battle.units_by_path[ride].facts.get("shooters"):
            text = _("Shooters per activation, driver included: {number}.")
            cite = str(self.catalogue.reminders["actions-du-vehicule"].cite)
            yield Reason("", Message(text, {"number": shooters}), cite)

    # --- What successes bring -----------------------------------------------------------------------------------------

    def rows(self, aim: Aim) -> Sequence[EffectRow]:
        """Of the side of a vehicle, or of a figure on foot with what weapon and rounds change."""
        if aim.target.size:
            return damage.effect_rows(self.catalogue, aim.target.size, aim.side)
        if SWARM in aim.target.rules and not self.has(self.area):
            return effect_rows(self.catalogue, "swarm")
        rows = effect_rows(self.catalogue, "taser" if self.gun.item.slug == TASER else "on-foot")
        return [replace(row, effects=self.circumstances().changed("shot", row.effects)) for row in rows]

    def is_blunt(self) -> bool:
        return self.has(BLUNT) or self.rounds in self.short_rounds

    def rule_cite(self, slug: str) -> str:
        return str(self.catalogue.special_rules[slug].cite)

    def rounds_cite(self, slug: str) -> str:
        return str(self.catalogue.ammunition[slug].cite)

    def further(self, path: str, effects: Sequence[Effect]) -> Iterable[Effect]:
        """What an anti-armour weapon adds where somebody wears armour (RBN p. 21)."""
        return past_armour(self.context, path, effects) if self.has(ARMOUR_PIERCING) else ()

    def marks(self, target: Target, effects: Sequence[Effect], side: str = "") -> Iterable[Proposal]:
        return marks_proposal(target.name, target.path, effects, self.battle.markers_by_path)

    def result(self, aim: Aim, successes: int, dice: Dice) -> Outcome:
        """On a vehicle what its table does, the dice of a mechanic and of an accident included."""
        target, size = aim.target, aim.target.size
        if not size:
            return super().result(aim, successes, dice)
        row = damage.row_for(self.catalogue, size, aim.side, successes)
        if not target.path:
            text = row.text if row else effect(self.catalogue, "nothing").text
            return Outcome([Reason(str(successes), text, str(self.catalogue.reminders[f"degats-{size}"].cite))])
        instead = dict(damage.STUNNING) if self.is_blunt() else {}
        if self.rounds in self.short_rounds:
            instead[damage.DRIVER_KILLED] = self.driver_spared
        outcome = damage.damage(self.unit(target), aim.side, successes, dice, instead)
        if not (row and self.is_blunt() and any(slug.endswith("wounded") for slug in row.effects)):
            return outcome
        also = Reason("", _("blunt: a wounded figure is also stunned"), self.rule_cite(BLUNT))
        return together(outcome, Outcome([also]))

    def unit(self, target: Target) -> ActingUnit:
        return ActingUnit(self.battle, self.catalogue, target.path)

    def driver_spared(self, vehicle: ActingUnit, _dice: Dice) -> Outcome:
        """Rounds that never kill wound and stun the driver whom the table has killed (RBN p. 30, 46)."""
        cite = self.rounds_cite(self.rounds)
        stunned = "stunned-thrice" if self.rounds == NON_LETHAL else "stunned"
        return Outcome(
            [self.driver_lives()], [*self.befall(state.pilot(self.battle, vehicle.path), ["wounded", stunned], cite)]
        )

    def befall(self, path: str | None, slugs: Sequence[str], cite: str) -> Iterable[Proposal]:
        """Effects on the unit at a path, or on nobody."""
        effects = [effect(self.catalogue, slug, cite) for slug in slugs]
        return self.marks(self.target(path), effects) if path else ()

    # --- What becomes of the weapon and of who fires it ---------------------------------------------------------------

    def beside(self, spreads: Sequence[Spread]) -> Iterator[tuple[Words, Fraction]]:
        rows = [*super().beside(spreads)]
        if self.has(RETURNS):
            rows[0] = (_("Weapon lost"), self.gone_chance())
        if self.burns():
            rows.insert(1, (_("Shooter wounded and on fire"), more_ones(spreads)))
        return iter(rows)

    def gone_chance(self) -> Fraction:
        """Of a boomerang: it has hit, or it does not come back, or it is out of ammunition (RBN p. 16, 21)."""
        (aim,) = self.fired

        def may_come_back(counts: chances.Counts) -> bool:
            return not self.hits(aim, counts[0]) and not (self.gun.dry and counts[1] > counts[0])

        comes_back = Fraction(max(0, 7 - c_of(self.catalogue, self.battle, self.path)), 6)
        return 1 - chances.chance(aim.pool.spread(), may_come_back) * comes_back

    def hits(self, aim: Aim, successes: int) -> bool:
        """Whether so many successes do anything: stun, wound or kill, or damage a vehicle (RBN p. 21)."""
        if aim.target.size:
            return damage.row_for(self.catalogue, aim.target.size, aim.side, successes) is not None
        row = row_for(self.rows(aim), successes)
        return row is not None and any(effect.marks for effect in row.effects)

    def burns(self) -> bool:
        """Whether more 1s than successes burn who fires, who may be one whose ammunition never ends (RBN p. 46)."""
        return self.rounds == INCENDIARY_ROUNDS and self.shooter in self.battle.units_by_path

    def after(self, rolled: Sequence[Rolled], dice: Dice) -> Iterator[Outcome]:
        """Used up, lost, out of ammunition, an empty tank, a reloading gun, a shooter on fire (RBN p. 16, 21, 46)."""
        if self.has(ONCE):
            yield self.ended(USED, _("one shot per battle: weapon used"), self.rule_cite(ONCE))
        else:
            yield from self.still_loaded(rolled, dice)
        if self.burns() and has_more_ones(rolled):
            cite = self.rounds_cite(INCENDIARY_ROUNDS)
            line = Reason("", _("incendiary ammo: shooter wounded and on fire"), cite)
            yield Outcome([line], [*self.befall(self.shooter, ["wounded", "fire"], cite)])

    def still_loaded(self, rolled: Sequence[Rolled], dice: Dice) -> Iterator[Outcome]:
        lost = self.boomerang(rolled, dice) if self.has(RETURNS) else Outcome([])
        yield lost
        if self.gun.dry and not lost.proposals and has_more_ones(rolled):
            cite = str(self.catalogue.reminders["munitions"].cite)
            yield self.ended(DRY, _("more 1s than successes: out of ammo"), cite)
        if self.has_last_die():
            yield self.tank(dice)
        if self.has(RELOADS):
            yield self.ended(RELOADING, _("reloads next turn"), self.rule_cite(RELOADS))

    def ended(self, condition: str, text: Words, cite: str, value: str = "") -> Outcome:
        """The weapon in a state."""
        return self.spent(self.marker(condition), text, cite, value)

    def marker(self, condition: str) -> str:
        """The path of its marker; boomerangs of older battles have the mark "dry" instead of "used"."""
        paths = [f"{self.path}/{self.key(which)}" for which in (condition, *INSTEAD.get(condition, ()))]
        return next((path for path in paths if path in self.battle.markers_by_path), "")

    def tank(self, dice: Dice) -> Outcome:
        return self.roll_last(dice, self.marker(DRY), _("tank not empty"), _("tank empty for this battle"))

    def boomerang(self, rolled: Sequence[Rolled], dice: Dice) -> Outcome:
        """Gone when it stuns, wounds or kills; else it comes back on C (RBN p. 21)."""
        cite, (aim,), (pool,) = self.rule_cite(RETURNS), self.fired, rolled
        if self.hits(aim, pool.successes):
            return self.ended(USED, _("hit: weapon lost"), cite)
        face, need = dice.d(), c_of(self.catalogue, self.battle, self.path)
        if face < need:
            return self.ended(USED, _("doesn’t return"), cite, str(face))
        return Outcome([Reason(str(face), Message(_("returns on {need} or more"), {"need": need}), cite)])

    def onward(self, rolled: Sequence[Rolled]) -> Iterator[tuple[str, Words]]:
        """The reaction fire of each target that was missed and has a weapon to react with (RBN p. 19, ruling A85)."""
        shooter = state.vehicle_of(self.battle, self.path) or self.path
        for aim, pool in zip(self.fired, rolled, strict=True):
            path, guns = aim.target.path, reacting(self.context, aim.target.path)
            if guns and not (pool.successes or self.facts.get("reaction") or aim.target.size):
                query = urlencode({"unit": path, "target": shooter, "weapon": guns[0].key, "reaction": 1}, safe="/")
                yield f"shoot?{query}", Message(_("Reaction fire of {target}"), {"target": aim.target.name})

    # --- Flame templates ----------------------------------------------------------------------------------------------

    def template(self, notes: Sequence[Reason], barred: bool) -> Attempt:
        """A flame template hits without a die: only mechanics and the tank are rolled for (RBN p. 21)."""
        fields = self.form.fields
        if barred:
            return Attempt(fields, notes=notes)
        tank = self.has_last_die()
        due = sum(map(self.mechanics_due, self.targets)) + tank
        if not due:
            outcome = self.read_template(Typed([]))
            return Attempt(fields, reasons=outcome.lines, notes=notes, proposals=outcome.proposals)
        reasons = [Reason("1D6", _("tank: empty on a 1"), self.rule_cite(TANK))] if tank else []
        likely = [Chance(_("Out of ammunition"), self.dry_chance([]), table=None)] if tank else []
        return Attempt(fields, f"{due}D6", "", reasons, notes, likely, self.read_template)

    def mechanics_due(self, target: Target) -> int:
        """How many dice a mechanic rolls for the breakdown of a target: 1, or 0 for what is no vehicle of a list's."""
        return int(bool(target.size and target.path) and damage.has_mechanic(self.unit(target)))

    def read_template(self, dice: Dice) -> Outcome:
        """Everybody under it is hit; the tank's die is the last."""
        outcomes = [self.burnt_vehicle(target, dice) if target.size else self.burnt(target) for target in self.targets]
        return together(*outcomes, *([self.tank(dice)] if self.has_last_die() else []))

    def burnt(self, target: Target) -> Outcome:
        """1 wound and a fire marker for whoever is on foot."""
        effects = [effect(self.catalogue, slug, self.rule_cite(INCENDIARY)) for slug in ("wounded", "fire")]
        return Outcome([named(target.name, effects)], [*self.marks(target, effects)])

    def burnt_vehicle(self, target: Target, dice: Dice) -> Outcome:
        """1 breakdown; those aboard a light vehicle are wounded, not those of a lightened frame (RBN p. 21, 28)."""
        cite = self.rule_cite(INCENDIARY)
        lines = [named(target.name, [effect(self.catalogue, "breakdown", cite)])]
        light = (state.size_of(self.battle, target.path) if target.path else target.size) == "leger"
        if light:
            lines.append(Reason("", _("light vehicle: everyone aboard wounded"), cite))
        if not target.path:
            return Outcome(lines)
        broken = damage.breakdown(self.unit(target), dice)
        riders = state.aboard(self.battle, target.path).values() if light else ()
        wounds = [proposal for rider in riders for proposal in self.befall(rider, ["wounded"], cite)]
        return together(Outcome(lines), broken, Outcome([], wounds))


INSTEAD = {USED: (DRY,), DRY: (USED,)}


def named(target: Text, effects: Sequence[Effect]) -> Reason:
    """Effects in a line, with whom they befall."""
    return Reason("", befell(target, effects), effects[0].cite)


def reacting(context: Context, path: str) -> list[Gun]:
    """The weapons with a normal band that a figure may fire: it has a T, and they are neither empty nor used up."""
    battle = context.battle
    if path not in battle.units_by_path or not may_shoot(battle, path):
        return []

    def is_spent(gun: Gun) -> bool:
        keys = (item_key(condition, gun.item.slug, gun.number) for condition in (DRY, USED, RELOADING))
        return any(battle.number(f"{path}/{key}") for key in keys)

    return [gun for gun in guns_of(context, path) if gun.ranged.normal and not gun.mounted and not is_spent(gun)]


def may_shoot(battle: Battle, path: str) -> bool:
    """Whether a unit offers shots: it has a T and a ranged weapon, or a gun."""
    facts = battle.units_by_path[path].facts
    return bool(facts.get("guns", facts.get("shoots")))


SHOOT = Action(_("Shoot"), RbnShot.attempted, "crosshair", ("fighter", "vehicle", "hostile"), may_shoot)
