"""The exchange format `bivouac-roster/1`: JSON text <-> `data` (decoded JSON) <-> `Document` (typed objects)."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.game import Game
from rules.shapes import (
    LONGEST_INTEGER,
    LONGEST_LIST,
    Either,
    Exactly,
    Flag,
    Integer,
    Maybe,
    Position,
    Record,
    Refused,
    Several,
    Slug,
    String,
    Tagged,
)
from rules.text import Message, _
from rules.typed_shapes import TypedShapes

Games = Mapping[str, Game]

FORMAT = "bivouac-roster/1"
MOST_BYTES = 1_000_000
MOST_UNITS = 500
MOST_COPIES = 500
INTEGERS = Several(Integer(), most=None)
POSITION = Position()
DICE = Either({list: INTEGERS, str: String()}, _("List of dice or text expected."))
RESULT = Either(
    {int: Integer(), str: String(), list: INTEGERS, type(None): Maybe(Integer())},
    _("Number, list of numbers or text expected."),
)
NAME, NOTES = String(200), String(5_000)
SHAPES = TypedShapes({bool: Flag(), int: Integer(), str: String()}, LONGEST_LIST)

# Types with what a document may have of them.
Name = Annotated[str, NAME]
Notes = Annotated[str, NOTES]
Reference = Annotated[str, Slug()]  # of an entry of the book


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that were thrown: the seed that gave them, each die, and the result."""

    seed: Annotated[Any, RESULT] = None
    dice: Annotated[Any, DICE] = ()
    result: Annotated[Any, RESULT] = None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something that happened to the roster: in a game, a chapter or between two games."""

    date: str = ""
    title: str = ""
    text: str = ""
    units: Annotated[tuple[int, ...], Several(POSITION, most=None)] = ()
    rolls: Annotated[tuple[Roll, ...], Several(SHAPES.record(Roll), most=None)] = ()


LOG_ENTRY = SHAPES.record(LogEntry)
NewIndex = Callable[[int], int | None]  # the old index of a unit -> its new one, None where it left


def followed(indexes: Iterable[int], where: NewIndex) -> tuple[int, ...]:
    """Indexes of units after the units moved; those of units that left are dropped."""
    return tuple(index for index in map(where, indexes) if index is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A roster as typed, frozen, hashable objects: what every game's has; each game extends it by its own fields.

    What it says may break any rule of the book. `data` is the same as decoded JSON: dicts, lists, strings, integers.
    """

    format: Annotated[str, Exactly(FORMAT)] = FORMAT
    game: str
    name: Name = ""
    notes: Notes = ""
    edition: str | None = None
    log: Annotated[tuple[LogEntry, ...], Several(LOG_ENTRY, most=None)] = ()
    units: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What every game's units have.

    count      -- how many copies of it the list has
    silhouette -- the icon that shows it on paper; None: the one that the book's data give it
    picture    -- the name of its photo, which is kept beside the list; None: it has none
    """

    kind: str
    name: Name = ""
    notes: Notes = ""
    count: Annotated[int, Integer(1)] = 1
    silhouette: Reference | None = None
    picture: Reference | None = None


def envelope(cls: type[Document], game: str, units: dict[str, Record]) -> Record:
    """The shape of a game's documents: what all have, the game's own fields, the log, and its `units` by kind."""
    shapes = SHAPES.fields(cls, game=Exactly(game), units=Several(Tagged("kind", units), MOST_UNITS))
    last = {key: shapes.pop(key) for key in ("log", "units")}
    return Record(cls, shapes | last, required=("format", "game", "units"))


def unit(cls: type[Unit], kind: str, copies: bool = True) -> Record:
    """The shape of one kind of unit; `copies` says whether `count` may be more than 1."""
    shapes = SHAPES.fields(cls, kind=Exactly(kind), count=Integer(1, None if copies else 1))
    return Record(cls, shapes, required=("kind",))


def read(data: Any, games: Games) -> Document:
    """The typed `Document` in `data`, a decoded JSON value; `games` maps slugs to `Game`s.

    Raises `Refused`, with the pointer, for anything that is no document of one of the games.
    """
    if type(data) is not dict:
        raise Refused(_("A list is a JSON object."))
    if data.get("format") != FORMAT:
        raise Refused(_("Only “{word}” is allowed here."), word=FORMAT).inside("format")
    slug = data.get("game")
    if type(slug) is not str or slug not in games:
        raise Refused(_("Choose one of: {words}."), words=tuple(games)).inside("game")
    document = games[slug].shape.read(data)
    copies = 0
    for index, unit in enumerate(document.units):
        copies += unit.count
        if copies > MOST_COPIES:
            refused = Refused(_("Total number over {most}."), most=MOST_COPIES)
            raise refused.inside("count").inside(index).inside("units")
    return document


def write(document: Document, games: Games) -> dict[str, Any]:
    """The canonical JSON form of a typed `Document`: keys in a fixed order, defaults left out."""
    return games[document.game].shape.write(document)


@dataclass(frozen=True, eq=False)
class Invalid:
    """Takes the place of what no document may have, until its pointer is known; `key` is the key at fault, or None."""

    message: Message
    key: str | None = None


class Decoder:
    """Hooks of `json.loads` that put an `Invalid` where Python would take more than a document may have."""

    refused = False

    def invalid(self, text: str, **values: Any) -> Invalid:
        self.refused = True
        return Invalid(Message(text, values), values.get("key"))

    def constant(self, word: str) -> Invalid:
        return self.invalid(_("{word} isn’t a JSON number."), word=word)

    def integer(self, digits: str) -> int | Invalid:
        if len(digits.lstrip("-")) > LONGEST_INTEGER:
            return self.invalid(_("Number longer than {most} digits."), most=LONGEST_INTEGER)
        return int(digits)

    def unique_keys(self, pairs: list[tuple[str, Any]]) -> dict[str, Any] | Invalid:
        values = dict(pairs)
        if len(values) == len(pairs):
            return values
        repeated = next(key for key, number in Counter(key for key, _value in pairs).items() if number > 1)
        return self.invalid(_("The key “{key}” appears twice."), key=repeated)


def decode(text: str | bytes, most: int = MOST_BYTES) -> Any:
    """The JSON value in `text` (str or UTF-8 bytes, at most `most` of them). Raises `Refused` for what no document
    may have."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    if len(raw) > most:
        raise Refused(_("File larger than {most} bytes."), most=most)
    decoder = Decoder()
    try:
        value = json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=decoder.unique_keys,
            parse_constant=decoder.constant,
            parse_int=decoder.integer,
        )
    except UnicodeDecodeError:
        raise Refused(_("This file isn’t UTF-8.")) from None
    except RecursionError:
        raise Refused(_("This file is nested too deeply.")) from None
    except json.JSONDecodeError as error:
        raise Refused(
            _("Not valid JSON: line {line}, column {column}."), line=error.lineno, column=error.colno
        ) from None
    if decoder.refused:
        raise first_refusal(value)
    return value


def first_refusal(value: Any) -> Refused:
    """The refusal of the first `Invalid` in `value`, with its pointer."""
    to_visit: list[tuple[tuple, Any]] = [((), value)]
    while to_visit:
        path, part = to_visit.pop()
        if isinstance(part, Invalid):
            refused = Refused(part.message.text, **part.message.values)
            refused.path = [*path] if part.key is None else [*path, part.key]
            return refused
        pairs = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        to_visit.extend(((*path, key), inner) for key, inner in reversed(list(pairs)))
    return Refused(_("This file contains something a list can’t have."))


def schema(games: Games) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the exchange format, over all `games`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "bivouac-roster-1.json",
        "title": FORMAT,
        "oneOf": [game.shape.schema() for game in games.values()],
    }
