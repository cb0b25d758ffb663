"""Where a page of the kit stands in the book, and lengths for its drawings."""

from typing import Any

from rules.games.rbn.play.book import cite_page


def cite(analysis: Any, page: int) -> str:
    """A page of the book, as printed."""
    return cite_page(analysis.context.catalogue, page)


def mm(length: float) -> str:
    """A length for an SVG, which has no decimal comma."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
