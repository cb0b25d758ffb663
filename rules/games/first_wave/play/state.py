"""How survivors and NPCs stand in a battle, read from the battle alone, with the keys of their markers and facts."""

from rules.play.battle import Battle, Unit, listed
from rules.play.marks import Mark

WOUNDS, STUNNED, STILL, FIRE, INFECTION = "wounds", "stunned", "still", "fire", "infection"
UNCONSCIOUS = "unconscious"  # of NPCs, who may be immobilised too; no survivor is
FRESH, FRESH_USED, AMPHETAMINE, KIT = "fresh-ammunition", "fresh-ammunition-used", "amphetamine", "kit"
FOUND_ARMOUR, ARMOUR_WOUND, FOUND_SHIELD = "found-armour", "armour-wound", "found-shield"
HIDDEN = "hidden"
EATEN = "eaten"  # by an NPC, where the scenario counts it
FIGHTER = "fighter"
NPC, PROFILE = "npc", "profile"
ZOMBIE = "humain-infecte"  # the profile of those who rise
INFECTED, MACHINE, SURVIVOR = "infecte", "machine", "survivant"  # what a figure is to the tables of shots


def has(unit: Unit, tag: str) -> bool:
    """Whether a survivor's list gives it this equipment or ability."""
    return tag in listed(unit.facts, "tags")


def gun_key(slug: str, number: int = 1) -> str:
    """The key of the marker "out of ammo" of a survivor's first, second ... weapon of a kind."""
    return f"empty-{slug}-{number}"


def picked_key(slug: str, number: int = 1) -> str:
    """The key of the marker of a spear that was picked up after its throw (ruling A95)."""
    return f"picked-up-{slug}-{number}"


def credit_key(side: int) -> str:
    """The key of the marker that says that a side eliminated this NPC."""
    return f"by-{side}"


def wounds_on(battle: Battle, path: str, number: int = 1) -> tuple[Mark, ...]:
    """The marks that wound the survivor at a path: armour that was found takes the first wound."""
    armour = f"{path}/{ARMOUR_WOUND}"
    worn = armour in battle.markers_by_path and bool(battle.number(f"{path}/{FOUND_ARMOUR}"))
    on_armour = int(worn and number > 0 and not battle.number(armour))
    rest = number - on_armour
    return (*[Mark.set(armour)] * on_armour, *[Mark.add(f"{path}/{WOUNDS}", rest)] * (rest > 0))


def is_survivor(battle: Battle, path: str) -> bool:
    """Whether a survivor stands at a path."""
    return f"{path}/{INFECTION}" in battle.markers_by_path and not battle.is_down(path)


def has_wound(battle: Battle, path: str) -> bool:
    """Whether the survivor at a path has a wound, one that armour took too."""
    return any(battle.number(f"{path}/{key}") for key in (WOUNDS, ARMOUR_WOUND))


def is_wounded(battle: Battle, path: str) -> bool:
    """Whether the survivor at a path rolls 1D6 less: the first wound of armour does not count ("Blessé"; p. 7)."""
    marker = battle.markers_by_path.get(f"{path}/{WOUNDS}")
    return marker is not None and battle.number(f"{path}/{WOUNDS}") > marker.free
