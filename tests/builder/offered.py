"""What is offered for a list, and how far it breaks what refuses offers."""

from collections import Counter
from collections.abc import Mapping

from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferGroup
from builder.lists.spec import LISTS
from tests import make


def load_roster(document):
    loaded = LoadedRoster.from_data(document)
    loaded.catalogue = make.catalogue(document["game"])
    return loaded


def offers_in(shown):
    """Every `Offer` in the context of an open unit, at any depth."""
    if isinstance(shown, Offer):
        yield shown
    elif isinstance(shown, OfferGroup):
        yield from shown.offers
    else:
        inner = shown.values() if isinstance(shown, Mapping) else shown if isinstance(shown, (list, tuple)) else ()
        for one in inner:
            yield from offers_in(one)


def all_offers(loaded, most_units=3):
    spec = LISTS[loaded.document.game]
    yield from offers_in(spec.new_units(loaded))
    for index in range(min(most_units, len(loaded.document.units))):
        yield from offers_in(spec.opened(loaded, index))
        yield from offers_in(list(spec.picker(loaded, index)) if spec.picker else ())


def excesses(broken):
    """How far each prohibition is broken: a `Counter` of the excess by rule id and unit."""
    return Counter({key: sum(finding.excess for finding in findings) for key, findings in broken.items()})
