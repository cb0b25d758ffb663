"""What values are as text: bare or quoted, parted by commas and brackets, with a record's head before its brackets."""

import json
import re
from collections.abc import Iterator
from typing import Any

from rules.shapes import Record

NOTHING = "–"
SPACES = " \u00a0\u202f"  # as they stand before French marks
UNSEEN = r"\x00-\x1f\x7f\u0085\u00ad\u2000-\u200f\u2028-\u202e\u205f-\u206f\ufeff↩"
BARE = re.compile(rf"(?!\d+ ?[x×])\w[^{UNSEEN}]*").fullmatch  # a text that stands for itself on a line of its own
BARE_INSIDE = re.compile(rf'(?!\d+ ?[x×])\w[^{UNSEEN}\u00a0\u202f,;:()\[\]{{}}"\\·]*').fullmatch  # ... and among others
QUOTABLE = re.compile(rf"[^\s{UNSEEN}](?:[^{UNSEEN}]*[^\s{UNSEEN}])?|").fullmatch  # a line of a longer text
OPENING, CLOSING = "([{", ")]}"
QUOTES_AND_MARKS = re.compile(r'"(?:\\.|[^"\\])*"?|[,;:()\[\]{}]', re.DOTALL).finditer
INTEGER = re.compile(r"[-−]?\d+").fullmatch
Path = tuple[str, ...]


class Unreadable(ValueError):
    """A text that says nothing that may stand here."""


# --- texts ----------------------------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """A text in quotation marks as in JSON; signs that a reader would not see are escaped, but for French spaces."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign in SPACES or sign.isprintable() else json.dumps(sign)[1:-1] for sign in written)


def is_bare(text: str, inside: bool = False) -> bool:
    plain = BARE_INSIDE(text) if inside else BARE(text)
    return bool(plain) and text == " ".join(text.split(" ")).strip() and "  " not in text


def write_text(text: str, inside: bool) -> str:
    return text if is_bare(text, inside) else quoted(text)


def read_text(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        value = json.loads(text)
    except ValueError:
        raise Unreadable(text) from None
    if not isinstance(value, str):
        raise Unreadable(text)
    return value


def unquoted(text: str) -> Iterator[tuple[int, str]]:
    """The separators and brackets of a text that stand in no quotation marks, each with its index."""
    return ((match.start(), match[0]) for match in QUOTES_AND_MARKS(text) if match[0][0] != '"')


def split(text: str, separator: str, most: int = -1) -> list[str]:
    """The parts of a text between commas, colons or semicolons that stand in no quotation marks and no brackets."""
    parts: list[str] = []
    depth, start = 0, 0
    for index, sign in unquoted(text):
        if sign in OPENING or sign in CLOSING:
            depth += 1 if sign in OPENING else -1
        elif sign == separator and depth <= 0 and len(parts) != most:
            parts.append(text[start:index].strip())
            start = index + 1
    return [*parts, text[start:].strip()]


def split_item(text: str) -> tuple[str, str | None]:
    """(what stands before the last brackets, what stands in them or None where there are none)."""
    if not text.endswith(")"):
        return text, None
    depth, start = 0, -1
    for index, sign in unquoted(text):
        if sign == "(":
            start, depth = (index if depth == 0 else start), depth + 1
        elif sign == ")":
            depth -= 1
    return (text, None) if start < 0 else (text[:start].strip(), text[start + 1 : -1].strip())


def record_of(shape: Any, data: Any) -> Record | None:
    """The record that `data` is one of, where a shape is one or has several to choose from."""
    records = getattr(shape, "choices", (shape,))
    return next(
        (record for record in records if isinstance(record, Record) and data.keys() <= record.fields.keys()), None
    )


def head_key(record: Record) -> str:
    """The key whose value stands for a record in a list of them."""
    usual = (key for key in (record.short, "name", "item") if key in record.fields)
    return next(usual, next(iter(record.fields)))


def shown(record: Record, data: dict[str, Any]) -> dict[str, Any]:
    """What a reader is shown of a record: what it says, and those defaults that say something."""
    values = {}
    for key, (shape, default) in record.fields.items():
        if key in data:
            values[key] = data[key]
        elif isinstance(default, (str, int, tuple)) and default not in ("", 0, False, ()):
            values[key] = shape.write(default)
        elif isinstance(shape, Record) and default is not None:
            values[key] = {}
    return values
