"""A value of a document <-> a line of text, as its shape says: "Fusil (Munitions : Poison), Épée"."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from builder.texts.words import SLUG_MARK, YES_NO, UnknownWord, Words, normalised
from rules.document import decode
from rules.shapes import Either, Exactly, Flag, Integer, Map, Maybe, Position, Record, Several, Slug, String

NOTHING = "–"
UNSEEN = r"\x00-\x1f\x7f\u0085\u00ad\u2000-\u200f\u2028-\u202e\u205f-\u206f\ufeff↩"
BARE = re.compile(rf"(?!\d+ ?[x×])\w[^{UNSEEN}]*").fullmatch  # a text that stands for itself on a line of its own
BARE_INSIDE = re.compile(rf'(?!\d+ ?[x×])\w[^{UNSEEN}\u00a0\u202f,;:()\[\]{{}}"\\·]*').fullmatch  # ... and among others
QUOTABLE = re.compile(rf"[^\s{UNSEEN}](?:[^{UNSEEN}]*[^\s{UNSEEN}])?|").fullmatch  # a line of a longer text
OPENING, CLOSING = "([{", ")]}"
INTEGER = re.compile(r"[-−]?\d+").fullmatch
Path = tuple[str, ...]


class Unreadable(ValueError):
    """A text that says nothing that may stand here."""


# --- texts ----------------------------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """A text in quotation marks as in JSON; signs that a reader would not see are escaped."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign == " " or sign.isprintable() else ascii_escape(sign) for sign in written)


def ascii_escape(sign: str) -> str:
    return json.dumps(sign)[1:-1]


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


def split(text: str, separator: str, most: int = -1) -> list[str]:
    """The parts of a text between separators that stand in no quotation marks and no brackets."""
    parts: list[str] = []
    depth, start, quotes, index = 0, 0, False, 0
    while index < len(text):
        sign = text[index]
        if quotes:
            index += sign == "\\"
            quotes = sign != '"'
        elif sign == '"':
            quotes = True
        elif sign in OPENING or sign in CLOSING:
            depth += 1 if sign in OPENING else -1
        elif sign == separator and depth <= 0 and len(parts) != most:
            parts.append(text[start:index].strip())
            start = index + 1
        index += 1
    return [*parts, text[start:].strip()]


def split_item(text: str) -> tuple[str, str | None]:
    """(what stands before the last brackets, what stands in them or None where there are none)."""
    if not text.endswith(")"):
        return text, None
    depth, quotes, start, index = 0, False, -1, 0
    while index < len(text):
        sign = text[index]
        if quotes:
            index += sign == "\\"
            quotes = sign != '"'
        elif sign == '"':
            quotes = True
        elif sign == "(":
            start, depth = (index if depth == 0 else start), depth + 1
        elif sign == ")":
            depth -= 1
        index += 1
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


# --- writing --------------------------------------------------------------------------------------------------------


class Writer:
    """Values as text in one language. What it would not read back as the same is written as JSON."""

    def __init__(self, words: Words, language: str) -> None:
        self.words, self.language, self.reader = words, language, Reader(words)

    def value(self, shape: Any, data: Any, path: Path, inside: bool = False) -> str:
        """The text of a value whose keys are `path`; `inside`: it stands among others."""
        try:
            for text in self.candidates(shape, data, path, inside):
                if same(self.reader.value(shape, text, path), data, shape):
                    return text
        except (Unreadable, UnknownWord, ValueError):
            pass
        return json.dumps(data)

    def candidates(self, shape: Any, data: Any, path: Path, inside: bool) -> Iterator[str]:
        if isinstance(shape, Maybe):
            return iter([NOTHING]) if data is None else self.candidates(shape.shape, data, path, inside)
        if isinstance(shape, Either):
            return self.either(shape, data, path, inside)
        if isinstance(data, bool):
            return iter([YES_NO[data].into(self.language)])
        if isinstance(data, int):
            return iter([f"#{data + 1}" if isinstance(shape, Position) else str(data).replace("-", "−")])
        if isinstance(shape, (Slug, Exactly)):
            return self.slugs(data, path)
        if isinstance(data, str):
            return iter([write_text(data, inside)])
        return self.composed(shape, data, path, inside)

    def either(self, shape: Either, data: Any, path: Path, inside: bool) -> Iterator[str]:
        if isinstance(data, str):
            yield from (data if is_bare(data, inside) or data == "-" else quoted(data), quoted(data))
        elif not isinstance(data, list):
            yield from self.candidates(shape.by_type[type(data)], data, path, inside)

    def slugs(self, slug: str, path: Path) -> Iterator[str]:
        for names in self.words.names(slug, path):
            name = names.into(self.language)
            if normalised(name) and self.means(name, path) == slug:
                yield write_text(name, inside=True)
        yield SLUG_MARK + slug

    def means(self, name: str, path: Path) -> str | None:
        try:
            return self.words.slug(name, path)
        except UnknownWord:
            return None

    def composed(self, shape: Any, data: Any, path: Path, inside: bool) -> Iterator[str]:
        if isinstance(shape, Several):
            yield ", ".join(self.item(shape.shape, entry, path) for entry in data) or NOTHING
        elif isinstance(shape, Map):
            fields = "; ".join(
                self.field(self.map_key(key), self.value(shape.shape, inner, path, inside=True))
                for key, inner in data.items()
            )
            yield f"({fields})" if inside else fields or "()"
        elif record := record_of(shape, data):
            fields = self.fields(record, shown(record, data), path)
            yield f"({fields})" if inside or not fields else fields

    def map_key(self, key: str) -> str:
        label = self.words.label(key, self.language)
        known = key in self.words.own or any(key in rows for rows in self.words.collections.values())
        return label if known and is_bare(label, inside=True) and self.reader.map_key(label) == key else quoted(key)

    def item(self, shape: Any, data: Any, path: Path) -> str:
        """An entry of a list: a record begins with what stands for it, all else in brackets behind it."""
        if isinstance(data, str) and isinstance(shape, Record):
            return self.value(shape.fields[head_key(shape)].shape, data, (*path, head_key(shape)), inside=True)
        record = record_of(shape, data) if isinstance(data, dict) else None
        if record is None:
            return self.value(shape, data, path, inside=True)
        values = shown(record, data)
        key = head_key(record)
        head = ""
        if values.get(key, "") != "":
            head = self.value(record.fields[key].shape, values.pop(key), (*path, key), inside=True)
        fields = self.fields(record, values, path)
        text = f"{head} ({fields})" if head and fields else head or f"({fields})"
        return text if self.reads_as(shape, text, data, path) else json.dumps(data)

    def reads_as(self, shape: Any, text: str, data: Any, path: Path) -> bool:
        try:
            return same(self.reader.item(shape, text, path), data, shape)
        except ValueError:
            return False

    def fields(self, record: Record, values: dict[str, Any], path: Path) -> str:
        return "; ".join(
            self.field(
                self.words.label(key, self.language),
                self.value(record.fields[key].shape, value, (*path, key), inside=True),
            )
            for key, value in values.items()
        )

    def field(self, label: str, text: str) -> str:
        return f"{label}\u00a0: {text}" if self.language.startswith("fr") else f"{label}: {text}"


def same(read: Any, data: Any, shape: Any) -> bool:
    """Whether two values of decoded JSON are the same document's, whatever defaults they name."""
    try:
        return json.dumps(shape.write(shape.read(read))) == json.dumps(shape.write(shape.read(data)))
    except ValueError:
        return False


# --- reading --------------------------------------------------------------------------------------------------------


class Reader:
    """Text as values, in either language. Raises `Unreadable` or `UnknownWord` where it says none."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def value(self, shape: Any, text: str, path: Path) -> Any:
        text = text.strip()
        if text[:1] in ("{", "["):
            return decode(text)
        if isinstance(shape, Maybe):
            return None if text == NOTHING else self.value(shape.shape, text, path)
        if isinstance(shape, Several):
            return [] if text in ("", NOTHING) else [self.item(shape.shape, part, path) for part in split(text, ",")]
        if isinstance(shape, Map):
            return {self.map_key(key): self.value(shape.shape, part, path) for key, part in fields_of(text)}
        if isinstance(shape, Either):
            return self.either(shape, text, path)
        if isinstance(shape, Flag):
            return self.flag(text)
        if isinstance(shape, Integer):
            return self.integer(shape, text)
        if isinstance(shape, (Slug, Exactly)):
            return self.words.slug(read_text(text), path)
        if isinstance(shape, String):
            return read_text(text)
        return self.first(shape, lambda record: self.record(record, fields_of(text), path))

    def either(self, shape: Either, text: str, path: Path) -> Any:
        if INTEGER(text) and int in shape.by_type:
            return self.integer(Integer(), text)
        if text == NOTHING and type(None) in shape.by_type:
            return None
        return read_text(text)

    def flag(self, text: str) -> bool:
        for value, names in YES_NO.items():
            if normalised(text) in (names.fr, names.en):
                return value
        raise Unreadable(text)

    def integer(self, shape: Integer, text: str) -> int:
        is_position = isinstance(shape, Position) and text.startswith("#")
        digits = text.removeprefix("#") if is_position else text
        if not INTEGER(digits):
            raise Unreadable(text)
        return int(digits.replace("−", "-")) - is_position

    def map_key(self, text: str) -> str:
        if text.startswith('"'):
            return read_text(text)
        return self.words.slug(text, ())

    def item(self, shape: Any, text: str, path: Path) -> Any:
        if text[:1] in ("{", "[") or isinstance(shape, (String, Slug, Integer, Either)):
            return self.value(shape, text, path)
        return self.first(shape, lambda record: self.record_item(record, text, path))

    def record_item(self, record: Record, text: str, path: Path) -> dict[str, Any]:
        """A record as an entry of a list. Brackets may belong to a name, too."""
        head, inner = split_item(text)
        try:
            values = self.record(record, fields_of(inner or ""), path)
        except (Unreadable, UnknownWord):
            head, values = text, {}
        key = head_key(record)
        return values | ({key: self.value(record.fields[key].shape, head, (*path, key))} if head else {})

    def record(self, record: Record, fields: Iterable[tuple[str, str]], path: Path) -> dict[str, Any]:
        values = {}
        for label, text in fields:
            key = self.words.key(label, record.fields)
            values[key] = self.value(record.fields[key].shape, text, (*path, key))
        return values

    def first(self, shape: Any, read: Callable[[Record], Any]) -> Any:
        """What the first of the records that a shape may be reads."""
        reason: ValueError = Unreadable(str(shape))
        for record in getattr(shape, "choices", (shape,)):
            try:
                value = read(record)
                shape.read(value)
            except ValueError as error:
                reason = error
            else:
                return value
        raise reason


def fields_of(text: str) -> list[tuple[str, str]]:
    """(label, text) of each field of "Label: text; Label: text", which may stand in brackets."""
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    if not text.strip():
        return []
    pairs = [split(part, ":", most=1) for part in split(text, ";")]
    if any(len(pair) != 2 for pair in pairs):
        raise Unreadable(text)
    return [(label, value) for label, value in pairs]
