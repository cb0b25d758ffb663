"""What the editor of a gang shows beside what every editor shows."""

from django.utils.translation import ngettext

from builder.games.of_the_dead import offers
from rules.games.of_the_dead.document import ATTRIBUTES, MARKERS
from rules.text import Text, _

A_GANG = Text("gang", "gang")
CREDIT = _("of the dead by Stephan IRO Pelayo and Gregoire Corneil, licence CC BY-NC-SA 4.0.")


def opened(bench, index):
    """The open character: attributes, vocation, state, gauges, markers, and the choices of its forms."""
    view, tables = bench.survey.units[index], bench.catalogue.tables
    return {
        "attributes": offers.attributes(bench, index),
        "vocations": offers.vocations(bench, index),
        "states": offers.states(bench, index),
        "zombie_types": offers.zombie_types(bench, index),
        "gauges": offers.gauges(bench, index),
        "markers": offers.markers(bench, index),
        "carries": offers.carries(bench, index),
        "examples": tables["traumas"].rows.values(),
        "foreign": has_foreign_keys(view),
    }


def has_foreign_keys(view):
    """Whether the document says something that the game has no place for, or leaves an attribute out."""
    keys = view.base.keys()
    return (
        keys != set(ATTRIBUTES)
        or not view.modifiers.keys() <= set(ATTRIBUTES)
        or not view.markers.keys() <= set(MARKERS)
    )


def label(bench):
    """For an index page: the vocation of somebody alone, else that it is a gang."""
    units = bench.survey.units
    if len(units) == 1:
        row = units[0].vocation
        return row.name if row else Text()
    return A_GANG


def counted(number):
    """How large a gang is."""
    return ngettext("{n} character", "{n} characters", number).format(n=number)
