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


def joined(one: Spread, other: Spread) -> Spread:
    """Both are rolled; their numbers add up."""
    return gathered(
        (tuple(map(sum, zip(left, right, strict=True))), chance * further)
        for left, chance in one.items()
        for right, further in other.items()
    )


def beside(one: Spread, other: Spread) -> Spread:
    """Both are rolled; the numbers of the one stand before those of the other."""
    return gathered(
        (left + right, chance * further) for left, chance in one.items() for right, further in other.items()
    )


def times(one: Spread, number: int) -> Spread:
    """So many of it; 0 of it are nothing for certain."""
    width = len(next(iter(one)))
    total = certain((0,) * width)
    for bit in f"{number:b}":
        total = joined(total, total)
        if bit == "1":
            total = joined(total, one)
    return total


def chance(spread: Spread, holds: Callable[[Counts], bool]) -> Fraction:
    """How likely it is that something holds of what comes."""
    return sum((one for counts, one in spread.items() if holds(counts)), Fraction(0))
