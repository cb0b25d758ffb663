"""Traits that hold for a side of a battle."""

from rules.play.battle import Battle, listed


def has_trait(battle: Battle, side: int | None, which: str, slug: str) -> bool:
    """Whether a trait holds for a side; `which` is "advantages" or "drawbacks"."""
    return side is not None and slug in listed(battle.sides[side].facts, which)
