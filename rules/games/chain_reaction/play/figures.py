"""A figure in a battle as its rules of play read it: REP, attributes, weapons, marks."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rules.catalogue import TableRow
from rules.games.chain_reaction.analysis import DOGS, ZOMBIE
from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.play.book import ChainReactionPlay, TestChange, play_of
from rules.games.chain_reaction.play.facts import NONE, OWN
from rules.play.acting_unit import ActingUnit
from rules.play.battle import OTHERS, Battle, Fact, figure, listed, side_of_path
from rules.play.marks import Mark
from rules.text import Text

KINDS, CHARACTER, STAR = ("star", "npc"), "figure", "star"
CRACK_SHOT, THROWER, KNIFE, TOUGH, LUCKY = "tireur-d-elite", "lanceur", "bon-au-couteau", "dur-a-cuire", "chanceux"
ONCE = (LUCKY, TOUGH)  # used once a battle; their boxes are numbered in the order of the figure's attributes
GRENADE, ONE_HAND, TWO_HANDS = (
    "grenade",
    "arme-de-corps-a-corps-improvisee-a-une-main",
    "arme-de-corps-a-corps-improvisee-a-deux-mains",
)
BLADES = ("tomahawk-couteau",)
OWN_FIGURES = ("range", "rate", "impact")  # of a weapon of the players' own, before its name
CAPTURED, STUNNED, DEAD, MOUNT_LOST = "captured", "stunned", "dead", "hit-while-mounted-mount-lost"


@dataclass(frozen=True)
class CarriedWeapon:
    """A weapon of a figure; lengths in inches, None where the book prints a dash.

    key   -- its place among the figure's weapons, as forms name it
    noise -- a firearm, or what bursts
    empty -- the key of its marker, "" where it never runs empty
    """

    key: str
    slug: str
    name: Text
    range: int | None
    rate: int | None
    impact: int
    blast: int | None = None
    noise: bool = False
    empty: str = ""

    @property
    def shoots(self) -> bool:
        """Whether it is shot at 1D6 + REP."""
        return self.range is not None and self.slug != GRENADE

    @property
    def dice(self) -> int:
        """How many a shot has: its rate; one of what bursts (ruling cr-42)."""
        return 1 if self.blast else self.rate or 1


class Figure(ActingUnit):
    """Who acts or is acted upon."""

    @property
    def name(self) -> Text:
        return self.battle.called(self.path)

    @property
    def play(self) -> ChainReactionPlay:
        return play_of(self.catalogue)

    @property
    def side(self) -> str:
        return self.path.split("/")[0]

    @property
    def rep(self) -> int:
        return figure(self.unit.facts, "rep")

    @property
    def kind(self) -> Fact:
        return self.unit.facts.get(CHARACTER, "")

    @property
    def is_star(self) -> bool:
        return STAR in self.unit.facts

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        """The slugs of those that the book has."""
        rows = [self.catalogue.tables[name].rows for name in ("advantages", "disadvantages")]
        return tuple(slug for slug in listed(self.unit.facts, "attributes") if any(slug in table for table in rows))

    def attribute(self, slug: str) -> TableRow:
        """The row of an attribute of the book."""
        rows = self.catalogue.tables["advantages"].rows
        return rows.get(slug) or self.catalogue.tables["disadvantages"].rows[slug]

    def changes(self, test: str) -> Iterator[tuple[TableRow, TestChange]]:
        """What its attributes change of a test, each with its row."""
        return ((self.attribute(slug), change) for slug, change in self.play.changes_of(self.attributes, test))

    def takes(self, test: str) -> bool:
        """Whether it makes a test at all: zombies and insurgents that the game runs do not make all (ruling cr-48)."""
        who = ZOMBIE if self.kind == ZOMBIE else "human" if self.side == OTHERS else ""
        return not who or self.play.run_by_game[who].covers(test)

    def mark(self, key: str, value: int = 1) -> Iterator[Mark]:
        """What marks it, where it has such a marker and not that value."""
        if self.has(key) and self.marked(key) != value:
            yield Mark.set(f"{self.path}/{key}", value)

    def once(self, attribute: str) -> str:
        """The key of the box of what is used once a battle."""
        number = [slug for slug in self.attributes if slug in ONCE].index(attribute)
        return "used" if number == 0 else f"used-{number + 1}"

    @property
    def rides(self) -> bool:
        return rides(self.battle, self.path)

    def has_unused(self, attribute: str) -> bool:
        return attribute in self.attributes and self.has(key := self.once(attribute)) and not self.marked(key)

    @cached_property
    def weapons(self) -> list[CarriedWeapon]:
        """Those of its list, and the knife that it throws where it is good with one and carries none to throw."""
        return [*self.carried()]

    def carried(self) -> Iterator[CarriedWeapon]:
        emptied = 0
        for key, words in enumerate(listed(self.unit.facts, "weapons")):
            weapon = self.weapon(str(key), words)
            if weapon.shoots and weapon.dice * self.pair(weapon) > 1:
                emptied += 1
                weapon = replace(weapon, empty="empty" if emptied == 1 else f"empty-{emptied}")
            yield weapon

    def pair(self, weapon: CarriedWeapon) -> int:
        """How many dice it throws for each of a shot: two of a crack shot, of which the better counts (cr-50)."""
        return 2 if CRACK_SHOT in self.attributes and not weapon.blast else 1

    def weapon(self, key: str, words: str) -> CarriedWeapon:
        period, _slash, slug = words.partition("/")
        if period == OWN:
            *figures, name = slug.split("/", len(OWN_FIGURES))
            reach, rate, impact = (None if value == NONE else int(value) for value in figures)
            return CarriedWeapon(key, OWN, Text(name, name), reach, rate, impact or 0, noise=bool(reach))
        row = self.catalogue.tables[f"weapons-{period}"].rows[slug]
        reach, rate, impact, blast, noise = map(row.figures.get, ("range", "rate", "impact", "blast", "noise"))
        return CarriedWeapon(key, slug, row.name, reach, rate, impact or 0, blast, bool(noise))

    @property
    def guns(self) -> list[CarriedWeapon]:
        """What it shoots with; dogs and zombies use no weapon ("Animaux")."""
        if not shoots_at_all(self.battle, self.path):
            return []
        guns = [weapon for weapon in self.weapons if weapon.shoots]
        if KNIFE in self.attributes and not any(gun.slug in BLADES for gun in guns):
            improvised = self.catalogue.tables[f"weapons-{GENERIC}"].rows[ONE_HAND].figures
            knife = self.catalogue.play.modifiers["thrown-knife"]
            text = knife.text if isinstance(knife.text, Text) else Text()
            guns.append(CarriedWeapon(KNIFE, KNIFE, text, knife.figure, improvised["rate"], improvised["impact"]))
        return guns

    @property
    def weapon_class(self) -> int:
        """The highest class of what it carries ("Surclassement")."""
        return max((weapon.rate or 0 for weapon in self.weapons), default=0)

    @property
    def blasts(self) -> bool:
        """Whether what it carries outguns everything (ruling cr-24)."""
        return any(weapon.blast for weapon in self.guns)

    def outguns(self, other: "Figure") -> bool:
        """By class; nothing but another blast outguns whoever carries one (ruling cr-24)."""
        return self.blasts or (self.weapon_class > other.weapon_class and not other.blasts)


def enemies(battle: Battle, path: str) -> list[str]:
    """The paths of those of other sides that still take part."""
    side = path.split("/")[0]
    return [other for other in battle.units_by_path if other.split("/")[0] != side and is_in(battle, other)]


def is_in(battle: Battle, path: str) -> bool:
    """Whether a unit takes part, free and with figures of its own: battles of before have none."""
    unit = battle.units_by_path[path]
    return "rep" in unit.facts and not battle.is_down(path) and not battle.number(f"{path}/{CAPTURED}")


def shoots_at_all(battle: Battle, path: str) -> bool:
    """Whether it uses weapons to shoot; dogs and zombies do not."""
    return battle.units_by_path[path].facts.get(CHARACTER) not in (*DOGS, ZOMBIE)


def has_attribute(battle: Battle, path: str, slug: str) -> bool:
    return slug in listed(battle.units_by_path[path].facts, "attributes")


def stunned(battle: Battle, path: str) -> bool:
    return is_in(battle, path) and bool(battle.number(f"{path}/{STUNNED}"))


def rides(battle: Battle, path: str) -> bool:
    return bool(battle.units_by_path[path].facts.get("mounted")) and not battle.number(f"{path}/{MOUNT_LOST}")


def can_act(battle: Battle, path: str) -> bool:
    """Whether a figure takes part and is not stunned."""
    return is_in(battle, path) and not battle.number(f"{path}/{STUNNED}")


def manned(battle: Battle, path: str, fact: str) -> list[tuple[str, list[str]]]:
    """(what stands before the slash, the indexes behind it) of each mortar or car of a figure's side."""
    side = side_of_path(path)
    rows = listed(battle.sides[side].facts, fact) if side is not None else ()
    return [(head, indexes.split(",")) for head, _slash, indexes in (words.partition("/") for words in rows)]


def able(battle: Battle, path: str, indexes: Collection[str]) -> list[str]:
    """The paths of those of a figure's side with these indexes who are neither stunned nor out of the fight."""
    side = side_of_path(path)
    units = battle.sides[side].units if side is not None else ()
    paths = [f"{side}/{unit.key}" for unit in units if str(unit.index) in indexes]
    return [other for other in paths if can_act(battle, other)]
