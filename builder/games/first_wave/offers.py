"""What a group may still take: survivors for the list, and the way out for a slave."""

from builder.games.first_wave import edits
from builder.games.rbn.edits import toggle_slave
from builder.games.rbn.offers import Group, blank_fighter
from builder.options import Asking
from rules.games.first_wave.survey import ANIMAL, CHILD, view_of
from rules.text import _


def new_units(bench):
    """What may be added to the list: a blank survivor, a child, an animal."""
    asking, catalogue, terms = Asking.of(bench), bench.catalogue, bench.survey.terms
    starts = (
        ("add-child", catalogue.equipment[CHILD], edits.add_child, edits.child()),
        ("add-animal", catalogue.abilities[ANIMAL], edits.add_animal, edits.animal()),
    )
    others = (asking.offer(line, entry, edit, cost=view_of(unit, terms).cost) for line, entry, edit, unit in starts)
    return [Group("fighters", _("Survivors"), (blank_fighter(asking, bench), *others))]


def switches(bench, index):
    """A slave can be freed; nobody can be made one."""
    unit = bench.list.units[index]
    if unit.kind != "fighter" or not unit.slave:
        return ()
    entry = bench.catalogue.unit_types["combattant"]
    return (Asking.of(bench).offer(f"toggle-slave {index}", entry, toggle_slave, index),)
