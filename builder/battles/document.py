"""A battle as typed, frozen objects: the exchange format `bivouac-battle/1`, read from and written to decoded JSON.

The document holds all that the battle needs of its lists and of the book, in both languages: it stays what it was when
a list, the book or the code changes.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any

from rules.play.battle import OTHERS, TABLE, Fact
from rules.shapes import Either, Exactly, Flag, Integer, Maybe, Record, Refused, Several, Shape, Slug, String
from rules.text import Text, _
from rules.typed_shapes import TypedShapes

FORMAT = "bivouac-battle/1"
BOXES, SWITCH, COUNTER, WORDS = "boxes", "switch", "counter", "words"
ROUND = f"{TABLE}/round"
MOST_SIDES, MOST_UNITS, MOST_MARKERS, MOST_MARKS = 12, 800, 60, 20_000
MOST_IN_BATTLE = 500  # units of all sides and of the table; battles of before may have more
LEAST, MOST = -9_999, 9_999
LONGEST_WORDS, LONGEST_INPUT = 1_000, 200  # characters of a text, and of one that is marked from now on
LONGEST_LOG = 2_000_000  # bytes of a battle's marks

WORKED_OUT = ("markers_by_path", "units_by_path", "ends_by_path", "names", "alike")
Value = int | str


class TextShape:
    """A text in both languages: {"fr": ..., "en": ...}, or one text that is the same in both."""

    longest = String(400)

    def read(self, value: Any) -> Text:
        if type(value) is str:
            return Text(self.longest.read(value), value)
        return self.record.read(value)

    def write(self, value: Text) -> Any:
        return value.fr if value.fr == value.en else self.record.write(value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.longest.schema(), self.record.schema()]}

    record = Record(Text, {"fr": longest, "en": longest})


class JsonObject:
    """A JSON object as it is, read by whom it is for."""

    def read(self, value: Any) -> Any:
        if type(value) is not dict:
            raise Refused(_("Object expected."))
        return value

    def write(self, value: Any) -> Any:
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


class Values:
    """A JSON object of any keys, kept as a dict; at most `most`."""

    def __init__(self, shape: Shape, most: int) -> None:
        self.shape, self.most = shape, most
        self.several = Several(shape, most)
        self.keys = Several(String(200), most)

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise Refused(_("Object expected."))
        keys = self.keys.read([*value])
        return dict(zip(keys, self.several.read([*value.values()]), strict=True))

    def write(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self.shape.write(member) for key, member in value.items()}

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "maxProperties": self.most, "additionalProperties": self.shape.schema()}


class FactsShape(Values):
    """As `Values`, written in alphabetical order."""

    def write(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return super().write(dict(sorted(value.items())))


TEXT = TextShape()
VALUE = Either({int: Integer(LEAST, MOST), str: String(LONGEST_WORDS)}, _("Number or text expected."))
FACT = Either({int: Integer(), str: String(2_000), list: Several(String(200), 200)}, _("Number or text expected."))

PLAIN: dict[Any, Shape] = {int: Integer(), bool: Flag(), str: String(), Text: TEXT}
SHAPES = TypedShapes(PLAIN, required=("format", "game", "others", "marks"))

# Types with what a document may have of them.
Key = Annotated[str, String(100)]
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
    erased   -- its list was erased, and what it was made of with it
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
    erased: bool = False
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

    def standing(self, side: int) -> list[str]:
        """The paths of the units of a side that still take part."""
        return [path for unit in self.sides[side].units if not self.is_down(path := f"{side}/{unit.key}")]


BATTLE = SHAPES.record(BattleDocument)


def read(data: Any) -> BattleDocument:
    """The battle of decoded JSON. Raises `Refused`."""
    return BATTLE.read(data)


def write(battle: BattleDocument) -> dict[str, Any]:
    """Decoded JSON of a battle; what is as by default is left out."""
    return BATTLE.write(battle)


# The state, stored apart: marks and the units on the table, which change with each mark.


def read_state(setup: BattleDocument, data: Mapping[str, Any]) -> BattleDocument:
    """The battle `setup` with the state that `write_state` gave."""
    marks, others = data.get("marks", {}), data.get("others", {})
    return setup.with_state(marks, UNITS.read(others) if others else {})


def write_state(battle: BattleDocument, logged: int) -> dict[str, Any]:
    """The marks, the units on the table and how many bytes the log has (states of before lack it), as decoded JSON."""
    return {"marks": dict(battle.marks), "others": UNITS.write(battle.others), "logged": logged}


def schema() -> dict[str, Any]:
    """The JSON Schema of the format."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT} | BATTLE.schema()
