"""A value of a document -> a line of text that reads back as the same."""

import json
from collections.abc import Iterator
from typing import Any

from builder.texts.reader import Reader
from builder.texts.values import NOTHING, Path, Unreadable, head_key, is_bare, quoted, record_of, shown, write_text
from builder.texts.words import SLUG_MARK, YES_NO, UnknownWord, Words, normalised
from rules.shapes import Either, Exactly, Map, Maybe, Position, Record, Several, Slug


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
                self.field(self.map_key(key, path), self.value(shape.shape, inner, path, inside=True))
                for key, inner in data.items()
            )
            yield f"({fields})" if inside else fields or "()"
        elif record := record_of(shape, data):
            fields = self.fields(record, shown(record, data), path)
            yield f"({fields})" if inside or not fields else fields

    def map_key(self, key: str, path: Path) -> str:
        label = self.words.label(key, self.language)
        return label if is_bare(label, inside=True) and self.means(label, path) == key else quoted(key)

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
