"""What battles know of the book beside the catalogue: fixtures/rbn/battle.yaml."""

from typing import Any

from builder.games.rbn.kit.book import book_data
from rules.catalogue import Catalogue, Cite, Entry
from rules.text import Text


def battle_data() -> dict[str, Any]:
    return book_data("battle")


def text(row: dict[str, str]) -> Text:
    """A text of the file."""
    return Text(row["fr"], row["en"])


def cite(catalogue: Catalogue, page: int) -> str:
    """A page of the book, as printed; "" for page 0."""
    entry: Entry = next(iter(catalogue.victory.values()))
    return str(Cite(entry.cite.book, page)) if page else ""
