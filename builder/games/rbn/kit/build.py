"""A convoy's table kit: the pages that this list and its scenario use, true to scale."""

from collections.abc import Iterator
from typing import Any

from builder.games.rbn.kit import cutouts, encounters, setup, tokens
from builder.sheets.kit import KitPage
from rules.games.rbn.document import Convoy
from rules.verdict import Verdict


def table_kit(document: Convoy, verdict: Verdict) -> tuple[KitPage, ...]:
    """The pages in the order of a game: set-up and victory, what is placed on the table, templates, encounters."""
    return tuple(kit_pages(verdict.analysis))


def kit_pages(analysis: Any) -> Iterator[KitPage]:
    yield setup.setup_page(analysis)
    yield from tokens.pages(analysis)
    yield from cutouts.accident_page(analysis)
    yield from cutouts.explosion_page(analysis)
    yield from cutouts.flames_page(analysis)
    yield from encounters.pages(analysis)
