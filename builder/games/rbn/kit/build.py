"""A convoy's table kit: the pages that this list and its scenario use, true to scale."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import override

from builder.games.rbn.kit import cutouts, encounters, setup, tokens
from builder.sheets.kit import KitPage
from rules.games.rbn.document import Convoy
from rules.verdict import Verdict


def table_kit(document: Convoy, verdict: Verdict, language: str) -> tuple[KitPage, ...]:
    """The pages in the order of a game: set-up and victory, what is placed on the table, templates, encounters."""
    with override(language):
        return tuple(kit_pages(verdict.analysis, language))


def kit_pages(analysis: Any, language: str) -> Iterator[KitPage]:
    yield setup.page(analysis, language)
    yield from tokens.pages(analysis, language)
    yield from cutouts.accident_page(analysis, language)
    yield from cutouts.explosion_page(analysis, language)
    yield from cutouts.flames_page(analysis, language)
    yield from encounters.pages(analysis, language)
