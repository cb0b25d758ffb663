"""The rolls of First Wave that no table gives by a total: shots, melees and falls."""

from dataclasses import dataclass

from rules.catalogue import Catalogue, TableRow
from rules.play.dice import Dice

HIGHEST = 6  # counts as two successes
INFECTED, MACHINE, SURVIVOR = "infecte", "machine", "survivant"


@dataclass(frozen=True)
class SuccessRoll:
    """D6 against a value: each die that reaches `need` is a success, a 6 is two."""

    dice: tuple[int, ...]
    need: int

    @property
    def successes(self) -> int:
        return sum(1 + (die == HIGHEST) for die in self.dice if die >= self.need)

    @property
    def ones(self) -> int:
        return self.dice.count(1)

    @property
    def runs_dry(self) -> bool:
        """More 1s than successes: the weapon is out of ammunition for the game (heading Munitions)."""
        return self.ones > self.successes


@dataclass(frozen=True)
class Melee:
    """The dice of both sides of a melee (heading Corps à corps des fantassins)."""

    attacker: SuccessRoll
    defender: SuccessRoll

    @property
    def difference(self) -> int:
        """By how many successes it is won; a tie is won by 1."""
        return abs(self.attacker.successes - self.defender.successes) or 1

    @property
    def is_the_attackers(self) -> bool:
        """Whether the attacker wins, as in a tie."""
        return self.attacker.successes >= self.defender.successes


@dataclass(frozen=True)
class Fall:
    """Two D6 against C, one of the wounded: the fighter falls where all are below it (heading Test de chute; A101)."""

    dice: tuple[int, ...]
    need: int

    @property
    def falls(self) -> bool:
        return all(die < self.need for die in self.dice)


def shot(dice: Dice, number: int, need: int) -> SuccessRoll:
    """A shot of `number` dice against T `need`. This and the next two raise `BadDice` where typed dice do not fit."""
    return SuccessRoll(dice.several(number), need)


def melee(dice: Dice, attacker: tuple[int, int], defender: tuple[int, int]) -> Melee:
    """A melee; each side is (number of dice, C). The attacker's dice come first."""
    return Melee(shot(dice, *attacker), shot(dice, *defender))


def fall_test(dice: Dice, need: int, *, wounded: bool = False) -> Fall:
    return Fall(dice.several(1 if wounded else 2), need)


def effect(catalogue: Catalogue, target: str, pool: SuccessRoll) -> TableRow | None:
    """The row that a shot leads to, on the shooting table of its target."""
    return catalogue.tables[f"tir-sur-{target}"].row(pool.successes)


def outcome(catalogue: Catalogue, melee: Melee) -> TableRow | None:
    """The row of the melee table that the loser suffers."""
    return catalogue.tables["effet-corps-a-corps"].row(melee.difference)
