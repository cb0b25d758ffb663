"""What is marked in a mission: heroes, rooms and corridors, types of enemies, whose turn it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, auto

from rules.games.reichbusters.analysis import MELEE, OTHER
from rules.games.reichbusters.document import Hero, Weapon, WeaponSide
from rules.play.battle import ACTIVATED, TABLE, Battle, Fact, Marker, figure, listed
from rules.text import folded

HERO, ROOM, ENEMY = "hero", "room", "enemy"  # kinds of units
BEFORE, ALARM, AFTER = "before-the-alarm", "alarm", "after-the-alarm"  # markers of the track
TURN, STEP, RESCUED, LOST, OBJECTIVE = "step-turn", "step-enemy", "step-rescue", "lost", "objective"  # of the table
ALARM_DUE, DUE, UNDER_WAY = "step-alarm", 1, 2  # set off, its steps begin; "step-alarm-1" ... are ticked
WOUNDS, DOWN, CAPTURED, ESCAPED = "lasting-wounds", "down", "captured", "escaped"  # of heroes
ORDER, BASE, NOISE, EFFECTS = "order", "base-actions", "step-noise", "step-effects"
VIGILANCE, ENEMIES, CLEARED = "vigilance", "enemies", "cleared"  # of rooms
MOST_UNITS, HEROIC, SEEN = "step-most", "step-heroic", "step-seen"
IN_PLAY = "in-play"  # of types of enemies
NOISE_DECK, WOUND_DECK = "deck-noise", "deck-wounds"
DECKS = (NOISE_DECK, "deck-enemies", WOUND_DECK)  # of the table
ALERTED = 2
TOKENS, OBJECTS = "tokens-", "object-"  # of rooms by their level, of heroes by their place
NONE = "-"  # a figure that nobody copied
MOST_FIGURE = 99  # of a weapon in play, so that the words of its fact are whole


class EnemyStep(IntEnum):
    """The steps of an enemy turn (p. 25)."""

    ACHTUNG = auto()
    POSTS = auto()
    KILL = auto()
    EYES = auto()


class AlarmStep(IntEnum):
    """The steps of the alarm (p. 20)."""

    MARKER = auto()
    TOKENS = auto()
    VIGILANCE = auto()
    NOISE = auto()
    EFFECTS = auto()
    ENEMIES = auto()
    SPACE = auto()
    ROUND = auto()


@dataclass(frozen=True)
class Arm:
    """A side of a weapon as a fact: "INDEX/SIDE/TYPE/RANGE/ATTACK/NOISE/VRIL/NAME/KEYWORDS", a dash for no figure."""

    index: int
    side: int
    type: str
    range: int | None
    attack: int | None
    noise: int | None
    vril: int | None
    name: str
    keywords: tuple[str, ...]

    @classmethod
    def read(cls, words: str) -> "Arm":
        index, side, kind, *numbers, name_and_keywords = words.split("/", 7)
        reach, attack, noise, vril = (None if number == NONE else int(number) for number in numbers)
        name, *keywords = name_and_keywords.split("/")
        return cls(int(index), int(side), kind, reach, attack, noise, vril, name, tuple(filter(None, keywords)))

    @property
    def dice(self) -> int:
        """Those of an attack, vril dice among them."""
        return (self.attack or 0) + (self.vril or 0)

    def reaches(self, zones: int) -> bool:
        """Whether a target so many zones away may be in reach: in melee in the own, else in another one (p. 16)."""
        return zones == 0 if self.type == MELEE else 0 < zones <= (self.range or 1)


def facts_of(hero: Hero) -> Mapping[str, Fact]:
    """What play needs of a hero: defence, both sides of its weapons with their keywords, skills."""
    sides = [
        (index, number, weapon, side)
        for index, weapon in enumerate(hero.weapons)
        for number, side in enumerate(weapon.sides)
    ]
    who: dict[str, Fact] = {"hero": f"{hero.hero} {folded(hero.name) if hero.hero == OTHER else ''}".strip()[:200]}
    defence: dict[str, Fact] = {} if hero.defense is None else {"defence": hero.defense}
    return (
        who
        | defence
        | {
            "weapons": tuple(words_of(*side)[:200] for side in sides),
            "skills": tuple(filter(None, hero.skills)),
            "keywords": tuple(dict.fromkeys(word[:100] for *_place, side in sides for word in side.keywords if word)),
        }
    )


def words_of(index: int, number: int, weapon: Weapon, side: Weapon | WeaponSide) -> str:
    figures = (side.range, side.attack_dice, side.noise_dice, side.vril_dice)
    dice = (NONE if number is None else str(max(-MOST_FIGURE, min(number, MOST_FIGURE))) for number in figures)
    name, *keywords = (text.replace("/", " ")[:40] for text in (weapon.name, *side.keywords))
    return "/".join((str(index), str(number), side.type[:20], *dice, name, *keywords))


def weapon_mark(index: int, key: str) -> str:
    """The key of a marker of a hero's weapon: "jammed", of its second "jammed-2"."""
    return key if index == 0 else f"{key}-{index + 1}"


def arms_of(battle: Battle, path: str) -> list[Arm]:
    """The sides of a hero's weapons that are up."""
    arms = [Arm.read(words) for words in listed_facts(battle, path, "weapons")]
    up = {arm.index: battle.number(f"{path}/{weapon_mark(arm.index, 'upgraded')}") for arm in arms}
    sides = {(arm.index, arm.side) for arm in arms}
    return [arm for arm in arms if arm.side == (up[arm.index] if (arm.index, up[arm.index]) in sides else 0)]


def listed_facts(battle: Battle, path: str, name: str) -> tuple[str, ...]:
    return listed(battle.units_by_path[path].facts, name)


def is_usable(battle: Battle, path: str, arm: Arm) -> bool:
    """Whether a weapon is neither jammed nor discharged (ruling rb-18)."""
    return not any(battle.number(f"{path}/{weapon_mark(arm.index, key)}") for key in ("jammed", "discharged"))


# --- who is there ---------------------------------------------------------------------------------------------------


def paths(battle: Battle, kind: str) -> list[str]:
    """The paths of all units of a kind, in their order."""
    return [path for path, unit in battle.units_by_path.items() if unit.kind == kind]


def heroes(battle: Battle) -> list[str]:
    """The heroes of all teams who are still in the mission."""
    return [path for path in paths(battle, HERO) if not battle.is_down(path)]


def may_be_attacked(battle: Battle) -> list[str]:
    """The heroes whom enemies attack: neither down nor captured."""
    return [path for path in heroes(battle) if not any(battle.number(f"{path}/{key}") for key in (DOWN, CAPTURED))]


def acting_types(battle: Battle) -> list[str]:
    """The types of enemies that act, in the order of their cards: those with a yellow name."""
    return [path for path in paths(battle, ENEMY) if not battle.units_by_path[path].facts.get("white")]


def numbered(markers: Iterable[Marker], beginning: str) -> list[int]:
    """The numbers at the end of the keys of markers that begin so: levels of tokens, places of objects."""
    return [int(marker.key.removeprefix(beginning)) for marker in markers if marker.key.startswith(beginning)]


def levels(battle: Battle, room: str) -> list[int]:
    """The levels of the enemy tokens in a room or corridor."""
    every = numbered(battle.units_by_path[room].markers, TOKENS)
    return [level for level in every if battle.number(f"{room}/{TOKENS}{level}")]


def alerted(battle: Battle) -> list[str]:
    """Rooms and corridors with alerted units; after the alarm nobody notes it."""
    return [room for room in paths(battle, ROOM) if is_alerted(battle, room) and battle.number(f"{room}/{ENEMIES}")]


def is_alerted(battle: Battle, room: str) -> bool:
    return battle.number(f"{room}/{VIGILANCE}") >= ALERTED


def table(battle: Battle, key: str) -> int:
    return battle.number(f"{TABLE}/{key}")


def turn_of(battle: Battle) -> str:
    """The path of the hero whose turn it is; "" between turns."""
    path = str(battle.value(f"{TABLE}/{TURN}") or "")
    return path if path in battle.units_by_path else ""


def order_of(battle: Battle, path: str) -> int:
    return battle.number(f"{path}/{ORDER}")


def waiting(battle: Battle) -> list[str]:
    """The heroes who have no turn yet in this round, in the order that was drawn after the alarm."""
    left = [path for path in heroes(battle) if not battle.number(f"{path}/{ACTIVATED}")]
    return sorted(left, key=lambda path: order_of(battle, path)) if is_after(battle) else left


def by_latest(battle: Battle) -> list[str]:
    """The heroes whom ties choose, the latest turn of this round first; none in the enemy turn of the alarm (rb-44)."""
    played = [path for path in may_be_attacked(battle) if battle.number(f"{path}/{ACTIVATED}")]
    alarm = table(battle, ALARM_DUE) == UNDER_WAY
    return [] if alarm else sorted(played, key=lambda path: -order_of(battle, path))


def track_path(battle: Battle, key: str) -> str:
    """The path of a marker of the track: the table's; battles of before have it on the first team."""
    path = f"{TABLE}/{key}"
    return path if path in battle.markers_by_path else f"0/{key}"


def is_after(battle: Battle) -> bool:
    """Whether the alarm has sounded."""
    return bool(battle.number(track_path(battle, ALARM)))


def loot_of(battle: Battle, path: str) -> str:
    return str(battle.units_by_path[path].facts.get("loot", ""))


def in_play(battle: Battle, foe: str) -> int:
    """How many units of a type are in play, by all rows of the faction card with its name, yellow or white (p. 25)."""
    name = battle.called(foe)
    return sum(battle.number(f"{row}/{IN_PLAY}") for row in paths(battle, ENEMY) if battle.called(row) == name)


def is_last_wound(battle: Battle, foe: str, lives: int) -> bool:
    """Whether the next wound kills: always where one does, else where a single unit has all but one (p. 16)."""
    alone = bool(foe) and in_play(battle, foe) == 1
    return lives == 1 or (alone and battle.number(f"{foe}/wound-tokens") + 1 >= lives)


def enemy_figure(battle: Battle, path: str, name: str, usual: int = 0) -> int:
    """A figure of a type of enemies, as it was copied from the faction card."""
    return figure(battle.units_by_path[path].facts, name, usual) if path else usual
