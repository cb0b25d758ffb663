"""D6 of a shot or a melee: how they are read, with what is rolled again, and the exact chances of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules.play import chances
from rules.play.chances import Spread
from rules.play.dice import Dice

HIGHEST = 6  # counts as two successes
FACE = chances.die(lambda face: (face,))


@dataclass(frozen=True)
class Pool:
    """So many D6: each that reaches `need` is a success, a 6 is two, or as many as `six` says.

    sixes_again  -- a 6 is rolled once more, for one further success and no more (critical, carnage)
    ones_again   -- a 1 is rolled again, the second roll holds (gunfight, two weapons that parry)
    misses_again -- so many dice that are no success are rolled again, the second roll holds (banner, Devourers);
                    never beside `ones_again`
    venom        -- each success but a 6 rolls 1D6: from this figure on there is one more; 0: none does
    """

    number: int
    need: int
    sixes_again: bool = False
    ones_again: bool = False
    misses_again: int = 0
    venom: int = 0
    six: int = 2

    def worth(self, face: int) -> int:
        """The successes of one die."""
        return 0 if face < self.need else self.six if face == HIGHEST else 1

    def roll(self, dice: Dice) -> "Rolled":
        """Takes all its dice in turn: the pool, what is rolled again, what the 6s add, what the venom adds."""
        fell = dice.several(self.number, worth=self.worth)
        stands, replaced = self.rolled_again(fell, dice)
        again = stands.count(HIGHEST) if self.sixes_again and self.need <= HIGHEST else 0
        further = dice.several(again, worth=lambda face: face >= self.need)
        single = sum(self.worth(face) == 1 for face in stands) if self.venom else 0
        venom = dice.several(single, worth=lambda face: face >= self.venom)
        return Rolled(self, fell, stands, replaced, further, venom)

    def rolled_again(self, fell: tuple[int, ...], dice: Dice) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """(the dice as they stand in the end, those that were rolled again)."""
        again = [place for place, face in enumerate(fell) if self.ones_again and face == 1]
        again += [place for place, face in enumerate(fell) if not self.worth(face)][: self.misses_again]
        second = dict(zip(again, dice.several(len(again), worth=self.worth), strict=True))
        return tuple(second.get(place, face) for place, face in enumerate(fell)), tuple(second.values())

    @lru_cache(maxsize=256)  # noqa: B019  (frozen, and few of them)
    def spread(self) -> Spread:
        """The chances of (successes, 1s) of the whole roll; where misses are rolled again, 1s are not counted."""
        if not self.misses_again:
            return chances.times(self.one_die(), self.number)
        first = chances.then(FACE, lambda face: self.with_misses(face[0]))
        return chances.then(chances.times(first, self.number), self.after_misses)

    def chance(self, low: int, high: int) -> Fraction:
        """How likely there are from `low` to `high` successes."""
        return chances.chance(self.spread(), lambda counts: low <= counts[0] <= high)

    @property
    def any_success(self) -> Fraction:
        """How likely there is one at all."""
        return chances.chance(self.spread(), lambda counts: counts[0] > 0)

    @property
    def expected(self) -> Fraction:
        """How many successes there are on average."""
        return chances.expected(self.spread())

    def with_misses(self, face: int) -> Spread:
        """(successes, misses) of a die that fell so."""
        return chances.mapped(self.of_face(face), lambda counts: (counts[0], int(not self.worth(face))))

    def after_misses(self, counts: chances.Counts) -> Spread:
        """A roll with so many (successes, misses), its misses rolled again."""
        one = chances.mapped(chances.then(FACE, lambda face: self.of_face(face[0])), lambda worth: (worth[0], 0))
        second = chances.times(one, min(counts[1], self.misses_again))
        return chances.mapped(second, lambda more: (counts[0] + more[0], 0))

    def one_die(self) -> Spread:
        """(successes, 1s) of one die with all that follows from it."""
        stands = chances.then(FACE, lambda face: FACE if self.ones_again and face == (1,) else chances.certain(face))
        return chances.then(stands, lambda face: self.of_face(face[0]))

    def of_face(self, face: int) -> Spread:
        """A die that stands at this face, and what its 6 or its venom adds."""
        worth, ones = self.worth(face), int(face == 1)
        least = self.need if worth == 2 and self.sixes_again else self.venom if worth == 1 and self.venom else None
        if least is None:
            return chances.certain((worth, ones))
        return chances.die(lambda more: (worth + (more >= least), ones))


@dataclass(frozen=True)
class Rolled:
    """The dice of a pool.

    fell     -- as they fell first; `stands`: as they stand in the end
    replaced -- those rolled in place of others, in order
    further  -- those rolled for 6s, `venom` those for poisoned successes
    """

    pool: Pool
    fell: tuple[int, ...]
    stands: tuple[int, ...]
    replaced: tuple[int, ...] = ()
    further: tuple[int, ...] = ()
    venom: tuple[int, ...] = ()

    @property
    def successes(self) -> int:
        return sum(self.gains())

    def gains(self) -> Iterator[int]:
        yield from (self.pool.worth(face) for face in self.stands)
        yield from (int(face >= self.pool.need) for face in self.further)
        yield from (int(face >= self.pool.venom) for face in self.venom)

    @property
    def ones(self) -> int:
        """The 1s of the roll itself: those of a 6 rolled once more are none (ruling A70)."""
        return self.stands.count(1)


def has_more_ones(rolled: Iterable[Rolled]) -> bool:
    """Whether the dice of a whole shot show more 1s than successes: the weapon runs dry."""
    return sum(pool.ones - pool.successes for pool in rolled) > 0


def words(dice: tuple[int, ...]) -> str:
    """Dice beside each other, "–" where there are none."""
    return " ".join(map(str, dice)) or "–"
