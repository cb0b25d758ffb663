"""What a group may still take: survivors for the list, and the way out for a slave."""

from builder.games.first_wave import edits
from builder.games.rbn.edits import toggle_slave
from builder.games.rbn.offers import OfferGroup, blank_fighter
from builder.lists.offers import OfferChecker
from rules.games.first_wave.analysis import ANIMAL, CHILD, analyse_unit
from rules.text import _


def new_units(loaded):
    """What may be added to the list: a blank survivor, a child, an animal."""
    checker, catalogue, context = OfferChecker.of(loaded), loaded.catalogue, loaded.analysis.context
    starts = (
        ("add-child", catalogue.equipment[CHILD], edits.add_child, edits.child()),
        ("add-animal", catalogue.abilities[ANIMAL], edits.add_animal, edits.animal()),
    )
    others = (
        checker.offer(command, entry, edit, cost=analyse_unit(unit, context).cost)
        for command, entry, edit, unit in starts
    )
    return [OfferGroup("fighters", _("Survivors"), (blank_fighter(checker, loaded), *others))]


def switches(loaded, index):
    """A slave can be freed; nobody can be made one."""
    unit = loaded.document.units[index]
    if unit.kind != "fighter" or not unit.slave:
        return ()
    entry = loaded.catalogue.unit_types["combattant"]
    return (OfferChecker.of(loaded).offer(f"toggle-slave {index}", entry, toggle_slave, index),)
