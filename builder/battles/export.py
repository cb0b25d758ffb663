"""A battle as a file: its document `bivouac-battle/1` with the log of its marks."""

import json
import textwrap
from collections.abc import Collection, Iterator
from typing import Any

from builder.battles.document import schema, write
from builder.battles.loading import document_of
from builder.battles.models import Battle, Mark
from rules.play.battle import UNIT
from rules.play.battle_shapes import LEAST, LONGEST_WORDS, MOST

AT_ONCE = 500  # marks that are read at once
Json = dict[str, Any]


def exported(row: Battle) -> Iterator[str]:
    """The document of a battle as JSON, in pieces, with `log`: each mark in the order in which they were made."""
    yield indented(write(document_of(row))).removesuffix("\n}") + ',\n  "log": ['
    for number, mark in enumerate(log(row)):
        yield f"{',' if number else ''}\n{textwrap.indent(indented(mark), '    ')}"
    yield "\n  ]\n}"


def indented(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def log(row: Battle, sides: Collection[int] | None = None) -> Iterator[Json]:
    """The marks of a battle, in order; sides: only those of these sides' players, and of them no others' units."""
    marks = row.marks.order_by("number")
    if sides is not None:
        marks = marks.filter(side__in=sides)
    for mark in marks.iterator(chunk_size=AT_ONCE):
        about = entry(mark)
        if sides is not None:
            changes = {path: change for path, change in mark.changes.items() if is_for(path, sides)}
            about |= {"changes": changes} | ({"command": ""} if changes != mark.changes else {})
        yield about


def is_for(path: str, sides: Collection[int]) -> bool:
    """Whether a path leads to one of these sides, to the table or to what no list has."""
    owner = path.split("/")[0]
    return not owner.isdigit() or int(owner) in sides


def entry(mark: Mark) -> Json:
    """A mark; what it does not have is left out."""
    about: Json = {"number": mark.number, "time": mark.made.isoformat(), "side": mark.side, "command": mark.command}
    about["changes"] = mark.changes
    if mark.roll:
        about["roll"] = mark.roll
    if mark.undone:
        about["undone"] = True
    if mark.undoes is not None:
        about["undoes"] = mark.undoes
    return about


def exported_schema() -> Json:
    """The JSON Schema of `exported`."""
    whole = schema()
    return whole | {"properties": whole["properties"] | {"log": {"type": "array", "items": ENTRY}}}


VALUE: Json = {
    "anyOf": [
        {"type": "integer", "minimum": LEAST, "maximum": MOST},
        {"type": "string", "maxLength": LONGEST_WORDS},
        {"type": "null"},
        UNIT.schema(),
    ]
}
ENTRY: Json = {
    "type": "object",
    "properties": {
        "number": {"type": "integer", "minimum": 1},
        "time": {"type": "string", "format": "date-time"},
        "side": {"type": "integer", "minimum": 0, "description": "whose player marked"},
        "command": {"type": "string"},
        "changes": {
            "type": "object",
            "description": "by path, the values before and after; null where nothing was marked",
            "additionalProperties": {"type": "array", "items": VALUE, "minItems": 2, "maxItems": 2},
        },
        "roll": {"type": "object", "description": "dice that were rolled, with the seed that gives them again"},
        "undone": {"const": True, "description": "it was taken back"},
        "undoes": {"type": "integer", "description": "the number of the mark that it takes back"},
    },
    "required": ["number", "time", "side", "command", "changes"],
    "additionalProperties": False,
}
