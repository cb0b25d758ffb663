"""Exact chances: what comes of dice and how likely it is, worked out from all that can fall and never tried out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

Counts = tuple[int, ...]  # numbers that add up from die to die, such as (successes, 1s)
Spread = Mapping[Counts, Fraction]  # each that may come, and its chance; the chances sum to 1


def certain(counts: Counts) -> Spread:
    return {counts: Fraction(1)}


def die(counts: Callable[[int], Counts], sides: int = 6) -> Spread:
    """One die, of which each face is worth `counts(face)`."""
    return gathered((counts(face), Fraction(1, sides)) for face in range(1, sides + 1))


def gathered(pairs: Iterable[tuple[Counts, Fraction]]) -> Spread:
    """The chances of the same counts added up."""
    sums: dict[Counts, Fraction] = defaultdict(Fraction)
    for counts, chance in pairs:
        sums[counts] += chance
    return dict(sums)


def then(spread: Spread, follows: Callable[[Counts], Spread]) -> Spread:
    """What comes of it where each outcome leads to dice of its own, `follows(counts)`."""
    return gathered(
        (after, chance * further) for counts, chance in spread.items() for after, further in follows(counts).items()
    )


def mapped(spread: Spread, reads: Callable[[Counts], Counts]) -> Spread:
    """The same dice, each outcome read as `reads(counts)`."""
    return gathered((reads(counts), chance) for counts, chance in spread.items())


def summed(first: Spread, second: Spread) -> Spread:
    """Both are rolled; their numbers add up."""
    return rolled_together(first, second, lambda left, right: tuple(map(sum, zip(left, right, strict=True))))


def beside(first: Spread, second: Spread) -> Spread:
    """Both are rolled; the numbers of the first stand before those of the second."""
    return rolled_together(first, second, lambda left, right: left + right)


def rolled_together(first: Spread, second: Spread, counts: Callable[[Counts, Counts], Counts]) -> Spread:
    """Both are rolled; `counts` makes one outcome of the two."""
    return gathered(
        (counts(left, right), chance * other) for left, chance in first.items() for right, other in second.items()
    )


def times(spread: Spread, number: int) -> Spread:
    """So many of it; 0 of it are nothing for certain."""
    width = len(next(iter(spread)))
    total = certain((0,) * width)
    for bit in f"{number:b}":
        total = summed(total, total)
        if bit == "1":
            total = summed(total, spread)
    return total


def chance(spread: Spread, holds: Callable[[Counts], bool]) -> Fraction:
    """How likely it is that something holds of what comes."""
    return sum((part for counts, part in spread.items() if holds(counts)), Fraction(0))
