"""What the rules of play need of a character, as its unit in a battle keeps it."""

from collections.abc import Iterator

from rules.games.of_the_dead.analysis import CharacterAnalysis
from rules.games.of_the_dead.document import ATTRIBUTES, Thing, Trauma
from rules.play.battle import Fact

MODIFIERS = "modifiers"  # of what it carries and of its traumas, each "combat/-1/NAME"
LONGEST_NAME = 100
HELD = ("one-hand", "two-hands")


def facts_of(character: CharacterAnalysis) -> dict[str, Fact]:
    """Its attributes with lasting changes, what equipment and traumas change, whether a zombie, what is recalled."""
    unit = character.unit
    facts: dict[str, Fact] = {key: character.current[key] for key in ATTRIBUTES}
    zombie: dict[str, Fact] = {"zombie": unit.zombie_type or ""} if unit.state == "zombie" else {}
    return facts | zombie | {MODIFIERS: tuple(modifier_words(character))} | names_to_recall(character)


def names_to_recall(character: CharacterAnalysis) -> dict[str, Fact]:
    """What players copied from cards and no modifier says: vocation, traumas, what is in its hands or worn."""
    unit, vocation = character.unit, character.vocation if character.living else None
    names = {
        "vocation": [str(vocation.name)] if vocation else [],
        "traumas": [trauma.name for trauma in unit.traumas if not trauma.modifier],
        "hands": [thing.name for thing in unit.equipment if thing.carry in HELD and not thing.modifier],
        "worn": [thing.name for thing in unit.equipment if thing.carry == "worn" and not thing.modifier],
    }
    return {fact: tuple(name[:LONGEST_NAME] for name in some if name) for fact, some in names.items() if any(some)}


def modifier_words(character: CharacterAnalysis) -> Iterator[str]:
    entries: tuple[Thing | Trauma, ...] = (*character.unit.equipment, *character.unit.traumas)
    for entry in entries:
        for key, number in entry.modifier:
            if number:
                yield f"{key}/{number}/{entry.name[:LONGEST_NAME]}"
