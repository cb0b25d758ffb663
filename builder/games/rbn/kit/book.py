"""What pages, kits and battles know of the book beside the catalogue: files of fixtures/rbn."""

from functools import cache
from typing import Any

import yaml
from django.conf import settings

from rules.catalogue import Catalogue, Cite


@cache
def book_data(name: str) -> dict[str, Any]:
    """The content of a file, read once per process. Texts are {"fr": ..., "en": ...}."""
    file = settings.BASE_DIR / "fixtures" / "rbn" / f"{name}.yaml"
    return yaml.safe_load(file.read_text("utf-8"))


def kit_data() -> dict[str, Any]:
    return book_data("kit")


def cite(analysis: Any, page: int) -> str:
    """A page of the book, as printed."""
    return cite_page(analysis.context.catalogue, page)


def cite_page(catalogue: Catalogue, page: int) -> str:
    """A page of the catalogue's book, as printed."""
    return str(Cite(next(iter(catalogue.victory.values())).cite.book, page))


def mm(length: float) -> str:
    """A length for an SVG, which has no decimal comma."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
