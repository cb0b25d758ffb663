"""First Wave's part of the roster document: that of a convoy; the checks say what a group may not have."""

from dataclasses import dataclass

from rules.families.red_button.document import RedButtonList, shape
from rules.text import Text

# What only the head of a convoy may say: the value that says nothing, and its name.
FOREIGN = {
    "role": (None, Text("rôle", "role")),
    "bonus": (0, Text("prime", "prize points")),
    "exotic": (False, Text("équipement exotique", "exotic equipment")),
    "faction": (None, Text("faction", "faction")),
    "subfaction": (None, Text("sous-faction", "sub-faction")),
    "activity": (None, Text("activité", "activity")),
    "traits": (None, Text("traits empruntés", "borrowed traits")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivorGroup(RedButtonList):
    game: str = "first-wave"


def foreign(group: RedButtonList) -> tuple[Text, ...]:
    """The names of what the head of a group says though only convoys may say it."""
    return tuple(name for key, (nothing, name) in FOREIGN.items() if getattr(group, key) != nothing)


SHAPE = shape(SurvivorGroup, "first-wave")
