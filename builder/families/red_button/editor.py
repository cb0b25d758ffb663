"""Terms that the editor explains."""

from builder.lists.spec import Term
from rules.catalogue import Catalogue


def terms(catalogue: Catalogue) -> dict[str, Term]:
    """What T and C mean."""
    return {f"term-{slug}": Term(slug, (entry,)) for slug, entry in catalogue.characteristics.items()}
