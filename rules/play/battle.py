"""A battle as typed, frozen objects: who plays what, and what is marked; each field with the shape of its document.

It holds all that it needs of its lists and of the book, in both languages: it stays what it was when a list, the book
or the code changes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Protocol

from rules.catalogue import Catalogue
from rules.play.battle_shapes import FACT, LEAST, LONGEST_WORDS, MOST, TEXT, VALUE, FactsShape, JsonObject, Values
from rules.shapes import Exactly, Flag, Integer, Maybe, Several, Shape, Slug, String
from rules.text import Text
from rules.typed_shapes import TypedShapes

FORMAT = "bivouac-battle/1"
BOXES, SWITCH, COUNTER, WORDS = "boxes", "switch", "counter", "words"
MOST_SIDES, MOST_UNITS, MOST_MARKERS, MOST_MARKS = 12, 800, 60, 20_000
MOST_IN_BATTLE = 500  # units of all sides and of the table; battles of before may have more
LONGEST_KEY = 100
LONGEST_INPUT = 200  # characters of a text that is marked from now on

WORKED_OUT = ("markers_by_path", "units_by_path", "ends_by_path", "names", "alike")
OUT, FLED, ACTIVATED = "out", "fled", "activated"  # keys of the markers that every unit has
TABLE, OTHERS = "table", "others"  # owners of markers beside the numbers of the sides
STEP = "step-"  # how the keys of the boxes of checklists begin
MARKS_ONLY, ASSISTED, GAME_PLAYS = range(3)  # how much help a table wants, where a game has such a marker
ROUND, HELP = f"{TABLE}/round", f"{TABLE}/help"

Fact = int | str | tuple[str, ...]
Value = int | str
PLAIN: dict[Any, Shape] = {int: Integer(), bool: Flag(), str: String(), Text: TEXT}
SHAPES = TypedShapes(PLAIN, required=("format", "game", "others", "marks"))

# Types with what a document may have of them.
Key = Annotated[str, String(LONGEST_KEY)]
Limit = Annotated[int, Integer(LEAST, MOST)]
Facts = Annotated[Mapping[str, Fact], FactsShape(FACT, 200)]


@dataclass(frozen=True, slots=True)
class Marker:
    """Something that players mark.

    key    -- unique among the markers of its unit, of its side or of the table
    kind   -- BOXES: how many are ticked; SWITCH: 0 or 1; COUNTER: a number; WORDS: a short text, such as a name
    least, most -- of the number; 0 to 1 of a switch
    free   -- so many of the boxes cost nothing yet
    start  -- the number before anything is marked; text: the words then
    ends   -- ticked in full, it takes its unit out of the battle
    each_round -- a new round begins without it
    cite   -- book and page, "" where it is the battle's own
    """

    key: Key
    label: Text
    kind: Annotated[str, Exactly(BOXES, SWITCH, COUNTER, WORDS)] = SWITCH
    least: Limit = 0
    most: Limit = 1
    free: Limit = 0
    start: Limit = 0
    ends: bool = False
    each_round: bool = False
    cite: str = ""
    text: Annotated[str, String(LONGEST_WORDS)] = ""

    @property
    def nothing(self) -> Value:
        """Its value before anything is marked."""
        return self.text if self.kind == WORDS else self.start


Markers = Annotated[tuple[Marker, ...], Several(SHAPES.record(Marker), MOST_MARKERS)]


@dataclass(frozen=True, slots=True)
class BattleUnit:
    """One copy of a unit on the table.

    key    -- unique within its side or among the others; "3.1" is the second copy of the list's fourth unit
    index, copy -- where it stands in the list; None for what no list has
    kind   -- what the game calls it: fighter, vehicle ...
    facts  -- what the game's rules of play need of it: {name: number, text or texts}
    line   -- its figures in short, in both languages
    """

    key: Key
    name: Text
    kind: Key = ""
    index: int | None = None
    copy: Annotated[int, Integer(0)] = 0
    points: int | None = None
    line: Text = Text()
    markers: Markers = ()
    facts: Facts = field(default_factory=dict)


UNIT = SHAPES.record(BattleUnit)
UNITS = Values(UNIT, MOST_UNITS)


@dataclass(frozen=True, slots=True)
class BattleSide:
    """A list in the battle, as it was when it joined.

    player   -- who plays it, "" if nobody said
    label    -- its faction or the like
    revision -- the number of its state
    role     -- a slug of the game, such as attacker
    points, budget -- of the list; None in a game without points
    markers  -- counters of the side: points scored ...
    facts    -- as those of a unit
    team     -- in a battle of companions: sides with the same number play together
    erased   -- its list was erased, and what it was made of with it
    run_by_game -- no list: the game plays it, and its units are those on the table that no list has
    list     -- its document, where a file takes it along; the site keeps its lists in rows
    """

    name: str = ""
    player: str = ""
    label: Text = Text()
    revision: Annotated[int, Integer(0)] = 0
    role: Annotated[str | None, Maybe(Slug())] = None
    points: int | None = None
    budget: int | None = None
    legal: bool = True
    units: Annotated[tuple[BattleUnit, ...], Several(UNIT, MOST_UNITS)] = ()
    markers: Markers = ()
    facts: Facts = field(default_factory=dict)
    team: Annotated[int, Integer(0, MOST_SIDES)] = 0
    erased: bool = False
    run_by_game: bool = False
    list: Annotated[Mapping[str, Any] | None, Maybe(JsonObject())] = None


WON, LOST, DRAWN = "won", "lost", "drawn"
OUTCOMES = (WON, LOST, DRAWN)


@dataclass(frozen=True, slots=True)
class SideResult:
    """How a side fared: `outcome` is one of `OUTCOMES` or "" where nobody won or lost.

    feats -- what is worth telling; facts: what the game keeps of it, such as a grade
    """

    outcome: Annotated[str, Exactly("", *OUTCOMES)] = ""
    points: int | None = None
    feats: Annotated[str, String(5_000)] = ""
    facts: Facts = field(default_factory=dict)


SIDE_RESULT = SHAPES.record(SideResult)


@dataclass(frozen=True, slots=True)
class Result:
    """How a battle ended: a `SideResult` for each side, in their order."""

    sides: Annotated[tuple[SideResult, ...], Several(SIDE_RESULT, MOST_SIDES)] = ()
    notes: Annotated[str, String(5_000)] = ""


@dataclass(frozen=True)
class BattleDocument:
    """A battle: who plays what, and what is marked.

    others -- units that no list has, by their keys: encounters, monsters, markers on the table
    companions -- sides of one team play together; else each is on its own
    markers -- of the table: round, what the scenario counts
    facts  -- what the game keeps of the whole battle
    marks  -- {path: value}: "table/round", "0/points" (a side's), "0/3.1/wounds" (a unit's), "others/2/wounds"
    """

    format: Annotated[str, Exactly(FORMAT)] = field(default=FORMAT, kw_only=True)
    game: Annotated[str, Slug()]
    name: str = ""
    edition: str | None = None
    scenario: Annotated[str | None, Maybe(Slug())] = None
    sides: Annotated[tuple[BattleSide, ...], Several(SHAPES.record(BattleSide), MOST_SIDES)] = ()
    others: Annotated[Mapping[str, BattleUnit], UNITS] = field(default_factory=dict)
    markers: Markers = ()
    facts: Facts = field(default_factory=dict)
    marks: Annotated[Mapping[str, Value], Values(VALUE, MOST_MARKS)] = field(default_factory=dict)
    result: Result | None = None
    companions: bool = False

    def team(self, side: int) -> list[int]:
        """The numbers of the sides that play together with a side, its own among them; the game's own is apart."""
        own = self.sides[side]
        if not self.companions or own.run_by_game:
            return [side]
        return [n for n, side in enumerate(self.sides) if side.team == own.team and not side.run_by_game]

    @property
    def teams(self) -> list[list[int]]:
        """The numbers of the sides of each team, by the first of them."""
        teams = (self.team(number) for number in range(len(self.sides)))
        return [list(team) for team in dict.fromkeys(map(tuple, teams))]

    @cached_property
    def markers_by_path(self) -> dict[str, Marker]:
        """Every marker of the battle by its path: those of the table, of the sides, of the units."""
        owners = [
            (TABLE, self.markers),
            *((str(number), side.markers) for number, side in enumerate(self.sides)),
            *((path, unit.markers) for path, unit in self.units_by_path.items()),
        ]
        return {f"{path}/{marker.key}": marker for path, markers in owners for marker in markers}

    @cached_property
    def units_by_path(self) -> dict[str, BattleUnit]:
        """Every unit by its path: "0/3.1", "others/2"."""
        of_sides = {f"{n}/{unit.key}": unit for n, side in enumerate(self.sides) for unit in side.units}
        return of_sides | {f"{OTHERS}/{key}": unit for key, unit in self.others.items()}

    def with_state(self, marks: Mapping[str, Value], others: Mapping[str, BattleUnit]) -> "BattleDocument":
        """The same battle with these marks and these units on the table."""
        after = replace(self, marks=marks, others=others)
        if others == self.others:  # then what was worked out of the units holds
            after.__dict__.update({name: self.__dict__[name] for name in WORKED_OUT if name in self.__dict__})
        return after

    @cached_property
    def names(self) -> Counter[Text]:
        """How many units have each name."""
        return Counter(unit.name for unit in self.units_by_path.values())

    def called(self, path: str) -> Text:
        """The name of the unit at a path; with its player or its list where another unit has the same name."""
        unit, owner = self.units_by_path[path], path.split("/")[0]
        side = self.sides[int(owner)] if owner.isdigit() else None
        if side is None or self.names[unit.name] < 2:
            return unit.name
        return unit.name.followed_by(f" ({side.player or side.name or f'#{int(owner) + 1}'})")

    @cached_property
    def alike(self) -> dict[str, Text]:
        """What markers are called that have the label of another of their unit: numbered; by their paths."""
        numbered = {}
        for path, unit in self.units_by_path.items():
            labels = Counter(marker.label for marker in unit.markers)
            seen: Counter[Text] = Counter()
            for marker in unit.markers:
                if labels[marker.label] > 1:
                    seen[marker.label] += 1
                    numbered[f"{path}/{marker.key}"] = marker.label.followed_by(f" ({seen[marker.label]})")
        return numbered

    def label(self, path: str) -> Text:
        """What the marker at a path is called among those of its unit."""
        return self.alike.get(path) or self.markers_by_path[path].label

    def value(self, path: str) -> Value:
        """What is marked at a path: a number, or a text for WORDS. 0 for a path without a marker."""
        if path in self.marks:
            return self.marks[path]
        marker = self.markers_by_path.get(path)
        return marker.nothing if marker else 0

    def number(self, path: str) -> int:
        """As `value`, for what is a number; 0 for a text."""
        value = self.value(path)
        return value if isinstance(value, int) else 0

    @property
    def round(self) -> int:
        return self.number(ROUND)

    @cached_property
    def ends_by_path(self) -> dict[str, list[tuple[str, int]]]:
        """For each unit by its path the markers that end it: (path, the number with which they do)."""
        return {
            path: [(f"{path}/{marker.key}", marker.most) for marker in unit.markers if marker.ends]
            for path, unit in self.units_by_path.items()
        }

    def is_down(self, path: str) -> bool:
        """Whether the unit at a path no longer takes part: out, fled, or a marker that `ends` it is full."""
        return path in self.down_paths

    @cached_property
    def down_paths(self) -> frozenset[str]:
        """The paths of the units that no longer take part; notices ask for it of every unit, many times a mark."""
        ends = self.ends_by_path.items()
        return frozenset(path for path, markers in ends if any(self.number(end) >= most for end, most in markers))

    def side_name(self, side: int) -> str:
        """What a side is called: its name, else its player, else its number."""
        owner = self.sides[side]
        return owner.name or owner.player or f"#{side + 1}"

    def paths_of(self, side: int) -> list[str]:
        """The paths of the units of a side."""
        if self.sides[side].run_by_game:
            return [f"{OTHERS}/{key}" for key in self.others]
        return [f"{side}/{unit.key}" for unit in self.sides[side].units]

    def standing(self, side: int) -> list[str]:
        """The paths of the units of a side that still take part."""
        return [path for path in self.paths_of(side) if not self.is_down(path)]


Battle = BattleDocument  # as rules of play call them
Side = BattleSide
Unit = BattleUnit


class Context(Protocol):
    """A battle, its book, and the list of each side as it joined: None where it can no longer be read.

    language, side -- of the reader; side: None for a watcher
    """

    @property
    def battle(self) -> Battle: ...
    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def lists(self) -> Sequence[Any]: ...
    @property
    def language(self) -> str: ...
    @property
    def side(self) -> int | None: ...


def side_of_path(path: str) -> int | None:
    """The number of the side that a unit belongs to; None for what no list has."""
    owner = path.split("/")[0]
    return int(owner) if owner.isdigit() else None


def listed(facts: Mapping[str, Fact], name: str) -> tuple[str, ...]:
    """The slugs that a fact lists; battles of before have them as one text with blanks between."""
    value = facts.get(name, ())
    return value if isinstance(value, tuple) else tuple(str(value).split())


def figure(facts: Mapping[str, Fact], name: str, usual: int = 0) -> int:
    """The number that a fact is; `usual` where there is none."""
    value = facts.get(name)
    return value if isinstance(value, int) else usual
