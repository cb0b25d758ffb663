"""What the heads of the family's lists share: a budget, and prices that players agree on where the book prints none."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.lists.commands import setting_offers
from builder.lists.edits import Form
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from rules.shapes import Integer
from rules.text import Message, _

LARGEST_BUDGET = 1_000_000
LARGEST_PRICE = 1_000
BUDGET: Form = {"budget": Integer(1, LARGEST_BUDGET), "other_budget": Integer(1, LARGEST_BUDGET)}


def budget(loaded: LoadedRoster, usual: Iterable[int]) -> OfferGroup:
    return setting_offers(loaded, "budget", _("Budget"), [(points, str(points)) for points in usual])


def price_field(slug: str) -> str:
    """The field of the form for an agreed price."""
    return f"price_{slug.replace('-', '_')}"


def price_form(slugs: Iterable[str]) -> Form:
    return {price_field(slug): Integer(0, LARGEST_PRICE) for slug in slugs}


def agreed(slugs: Iterable[str], data: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """The agreed prices of a typed form, as a document has them."""
    prices = {slug: data[price_field(slug)] for slug in slugs}
    return tuple(sorted((slug, price) for slug, price in prices.items() if price is not None))


def price_settings(loaded: LoadedRoster, slugs: Iterable[str]) -> Iterator[OfferGroup]:
    """Each price that may be agreed on; where it is empty, ours applies."""
    catalogue = loaded.catalogue
    for slug in slugs:
        for collection in (catalogue.weapons, catalogue.options, catalogue.unit_types):
            if slug in collection:
                entry = collection[slug]
                title = Message("{name}", {"name": entry.name})
                yield setting_offers(loaded, price_field(slug), title, empty=True, cost=entry.cost)
