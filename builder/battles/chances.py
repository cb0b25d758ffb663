"""Moved to `rules.chances`."""

from rules.chances import Counts, Spread, beside, certain, chance, die, gathered, joined, mapped, then, times

__all__ = ["Counts", "Spread", "beside", "certain", "chance", "die", "gathered", "joined", "mapped", "then", "times"]
