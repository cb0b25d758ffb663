"""The rolls of First Wave that no table gives by a total: shots, melees and falls, each by the dice as they fell."""

from dataclasses import dataclass

HIGHEST = 6  # counts as two successes
INFECTED, MACHINE, SURVIVOR = "infecte", "machine", "survivant"


@dataclass(frozen=True)
class Pool:
    """Dice against a value: each that reaches it is a success, a 6 is two."""

    dice: tuple
    need: int

    @property
    def successes(self):
        return sum(1 + (die == HIGHEST) for die in self.dice if die >= self.need)

    @property
    def ones(self):
        return self.dice.count(1)

    @property
    def runs_dry(self):
        """More 1s than successes: the weapon is out of ammunition for the game (heading Munitions)."""
        return self.ones > self.successes


@dataclass(frozen=True)
class Melee:
    """Both sides of a melee; a tie is the attacker's by 1 (heading Corps à corps des fantassins)."""

    attacker: Pool
    defender: Pool

    @property
    def difference(self):
        return abs(self.attacker.successes - self.defender.successes) or 1

    @property
    def is_the_attackers(self):
        return self.attacker.successes >= self.defender.successes


@dataclass(frozen=True)
class Fall:
    """Two dice against C: both below it make a fall (heading Test de chute)."""

    dice: tuple
    need: int

    @property
    def falls(self):
        return all(die < self.need for die in self.dice)


def shot(dice, number, need):
    """A shot of `number` dice at T `need`, from a source of dice."""
    return Pool(dice.several(number), need)


def melee(dice, attacker, defender):
    """A melee; each side is (number of dice, C). The attacker's dice fall first."""
    return Melee(*(Pool(dice.several(number), need) for number, need in (attacker, defender)))


def fall_test(dice, need):
    return Fall(dice.several(2), need)


def effect(catalogue, target, pool):
    """The row of the shooting table for a target that a shot leads to."""
    return catalogue.tables[f"tir-sur-{target}"].row(pool.successes)


def outcome(catalogue, fought):
    """The row of the melee table that the loser suffers."""
    return catalogue.tables["effet-corps-a-corps"].row(fought.difference)
