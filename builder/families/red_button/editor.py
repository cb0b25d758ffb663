"""Terms that the editor explains, and who may be given what a list misses."""

from typing import Any

from builder.lists.spec import Term
from rules.catalogue import Catalogue


def terms(catalogue: Catalogue) -> dict[str, Term]:
    """What T and C mean."""
    return {f"term-{slug}": Term(slug, (entry,)) for slug, entry in catalogue.characteristics.items()}


def is_fighter(unit: Any) -> bool:
    return unit.kind == "fighter"


def could_lead(unit: Any) -> bool:
    return is_fighter(unit) and not unit.unit.slave and "animal" not in unit.tags
