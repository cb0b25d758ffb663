"""What the editor of a gang shows beside what every editor shows."""

from django.utils.translation import ngettext

from builder.games.of_the_dead import offers
from rules.games.of_the_dead.document import ATTRIBUTES, MARKERS
from rules.text import Text, _

A_GANG = Text("gang", "gang")
CREDIT = _("of the dead by Stephan IRO Pelayo and Gregoire Corneil, licence CC BY-NC-SA 4.0.")


def opened(loaded, index):
    """The open character: attributes, vocation, state, gauges, markers, and the choices of its forms."""
    character, tables = loaded.analysis.units[index], loaded.catalogue.tables
    return {
        "attributes": offers.attributes(loaded, index),
        "vocations": offers.vocations(loaded, index),
        "states": offers.states(loaded, index),
        "zombie_types": offers.zombie_types(loaded, index),
        "gauges": offers.gauges(loaded, index),
        "markers": offers.markers(loaded, index),
        "carries": offers.carries(loaded, index),
        "examples": tables["traumas"].rows.values(),
        "foreign": has_foreign_keys(character),
    }


def has_foreign_keys(character):
    """Whether the document says something that the game has no place for, or leaves an attribute out."""
    keys = character.base.keys()
    return (
        keys != set(ATTRIBUTES)
        or not character.modifiers.keys() <= set(ATTRIBUTES)
        or not character.markers.keys() <= set(MARKERS)
    )


def label(loaded):
    """For an index page: the vocation of somebody alone, else that it is a gang."""
    units = loaded.analysis.units
    if len(units) == 1:
        row = units[0].vocation
        return row.name if row else Text()
    return A_GANG


def count_label(number):
    """How large a gang is."""
    return ngettext("{n} character", "{n} characters", number).format(n=number)
