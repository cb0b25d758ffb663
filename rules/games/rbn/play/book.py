"""What play knows of the book beside the catalogue: files of fixtures/rbn."""

from functools import cache
from typing import Any

import yaml

from rules.catalogue import Catalogue, Cite
from rules.play.dice_book import FIXTURES
from rules.text import Text


@cache
def book_data(name: str) -> dict[str, Any]:
    """The content of a file, read once per process. Texts are {"fr": ..., "en": ...}."""
    return yaml.safe_load((FIXTURES / "rbn" / f"{name}.yaml").read_text("utf-8"))


def kit_data() -> dict[str, Any]:
    return book_data("kit")


def battle_data() -> dict[str, Any]:
    return book_data("battle")


def text(row: dict[str, str]) -> Text:
    """A text of the file."""
    return Text(row["fr"], row["en"])


def cite_page(catalogue: Catalogue, page: int) -> str:
    """A page of the catalogue's book, as printed; "" for page 0."""
    return str(Cite(next(iter(catalogue.victory.values())).cite.book, page)) if page else ""


def kit_text(*path: str) -> Text:
    """A text of fixtures/rbn/kit.yaml."""
    data = kit_data()
    for key in path:
        data = data[key]
    return Text(**data)
