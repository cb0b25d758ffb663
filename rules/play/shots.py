"""A shot: how likely everything is, what dice do and what is marked."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain

from rules.play import chances
from rules.play.actions import Attempt, Chance, Outcome, Proposal, Reason, Words, together
from rules.play.chances import Spread
from rules.play.dice import Dice
from rules.play.dice_book import effect
from rules.play.effect_dice import EffectDie, parted, roll_due
from rules.play.entries import Effect, EffectRow, row_for, spanned, worths
from rules.play.marks import Mark
from rules.play.pools import Rolled, words
from rules.play.shot_form import Aim, ShotForm
from rules.play.targets import Target
from rules.text import Message, Text, _

LAST = 1  # of the die that says whether there is more to fire


class Shot(ShotForm):
    """A shot as it is chosen so far. A game's own overrides what its book says otherwise."""

    # --- What each game says ------------------------------------------------------------------------------------------

    def runs_dry(self) -> bool:
        """Whether more 1s than successes leave it out of ammunition."""
        raise NotImplementedError

    def notes(self) -> Iterator[Reason]:
        """What the marks say, and what the weapon asks for."""
        yield from self.circumstances().notes("shot")
        yield from self.rule_notes()

    def rows(self, aim: Aim) -> Sequence[EffectRow]:
        """What successes do to a target."""
        raise NotImplementedError

    def effect_dice(self, _aim: Aim) -> Iterable[EffectDie]:
        """Dice that are rolled for an effect on a target."""
        return ()

    def further(self, _path: str, _effects: Sequence[Effect]) -> Iterable[Effect]:
        """What comes beside effects on the figure at a path."""
        return ()

    def marks(self, target: Target, effects: Sequence[Effect], side: str = "") -> Iterable[Proposal]:
        """Effects on a target as marks to accept; `side`: whose credit they are."""
        raise NotImplementedError

    def after(self, rolled: Sequence[Rolled], dice: Dice) -> Iterator[Outcome]:
        """What becomes of the weapon and of who fires it."""
        raise NotImplementedError

    def onward(self, _rolled: Sequence[Rolled]) -> Iterable[tuple[str, Words]]:
        return ()

    # --- What stands against it ---------------------------------------------------------------------------------------

    def bars(self) -> Iterator[Reason]:
        """Why there can be no such shot."""
        return self.circumstances().notes("bars")

    def sitting(self) -> Iterable[Reason]:
        """Why these targets are not shot at now; dice that fell before are still read."""
        return ()

    @property
    def is_heavy(self) -> bool:
        return self.has(self.heavy)

    def rule_notes(self) -> Iterator[Reason]:
        """Rules of the weapon that take actions or cover ground."""
        holds = {self.heavy: self.is_heavy, self.area: self.has(self.area), self.burst: bool(self.shared)}
        for slug in (slug for slug, is_so in holds.items() if is_so):
            rule = self.catalogue.special_rules[slug]
            words = Text(f"{rule.name.fr}\u202f: {rule.card.fr}", f"{rule.name.en}: {rule.card.en}")
            yield Reason("", words, str(rule.cite))

    @property
    def fired(self) -> Sequence[Aim]:
        """The targets that it is fired at."""
        return self.aims

    def attempt(self) -> Attempt:
        guns = self.guns()
        if not guns:
            return Attempt((), notes=[Reason("", _("No ranged weapon."))])
        self.choose(guns)
        fields, bars, inside = self.form.fields, [*self.bars()], [*self.sitting()]
        notes = [*bars, *inside, *self.notes()]
        if bars:
            return Attempt(fields, notes=notes)
        if self.gun.ranged.template:
            return self.template(notes, bool(inside))
        reasons = [*(modifier.reason() for modifier in self.shared), *self.reasons()]
        if not any(aim.pool.number for aim in self.fired):
            return Attempt(fields, reasons=reasons, notes=[*notes, Reason("", _("No dice left: no shot."))])
        spared = [aim.target.name for aim in self.aims if aim not in self.fired]
        notes += [Reason("", Message(_("{target}: no dice, no shot."), {"target": name})) for name in spared]
        dice = "" if inside else " + ".join(f"{aim.pool.number}D6" for aim in self.fired)
        chances = [*self.every_chance()]
        return Attempt(fields, dice, f"{self.need}+", reasons, notes, chances, self.read, valued=self.valued)

    def template(self, notes: Sequence[Reason], _barred: bool) -> Attempt:
        """A weapon that hits without dice."""
        return Attempt(self.form.fields, notes=notes)

    def reasons(self) -> Iterator[Reason]:
        """A line for each modifier, with the target where there are several."""
        for aim in self.aims:
            name = aim.target.name if len(self.aims) > 1 else None
            yield from (modifier.reason(name) for modifier in aim.modifiers)

    def valued(self) -> list[Reason]:
        """Its reasons with what each is worth: by how much it changes the chance of a success."""

        def likely(aim: Aim, number: int) -> Fraction:
            return replace(aim.pool, number=number).any_success

        name = len(self.aims) > 1
        rows = [worths(aim.modifiers, partial(likely, aim), aim.target.name if name else None) for aim in self.aims]
        return [*(modifier.reason() for modifier in self.shared), *chain.from_iterable(rows)]

    # --- Chances ------------------------------------------------------------------------------------------------------

    def every_chance(self) -> Iterator[Chance]:
        """Each row of each target's table; beside them what becomes of the weapon, who fires it, an ally."""
        for table, aim in enumerate(self.fired):
            yield from (replace(chance, table=table) for chance in self.chances_of(aim))
        for text, likely in self.beside([aim.pool.spread() for aim in self.fired]):
            if likely:
                yield Chance(text, likely, table=None)

    def chances_of(self, aim: Aim) -> Iterator[Chance]:
        for row in self.rows(aim):
            likely = aim.pool.chance(row.low, row.high)
            for effects, part in parted(row.effects, likely, self.effect_dice(aim)):
                yield Chance(self.with_target(aim, spanned(row.span, effects)), part)

    def with_target(self, aim: Aim, text: Text) -> Words:
        if len(self.aims) < 2:
            return text
        return Message(_("{target}, {effects}"), {"target": aim.target.name, "effects": text})

    def beside(self, spreads: Sequence[Spread]) -> Iterator[tuple[Words, Fraction]]:
        yield _("Out of ammunition"), self.dry_chance(spreads)
        if self.melee:
            yield _("Ally in the melee wounded"), any_one(spreads)

    def dry_chance(self, spreads: Sequence[Spread]) -> Fraction:
        """Of the whole shot, the die for the last rounds included; 0 for what is used once anyway."""
        if self.has(self.once):
            return Fraction(0)
        dry = more_ones(spreads) if self.runs_dry() else Fraction(0)
        return 1 - (1 - dry) * (1 - Fraction(LAST, 6)) if self.has_last_die() else dry

    def has_last_die(self) -> bool:
        """Whether a die is rolled for its last rounds; not for who never runs dry."""
        return self.has(self.last_die) and self.runs_dry()

    # --- Reading ------------------------------------------------------------------------------------------------------

    def read(self, dice: Dice) -> Outcome:
        """The dice are taken target by target, with what is rolled again; then those of effects, then the weapon's."""
        rolled = [aim.pool.roll(dice) for aim in self.fired]
        results = [
            together(Outcome([*self.lines(aim, pool)]), self.result(aim, pool.successes, dice))
            for aim, pool in zip(self.fired, rolled, strict=True)
        ]
        later = [self.ally_outcome(rolled), *self.after(rolled, dice)]
        return together(*results, *later, Outcome([], onward=[*self.onward(rolled)]))

    def lines(self, aim: Aim, pool: Rolled) -> Iterator[Reason]:
        """The dice of a target and how they are read."""
        values = {"successes": pool.successes, "need": pool.pool.need, "target": aim.target.name}
        text = SUCCESSES_AT if len(self.aims) > 1 else SUCCESSES
        cites = self.circumstances().cites("shot")
        yield Reason(words(pool.fell), Message(text, values), cites["count"])
        if pool.replaced:
            yield Reason(words(pool.replaced), _("1s re-rolled"), cites["ones"])
        if pool.further:
            yield Reason(words(pool.further), _("6s rolled again (A70)"), cites["sixes"])

    def result(self, aim: Aim, successes: int, dice: Dice) -> Outcome:
        """What so many successes do to a target."""
        row = row_for(self.rows(aim), successes)
        effects: Sequence[Effect] = row.effects if row else ()
        effects = [*effects, *self.further(aim.target.path, effects)]
        lines = [Reason("", effect.text, effect.cite) for effect in effects]
        effects, rolled = roll_due(effects, self.effect_dice(aim), dice)
        return Outcome([*lines, *rolled], [*self.marks(aim.target, effects, self.side)])

    def ally_outcome(self, rolled: Sequence[Rolled]) -> Outcome:
        """Each 1 of a shot into a melee wounds an ally in it."""
        ones = sum(pool.ones for pool in rolled)
        if not (self.melee and ones):
            return Outcome([])
        cite = self.circumstances().cites("shot")["ally"]
        line = Reason(str(ones), _("wounds to allies in the melee, one per 1; shooter’s choice"), cite)
        if not self.ally:
            return Outcome([line])
        wounds = [effect(self.catalogue, "wounded", cite)] * ones
        return Outcome([line], [*self.marks(self.target(self.ally), [*wounds, *self.further(self.ally, wounds)])])

    def spent(self, path: str, text: Words, cite: str, value: str = "") -> Outcome:
        """A line, and the mark of a weapon that can no longer be fired, where it has that marker."""
        marker = self.battle.markers_by_path.get(path)
        return Outcome([Reason(value, text, cite)], [Proposal(marker.label, [Mark.set(path)], cite)] if marker else [])

    def roll_last(self, dice: Dice, path: str, left: Words, empty: Words) -> Outcome:
        """The die for the last rounds: on a 1 there are none left."""
        face, cite = dice.d(), str(self.catalogue.special_rules[self.last_die].cite)
        return self.spent(path if face == LAST else "", empty if face == LAST else left, cite, str(face))


SUCCESSES = _("successes: {successes} (on {need} or more, a 6 counts 2)")
SUCCESSES_AT = _("{target}, successes: {successes} (on {need} or more, a 6 counts 2)")


def more_ones(spreads: Sequence[Spread]) -> Fraction:
    """How likely all the dice of a shot together show more 1s than successes (ruling A71)."""
    lead = chances.certain((0,))
    for spread in spreads:
        lead = chances.summed(lead, chances.mapped(spread, lambda counts: (counts[0] - counts[1],)))
    return chances.chance(lead, lambda counts: counts[0] < 0)


def any_one(spreads: Sequence[Spread]) -> Fraction:
    """How likely there is a 1 among all the dice of a shot."""
    none = Fraction(1)
    for spread in spreads:
        none *= chances.chance(spread, lambda counts: counts[1] == 0)
    return 1 - none
