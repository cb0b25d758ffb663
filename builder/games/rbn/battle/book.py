"""What battles know of the book beside the catalogue: fixtures/rbn/battle.yaml."""

from functools import cache
from typing import Any

import yaml
from django.conf import settings

from rules.catalogue import Catalogue, Cite, Entry
from rules.text import Text


@cache
def battle_data() -> dict[str, Any]:
    """The content of the file, read once per process. Texts are {"fr": ..., "en": ...}."""
    file = settings.BASE_DIR / "fixtures" / "rbn" / "battle.yaml"
    return yaml.safe_load(file.read_text("utf-8"))


def text(row: dict[str, str]) -> Text:
    """A text of the file."""
    return Text(row["fr"], row["en"])


def cite(catalogue: Catalogue, page: int) -> str:
    """A page of the book, as printed; "" for page 0."""
    entry: Entry = next(iter(catalogue.victory.values()))
    return str(Cite(entry.cite.book, page)) if page else ""
