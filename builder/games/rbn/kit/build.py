"""A convoy's table kit: the pages that this list and its scenario use, true to scale."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.families.red_button.sheet.reference import rules_used
from builder.games.rbn.kit import combat, cutouts, encounters, setup, tokens
from builder.sheets.kit import KitPage, with_needs
from rules.games.rbn.document import Convoy
from rules.verdict import Verdict


def table_kit(document: Convoy, verdict: Verdict) -> tuple[KitPage, ...]:
    """Its parts, so that most pages are full: set-up and victory, dice, what lies on the table, encounters."""
    analysis: Any = verdict.analysis
    return tuple(with_needs(kit_pages(analysis), needs(analysis)))


def needs(analysis: Any) -> Mapping[str, bool]:
    """Which pages are not for every list: dice on board (RBN p. 20), templates (p. 18, 21), encounters (p. 42)."""
    meets = encounters.belong_to_scenario(analysis)
    return {
        "combat": any(combat.guns(analysis)),
        "accident": analysis.context.has_vehicles_scenario or analysis.vehicle_count > 0,
        "explosion": bool(cutouts.uses_area_template(analysis)),
        "flames": cutouts.FLAMES in rules_used(analysis),
        "hostile": meets,
        "encounters": meets,
    }


def kit_pages(analysis: Any) -> Iterator[KitPage]:
    yield setup.setup_page(analysis)
    yield combat.combat_page(analysis)
    yield cutouts.accident_page(analysis)
    yield tokens.tokens_page(analysis)
    yield cutouts.explosion_page(analysis)
    yield cutouts.flames_page(analysis)
    yield from encounters.pages(analysis)
