"""What a player can do to a group beside what every list allows: a convoy's edits of fighters, and two ready units."""

from builder.families.red_button.edits import FIGHTER_EDITS
from builder.lists.edits import LIST, Edit, add_unit
from rules.families.red_button.document import Fighter, Stats, Weapon
from rules.games.first_wave.analysis import ANIMAL, CHILD
from rules.games.first_wave.document import SurvivorGroup
from rules.text import _

JAWS = "machoire"


def animal() -> Fighter:
    """With its jaws, at T - and C 5."""
    return Fighter(weapons=(Weapon(JAWS),), abilities=(ANIMAL,))


def child() -> Fighter:
    """Without anything else, at T 5 and C 5."""
    return Fighter(stats=Stats(T=5), equipment=(CHILD,))


def add_animal(document: SurvivorGroup) -> SurvivorGroup:
    return add_unit(document, animal())


def add_child(document: SurvivorGroup) -> SurvivorGroup:
    return add_unit(document, child())


EDITS = FIGHTER_EDITS | {
    "add-animal": Edit(add_animal, (), LIST, _("Animal added"), opens=False),
    "add-child": Edit(add_child, (), LIST, _("Child added")),
}
