"""What the editor of a gang shows beside what every editor shows."""

from typing import Any

from django.utils.translation import ngettext

from builder.games.of_the_dead import offers
from builder.games.of_the_dead.sheet.words import modifier_words
from builder.lists.findings import ADDING, UNIT, Remedy
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import Term
from rules.catalogue import Catalogue
from rules.text import Text, _

A_GANG = Text("gang", "gang")
CREDIT = _(
    "of the dead by Stephan IRO Pelayo and Gregoire Corneil, licence CC BY-NC-SA 4.0."
    " Names printed on its components stay French."
)


def opened(loaded: LoadedRoster, index: int) -> dict[str, Any]:
    """What the open character's card shows.

    attributes -- an `AttributeChoice` for each
    points     -- the offers of a point less and of one more, of each
    vocations, states, zombie_types -- offers, one of them taken
    gauges     -- a `GaugeChoice` for each
    markers    -- (row, number) for each
    carries    -- offers of one object more
    things, wounds -- (piece of equipment or trauma, its modifier in words) for each
    examples   -- rows of the book's table of traumas
    foreign    -- whether it has attributes or markers that the game does not have, lacks one, or has one below 1
    """
    character, tables = loaded.analysis.units[index], loaded.catalogue.tables
    attributes = offers.attributes(loaded, index)
    return {
        "attributes": attributes,
        "points": [offer for attribute in attributes for offer in (attribute.less, attribute.more)],
        "vocations": offers.vocations(loaded, index),
        "states": offers.states(loaded, index),
        "zombie_types": offers.zombie_types(loaded, index),
        "gauges": offers.gauges(loaded, index),
        "things": [(thing, modifier_words(thing.modifier, loaded.catalogue)) for thing in character.unit.equipment],
        "wounds": [(trauma, modifier_words(trauma.modifier, loaded.catalogue)) for trauma in character.unit.traumas],
        "markers": offers.markers(loaded, index),
        "carries": offers.carries(loaded, index),
        "examples": tables["traumas"].rows.values(),
        "foreign": offers.is_untidy(loaded, index),
    }


def label(loaded: LoadedRoster) -> Text:
    """For an index page: the vocation of a single character, else that it is a gang."""
    units = loaded.analysis.units
    if len(units) == 1:
        row = units[0].vocation
        return row.name if row else Text()
    return A_GANG


def count_label(number: int) -> str:
    """How large a gang is, in words."""
    return ngettext("{n} character", "{n} characters", number).format(n=number)


def terms(catalogue: Catalogue) -> dict[str, Term]:
    """What the attributes, morale and initiative are for."""
    rows = {
        **catalogue.tables["attributes"].rows,
        "morale": catalogue.tables["gauges"].rows["morale"],
        "initiative": catalogue.reminders["initiative"],
    }
    return {f"term-{slug}": Term("", (entry,)) for slug, entry in rows.items()}


# Where a player gives what a list still misses, by the rule that misses it.
REMEDIES = {
    "otd.empty": Remedy(_("Add a character"), ADDING, "add-character"),
    "otd.name": Remedy(_("Give it a name"), UNIT, "name-{unit}"),
    "otd.attr-total": Remedy(_("Place the points"), UNIT, "attributes-{unit}"),
}
