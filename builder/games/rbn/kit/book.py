"""What the table kit knows of the book beside the catalogue: fixtures/rbn/kit.yaml."""

from functools import cache
from typing import Any

import yaml
from django.conf import settings

from rules.catalogue import Catalogue, Cite


@cache
def kit_data() -> dict[str, Any]:
    """The content of the file, read once per process. Texts are {"fr": ..., "en": ...}."""
    file = settings.BASE_DIR / "fixtures" / "rbn" / "kit.yaml"
    return yaml.safe_load(file.read_text("utf-8"))


def cite(analysis: Any, page: int) -> str:
    """A page of the book, as printed."""
    return cite_page(analysis.context.catalogue, page)


def cite_page(catalogue: Catalogue, page: int) -> str:
    """A page of the catalogue's book, as printed."""
    return str(Cite(next(iter(catalogue.victory.values())).cite.book, page))


def mm(length: float) -> str:
    """A length for an SVG, which has no decimal comma."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
