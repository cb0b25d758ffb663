"""Modifiers, effects and rows of effects of a book by their slugs."""

from dataclasses import replace

from rules.catalogue import Catalogue
from rules.play.entries import Effect, EffectRow, Modifier


def modifier(catalogue: Catalogue, slug: str, times: int = 1) -> Modifier:
    """A modifier, so many times."""
    return catalogue.play.modifiers[slug].times(times)


def effect(catalogue: Catalogue, slug: str, cite: str = "") -> Effect:
    """An effect; `cite` where it stands elsewhere for whoever brings it about."""
    entry = catalogue.play.effects[slug]
    return replace(entry, cite=cite) if cite else entry


def effect_rows(catalogue: Catalogue, table: str) -> tuple[EffectRow, ...]:
    return catalogue.play.rows[table]
