"""The numbers in a text typed by hand, such as "T3 C4" or "Rep: 5": which keys of a record they are."""

import re
from collections.abc import Iterable
from typing import Any

from builder.imports.matching import is_called
from builder.texts.words import Words, normalised
from rules.shapes import Either, Integer, Map, Maybe, Record

WORD = r"[^\W\d_]+(?:[’'.][^\W\d_]+)*"
FIGURE = re.compile(rf"(?<!\w)((?:{WORD}\s){{0,2}}{WORD})\.?\s?[:=]?\s?([-–−]|\d{{1,5}})\+?(?=$|[\s,;/])")
Path = tuple[str, ...]


def unwrapped(shape: Any) -> Any:
    return shape.shape if isinstance(shape, Maybe) else shape


def is_figure(shape: Any) -> bool:
    return isinstance(unwrapped(shape), (Integer, Either))


class Figures:
    """The figures that records of one game have, by their labels in both languages."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def cut(self, text: str, record: Record) -> list[tuple[str, Path | None, str]]:
        """The figures in a text and what stands between them: (text, its keys or None, the number)."""
        parts: list[tuple[str, Path | None, str]] = []
        start = 0
        for match in FIGURE.finditer(text):
            label = match[1].split()
            for first in range(len(label)):
                path = self.path(" ".join(label[first:]), record)
                if path:
                    before = " ".join([text[start : match.start()].strip(), *label[:first]]).strip()
                    parts += [(before, None, "")] if before else []
                    parts.append((text[match.start() : match.end()].strip(), path, match[2]))
                    start = match.end()
                    break
        rest = text[start:].strip(" ,;/+")
        return [*parts, (rest, None, "")] if rest else parts

    def all_of(self, text: str, record: Record) -> bool:
        """Whether a text is nothing but figures."""
        parts = self.cut(text, record)
        return bool(parts) and all(path for _text, path, _number in parts)

    def has_any(self, text: str, record: Record) -> bool:
        return any(path for _text, path, _number in self.cut(text, record))

    def path(self, label: str, record: Record) -> Path | None:
        """The keys of the figure that is called so."""
        wanted = normalised(label)
        for key, (shape, _default) in record.fields.items():
            inner = unwrapped(shape)
            if is_figure(shape) and key != "count" and is_called(wanted, self.names(key)):
                return (key,)
            keys: Iterable[str] = ()
            if isinstance(inner, Record):
                keys = (
                    name
                    for name, field in inner.fields.items()
                    if isinstance(unwrapped(field.shape), (Integer, Either))
                )
            elif isinstance(inner, Map):
                keys = self.words.collections.get(key, {})
            inner_key = next((name for name in keys if is_called(wanted, self.names(name))), None)
            if inner_key:
                return key, inner_key
        return None

    def names(self, key: str) -> frozenset[str]:
        return self.words.labels(key) | {normalised(key)}


def put(data: dict[str, Any], path: Path, text: str) -> None:
    """Write a figure into the data of a record."""
    value = int(text) if text.isdecimal() else "-"
    if len(path) == 1:
        data[path[0]] = value
    else:
        data.setdefault(path[0], {})[path[1]] = value
