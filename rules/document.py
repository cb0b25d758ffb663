"""The roster document, `bivouac-roster/1`, as typed objects: reading refuses, writing round-trips."""

import json
from collections import Counter
from dataclasses import dataclass

from rules.shapes import (
    LONGEST_INTEGER,
    Either,
    Exactly,
    Integer,
    Maybe,
    Record,
    Refused,
    Several,
    String,
    Tagged,
)
from rules.text import Message, _

FORMAT = "bivouac-roster/1"
MOST_BYTES = 1_000_000
MOST_UNITS = 500
MOST_COPIES = 500
NAME = String(200)
NOTES = String(5_000)


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that were thrown: the seed they came from, the dice and what they made."""

    seed: object = None
    dice: object = ()
    result: object = None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something that happened to the roster: in a game, a chapter or between two games."""

    date: str = ""
    title: str = ""
    text: str = ""
    units: tuple = ()
    rolls: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What every game's roster has; each game adds its own fields."""

    format: str = FORMAT
    game: str
    name: str = ""
    notes: str = ""
    edition: str | None = None
    log: tuple = ()
    units: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What every game's units have; `count` is how many copies of it the list has."""

    kind: str
    name: str = ""
    notes: str = ""
    count: int = 1


INTEGERS = Several(Integer(), most=None)
DICE = Either({list: INTEGERS, str: String()}, _("A list of dice or a text belongs here."))
RESULT = Either(
    {int: Integer(), str: String(), list: INTEGERS, type(None): Maybe(Integer())},
    _("A number, a list of numbers or a text belongs here."),
)
ROLL = Record(Roll, {"seed": RESULT, "dice": DICE, "result": RESULT})
LOG_ENTRY = Record(
    LogEntry,
    {"date": String(), "title": String(), "text": String(), "units": INTEGERS, "rolls": Several(ROLL, most=None)},
)


def envelope(cls, game, units, **fields):
    """The shape of a game's documents: what all have, the game's own `fields`, and its `units` by kind.

    `cls` is a dataclass that extends `Document` and states the defaults.
    """
    return Record(
        cls,
        {
            "format": Exactly(FORMAT),
            "game": Exactly(game),
            "name": NAME,
            "notes": NOTES,
            "edition": Maybe(String()),
            **fields,
            "log": Several(LOG_ENTRY, most=None),
            "units": Several(Tagged("kind", units), most=MOST_UNITS),
        },
        required=("format", "game", "units"),
    )


def unit(cls, kind, copies=True, **fields):
    """The shape of one kind of unit; `cls` is a dataclass that extends `Unit` and states the defaults.

    `copies` says whether `count` may be more than 1.
    """
    return Record(
        cls,
        {"kind": Exactly(kind), "name": NAME, "notes": NOTES, "count": Integer(1, None if copies else 1), **fields},
        required=("kind",),
    )


def read(data, games):
    """The typed roster of a decoded `document` (dict); `games` maps slugs to `Game`s. Raises `Refused`."""
    if type(data) is not dict:
        raise Refused(_("A roster is a JSON object."))
    if data.get("format") != FORMAT:
        raise Refused(_("Only “{word}” may stand here."), word=FORMAT).inside("format")
    slug = data.get("game")
    if type(slug) is not str or slug not in games:
        raise Refused(_("One of these belongs here: {words}."), words=tuple(games)).inside("game")
    document = games[slug].shape.read(data)
    copies = 0
    for index, one in enumerate(document.units):
        copies += one.count
        if copies > MOST_COPIES:
            raise (
                Refused(_("The list has more than {most} copies in all."), most=MOST_COPIES)
                .inside("count")
                .inside(index)
                .inside("units")
            )
    return document


def write(document, games):
    """The canonical document (dict) of a typed roster."""
    return games[document.game].shape.write(document)


def decode(text):
    """The JSON value in `text` (str or UTF-8 bytes). Raises `Refused` for what no roster document may hold."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    if len(raw) > MOST_BYTES:
        raise Refused(_("The document is larger than {most} bytes."), most=MOST_BYTES)
    spoilt: list[Spoilt] = []
    try:
        value = json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=lambda pairs: single(pairs, spoilt),
            parse_constant=lambda word: note(spoilt, _("{word} is no number of JSON."), word=word),
            parse_int=lambda digits: integer(digits, spoilt),
        )
    except UnicodeDecodeError:
        raise Refused(_("The document is not UTF-8.")) from None
    except RecursionError:
        raise Refused(_("The document is nested too deeply.")) from None
    except json.JSONDecodeError as error:
        raise Refused(
            _("This is not JSON: line {line}, column {column}."), line=error.lineno, column=error.colno
        ) from None
    if spoilt:
        raise located(value)
    return value


@dataclass(frozen=True, eq=False)
class Spoilt:
    """Stands where JSON held what a document may not hold, until its place is known."""

    message: Message
    key: str | None = None


def note(spoilt, text, **values):
    tag = Spoilt(Message(text, values))
    spoilt.append(tag)
    return tag


def integer(digits, spoilt):
    if len(digits.lstrip("-")) > LONGEST_INTEGER:
        return note(spoilt, _("The number has more than {most} digits."), most=LONGEST_INTEGER)
    return int(digits)


def single(pairs, spoilt):
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    times = Counter(key for key, _value in pairs)
    twice = next(key for key, number in times.items() if number > 1)
    tag = Spoilt(Message(_("The key “{key}” stands here twice."), {"key": twice}), twice)
    spoilt.append(tag)
    return tag


def located(value):
    """The refusal for the first `Spoilt` mark inside `value`, with its place."""
    todo: list[tuple[tuple, object]] = [((), value)]
    while todo:
        path, one = todo.pop()
        if isinstance(one, Spoilt):
            refused = Refused(one.message.text, **one.message.values)
            refused.path = [*path] if one.key is None else [*path, one.key]
            return refused
        pairs = one.items() if isinstance(one, dict) else enumerate(one) if isinstance(one, list) else ()
        todo.extend(((*path, key), inner) for key, inner in reversed(list(pairs)))
    return Refused(_("The document holds what no roster may hold."))


def schema(games):
    """The JSON Schema (2020-12) of the exchange format, over all `games`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "bivouac-roster-1.json",
        "title": FORMAT,
        "oneOf": [game.shape.schema() for game in games.values()],
    }
