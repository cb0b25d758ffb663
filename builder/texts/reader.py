"""A line of text -> a value of a document, as its shape says."""

from collections.abc import Callable, Iterable
from typing import Any

from builder.texts.values import INTEGER, NOTHING, Path, Unreadable, head_key, read_text, split, split_item
from builder.texts.words import YES_NO, UnknownWord, Words, normalised
from rules.document import decode
from rules.shapes import Either, Exactly, Flag, Integer, Map, Maybe, Position, Record, Several, Slug, String


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
            return {self.map_key(key, path): self.value(shape.shape, part, path) for key, part in fields_of(text)}
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

    def map_key(self, text: str, path: Path) -> str:
        if text.startswith('"'):
            return read_text(text)
        return self.words.slug(text, path)

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
