"""What the rules of play need of a character, as its unit in a battle keeps it."""

from collections.abc import Iterator

from rules.games.of_the_dead.analysis import CharacterAnalysis
from rules.games.of_the_dead.document import ATTRIBUTES, Thing, Trauma
from rules.play.battle import Fact

MODIFIERS = "modifiers"  # of what it carries and of its traumas, each "combat/-1/NAME"
LONGEST_NAME = 100


def facts_of(character: CharacterAnalysis) -> dict[str, Fact]:
    """Its attributes with lasting changes, what its equipment and traumas change, whether it is a zombie."""
    unit = character.unit
    facts: dict[str, Fact] = {key: character.current[key] for key in ATTRIBUTES}
    zombie: dict[str, Fact] = {"zombie": unit.zombie_type or ""} if unit.state == "zombie" else {}
    return facts | zombie | {MODIFIERS: tuple(modifier_words(character))}


def modifier_words(character: CharacterAnalysis) -> Iterator[str]:
    entries: tuple[Thing | Trauma, ...] = (*character.unit.equipment, *character.unit.traumas)
    for entry in entries:
        for key, number in entry.modifier:
            if number:
                yield f"{key}/{number}/{entry.name[:LONGEST_NAME]}"
