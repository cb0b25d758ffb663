"""Two who fight: their dice, who wins by how much, and how likely that is (RBN p. 22, 30)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.catalogue import Item
from rules.play import chances
from rules.play.actions import Reason
from rules.play.chances import Counts, Spread
from rules.play.dice import Dice
from rules.play.entries import Modifier
from rules.play.pools import Pool, words
from rules.text import Message, Text, _

BLOCKED = 5  # what a die of a shield must reach to undo a success (RBN p. 30)


@dataclass(frozen=True)
class Combatant:
    """One of the two.

    path      -- in the battle; "" for who is named by hand
    modifiers -- where its dice come from
    weapon    -- what it fights with; None for bare hands, and for who has no arsenal
    shield    -- its shield rolls a die for each success of the other
    spent     -- it can deal no more damage in this turn
    raging    -- any melee lost is its end (RBN p. 26)
    rules     -- slugs of what comes with its blows: of its weapon, or of what it is
    """

    path: str
    name: Text
    modifiers: Sequence[Modifier]
    pool: Pool
    weapon: Item | None = None
    shield: bool = False
    spent: bool = False
    raging: bool = False
    rules: frozenset[str] = frozenset()

    def reasons(self) -> Iterator[Reason]:
        yield from (one.reason(self.name) for one in self.modifiers)


@dataclass(frozen=True)
class Fight:
    """A melee that was rolled: the successes of the attacker and of the defender that stand, and how they came about.

    A tie is won by the attacker with a difference of 1.
    """

    attacker: Combatant
    defender: Combatant
    successes: tuple[int, int]
    lines: Sequence[Reason] = ()

    @property
    def is_the_attackers(self) -> bool:
        return self.successes[0] >= self.successes[1]

    @property
    def difference(self) -> int:
        return abs(self.successes[0] - self.successes[1]) or 1

    @property
    def winner(self) -> Combatant:
        return self.attacker if self.is_the_attackers else self.defender

    @property
    def loser(self) -> Combatant:
        return self.defender if self.is_the_attackers else self.attacker


@dataclass(frozen=True)
class Cites:
    """Where it stands: how dice are counted, shields, dice that are rolled again, a weapon's carnage, poison."""

    count: str
    shield: str = ""
    again: str = ""
    carnage: str = ""
    venom: str = ""


def fight(attacker: Combatant, defender: Combatant, dice: Dice, cites: Cites) -> Fight:
    """The dice in their order: the attacker's and what they roll again, the defender's, then the shields'."""
    lines: list[Reason] = []
    counted = []
    for one in (attacker, defender):
        rolled = one.pool.roll(dice)
        counted.append(rolled.successes)
        values = {"name": one.name, "successes": rolled.successes, "need": one.pool.need}
        lines.append(Reason(words(rolled.fell), Message(SUCCESSES, values), cites.count))
        for faces, text, cite in (
            (rolled.replaced, _("re-rolled, second roll counts"), cites.again),
            (rolled.further, _("6s rolled again"), cites.carnage),
            (rolled.venom, _("rolls for poisoned successes"), cites.venom),
        ):
            lines += [Reason(words(faces), text, cite)] if faces else []
    first, second = counted
    if attacker.shield:
        second -= blocked(attacker, counted[1], dice, lines, cites)
    if defender.shield:
        first -= blocked(defender, counted[0], dice, lines, cites)
    return Fight(attacker, defender, (first, second), lines)


SUCCESSES = _("{name}, successes: {successes} (on {need} or more, a 6 counts 2)")


def blocked(bearer: Combatant, successes: int, dice: Dice, lines: list[Reason], cites: Cites) -> int:
    """How many successes a shield undoes: a die for each, on 5 or 6 (RBN p. 30)."""
    faces = dice.several(successes, worth=lambda face: face >= BLOCKED)
    number = sum(face >= BLOCKED for face in faces)
    if faces:
        text = Message(_("shield of {name}, successes cancelled: {number}"), {"name": bearer.name, "number": number})
        lines.append(Reason(words(faces), text, cites.shield))
    return number


def spread(attacker: Combatant, defender: Combatant) -> Spread:
    """The chances of (successes of the attacker, of the defender), shields included."""
    first = shielded(successes_of(attacker.pool), defender.shield)
    second = shielded(successes_of(defender.pool), attacker.shield)
    return chances.beside(first, second)


def successes_of(pool: Pool) -> Spread:
    return chances.mapped(pool.spread(), lambda counts: counts[:1])


def shielded(successes: Spread, by_shield: bool) -> Spread:
    """What is left of successes where each may be undone by a shield's die."""
    if not by_shield:
        return successes
    stays = chances.die(lambda face: (int(face < BLOCKED),))
    return chances.then(successes, lambda counts: chances.times(stays, counts[0]))


def won_by(both: Spread, attackers: bool, low: int, high: int) -> Fraction:
    """How likely one of the two wins by a difference within these bounds; the attacker wins a tie by 1."""

    def holds(counts: Counts) -> bool:
        difference = abs(counts[0] - counts[1]) or 1
        return (counts[0] >= counts[1]) == attackers and low <= difference <= high

    return chances.chance(both, holds)
