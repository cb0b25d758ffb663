"""What a player can do to a group beside what every list allows: a convoy's edits of fighters, and two ready units."""

from builder.games.rbn import edits as rbn
from builder.lists.edits import LIST, Edit, add_unit
from rules.games.first_wave.analysis import ANIMAL, CHILD
from rules.games.first_wave.document import SurvivorGroup
from rules.games.rbn.document import Fighter, Stats, Weapon
from rules.text import _

JAWS = "machoire"
CONVOY_EDITS = (
    "add-fighter",
    "set-stat",
    "toggle-slave",
    "add-weapon",
    "remove-weapon",
    "toggle-rounds",
    "add-equipment",
    "remove-equipment",
    "add-ability",
    "remove-ability",
    "set-head",
)


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


EDITS = {name: rbn.EDITS[name] for name in CONVOY_EDITS} | {
    "add-animal": Edit(add_animal, (), LIST, _("Animal added"), opens=False),
    "add-child": Edit(add_child, (), LIST, _("Child added")),
}
