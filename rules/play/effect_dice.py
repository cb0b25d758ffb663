"""A die that is rolled once an effect has come, and may change it or add to it: plating, poison, bacteria."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.play.actions import Reason, Words
from rules.play.dice import Dice
from rules.play.entries import Effect

SIDES = 6


@dataclass(frozen=True)
class EffectDie:
    """A D6 for an effect on a unit, read from `least` on.

    on      -- the slug of the effect that it is rolled for
    effect  -- what it brings: beside the others, or, `instead`, in place of that one
    missed  -- what is said where it brings nothing
    """

    on: str
    least: int
    effect: Effect
    missed: Words
    instead: bool = False

    def is_due(self, effects: Sequence[Effect]) -> bool:
        return any(effect.slug == self.on for effect in effects)

    def reached(self, effects: Sequence[Effect]) -> list[Effect]:
        """The effects where the die reaches its figure."""
        if self.instead:
            return [self.effect, *(effect for effect in effects if effect.slug != self.on)]
        return [*effects, self.effect]

    def read(self, effects: Sequence[Effect], dice: Dice) -> tuple[Sequence[Effect], Reason]:
        """(the effects after its die, the die as a line)."""
        face = dice.d()
        if face < self.least:
            return effects, Reason(str(face), self.missed, self.effect.cite)
        return self.reached(effects), Reason(str(face), self.effect.text, self.effect.cite)


def parted(
    effects: Sequence[Effect], likely: Fraction, dice: Iterable[EffectDie]
) -> Iterator[tuple[Sequence[Effect], Fraction]]:
    """What a row comes to with each of the dice that are due on it, and how likely that is."""
    for die in dice:
        if die.is_due(effects):
            reached = likely * Fraction(SIDES + 1 - die.least, SIDES)
            yield die.reached(effects), reached
            likely -= reached
    yield effects, likely


def roll_due(effects: Sequence[Effect], due: Iterable[EffectDie], dice: Dice) -> tuple[Sequence[Effect], list[Reason]]:
    """(the effects after all dice that are due on them, a line for each die)."""
    lines = []
    for die in due:
        if die.is_due(effects):
            effects, line = die.read(effects, dice)
            lines.append(line)
    return effects, lines
