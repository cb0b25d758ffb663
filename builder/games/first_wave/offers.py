"""What a group may still take: survivors for the list, and freedom for a slave."""

from builder.games.first_wave import edits
from builder.games.rbn.edits import toggle_slave
from builder.games.rbn.offers import blank_fighter
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker, OfferGroup
from rules.games.first_wave.analysis import ANIMAL, CHILD, analyse_unit
from rules.text import _


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """What may be added to the list: a blank survivor, a child, an animal."""
    checker, catalogue, context = OfferChecker.of(loaded), loaded.catalogue, loaded.analysis.context
    others = (
        checker.offer(command, entry, edit, cost=analyse_unit(unit, context).cost)
        for command, entry, edit, unit in (
            ("add-child", catalogue.equipment[CHILD], edits.add_child, edits.child()),
            ("add-animal", catalogue.abilities[ANIMAL], edits.add_animal, edits.animal()),
        )
    )
    return [OfferGroup("fighters", _("Survivors"), (blank_fighter(loaded), *others))]


def switches(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """A slave can be freed; nobody can be made one."""
    unit = loaded.document.units[index]
    if unit.kind != "fighter" or not unit.slave:
        return ()
    entry = loaded.catalogue.unit_types["combattant"]
    return (OfferChecker.of(loaded).offer(f"toggle-slave {index}", entry, toggle_slave, index),)
