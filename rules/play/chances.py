"""Exact chances: what comes of dice and how likely it is, worked out from all that can fall and never tried out.

Weights are whole numbers over one denominator: fractions are made only where they are read.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm, prod
from operator import add

Counts = tuple[int, ...]  # numbers that add up from die to die, such as (successes, 1s)


class Spread(Mapping[Counts, Fraction]):
    """Each of the counts that may come, and its chance; the chances sum to 1.

    weights -- of each, out of `total`
    """

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[Counts, int], total: int) -> None:
        self.weights, self.total = weights, total

    def __getitem__(self, counts: Counts) -> Fraction:
        return Fraction(self.weights[counts], self.total)

    def __iter__(self) -> Iterator[Counts]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)


def certain(counts: Counts) -> Spread:
    return Spread({counts: 1}, 1)


def die(counts: Callable[[int], Counts], sides: int = 6) -> Spread:
    """One die, of which each face is worth `counts(face)`."""
    return gathered(((counts(face), 1) for face in range(1, sides + 1)), sides)


def gathered(pairs: Iterable[tuple[Counts, int]], total: int) -> Spread:
    """The weights of the same counts added up."""
    sums: Counter[Counts] = Counter()
    for counts, weight in pairs:
        sums[counts] += weight
    return Spread(sums, total)


def then(spread: Spread, follows: Callable[[Counts], Spread]) -> Spread:
    """What comes of it where each outcome leads to dice of its own, `follows(counts)`."""
    further = {counts: follows(counts) for counts in spread}
    common = lcm(*(after.total for after in further.values()))
    pairs = (
        (counts, spread.weights[first] * weight * (common // after.total))
        for first, after in further.items()
        for counts, weight in after.weights.items()
    )
    return gathered(pairs, spread.total * common)


def mapped(spread: Spread, reads: Callable[[Counts], Counts]) -> Spread:
    """The same dice, each outcome read as `reads(counts)`."""
    return gathered(((reads(counts), weight) for counts, weight in spread.weights.items()), spread.total)


def summed(first: Spread, second: Spread) -> Spread:
    """Both are rolled; their numbers add up."""
    return rolled_together(first, second, lambda left, right: tuple(map(add, left, right)))


def beside(first: Spread, second: Spread) -> Spread:
    """Both are rolled; the numbers of the first stand before those of the second."""
    return rolled_together(first, second, add)


def rolled_together(first: Spread, second: Spread, counts: Callable[[Counts, Counts], Counts]) -> Spread:
    """Both are rolled; `counts` makes one outcome of the two."""
    pairs = (
        (counts(left, right), weight * other)
        for left, weight in first.weights.items()
        for right, other in second.weights.items()
    )
    return gathered(pairs, first.total * second.total)


def times(spread: Spread, number: int) -> Spread:
    """So many of it; 0 of it are nothing for certain. Its counts are 0 or more.

    The weights stand as digits of one whole number, whose power is those of all dice together.
    """
    sizes = [number * max(column) + 1 for column in zip(*spread, strict=True)]
    places = [prod(sizes[:column]) for column in range(len(sizes))]
    width = ((spread.total**number).bit_length() + 7) // 8  # bytes of a digit
    digits = sum(
        weight << 8 * width * sum(count * place for count, place in zip(counts, places, strict=True))
        for counts, weight in spread.weights.items()
    )
    every = (digits**number).to_bytes(width * prod(sizes), "little")
    weights = {
        tuple(at // place % size for place, size in zip(places, sizes, strict=True)): weight
        for at in range(prod(sizes))
        if (weight := int.from_bytes(every[at * width : (at + 1) * width], "little"))
    }
    return Spread(weights, spread.total**number)


def expected(spread: Spread) -> Fraction:
    """The first of its numbers, on average."""
    return Fraction(sum(counts[0] * weight for counts, weight in spread.weights.items()), spread.total)


def chance(spread: Spread, holds: Callable[[Counts], bool]) -> Fraction:
    """How likely it is that something holds of what comes."""
    return Fraction(sum(weight for counts, weight in spread.weights.items() if holds(counts)), spread.total)
