"""What differs between two lists, in words: the head, then the units removed, changed and added."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import get_language

from builder.lists.difference import Json, difference, field_changes
from builder.lists.loaded import LoadedRoster
from builder.texts.values import record_of
from builder.texts.words import SLUG_MARK, words_of
from builder.texts.writer import Writer
from rules.shapes import REQUIRED

ADDED, REMOVED, CHANGED = "+", "−", ""
Lines = tuple[tuple[str, str], ...]


class Change(NamedTuple):
    """What differs in a unit, or in the head of the list.

    sign   -- ADDED, REMOVED, or CHANGED
    title  -- the unit's copies, name and kind; "" for the head
    points -- of all its copies, before and after; None where it has none
    lines  -- (sign, text) for each field and each entry of one
    """

    sign: str
    title: str = ""
    points: tuple[int | None, int | None] = (None, None)
    lines: Lines = ()


def changes(before: LoadedRoster, after: LoadedRoster) -> list[Change]:
    """All that differs between two lists of one game, in the active language; units that only moved are left out."""
    return list(ChangeWriter(before, after).changes())


class ChangeWriter:
    def __init__(self, before: LoadedRoster, after: LoadedRoster) -> None:
        self.difference = difference(before, after)
        self.shape, self.words = after.game.shape, words_of(after.catalogue)
        self.writer = Writer(self.words, get_language() or "fr")

    def changes(self) -> Iterator[Change]:
        if head := tuple(self.fields(self.shape, self.difference["head"])):
            yield Change(CHANGED, lines=head)
        for unit in self.difference["removed"]:
            yield Change(REMOVED, self.title(unit), (unit["points"], None))
        for unit in self.difference["changed"]:
            yield Change(CHANGED, self.title(unit), tuple(unit["points"]), tuple(self.unit_lines(unit)))
        for unit in self.difference["added"]:
            yield Change(ADDED, self.title(unit), (None, unit["points"]))

    def title(self, unit: Json) -> str:
        count = f"{unit['count']} × " if unit["count"] > 1 else ""
        kind = self.words.label(unit["kind"], self.writer.language)
        return count + " · ".join(filter(None, (unit["name"] or f"#{unit['index'] + 1}", kind)))

    def unit_lines(self, unit: Json) -> Iterator[tuple[str, str]]:
        record = self.shape.fields["units"].shape.shape.records[unit["kind"]]
        yield from self.fields(record, unit["fields"])
        for key, entries in unit["items"].items():
            item = getattr(record.fields[key].shape, "shape", None)
            for sign, values in ((REMOVED, entries["removed"]), (ADDED, entries["added"])):
                for value in values:
                    yield sign, self.writer.item(item, value, (key,))

    def fields(self, record: Any, pairs: Json) -> Iterator[tuple[str, str]]:
        """A line for each field of a record whose value [before, after] differs."""
        for key, pair in pairs.items():
            shape, default = record.fields[key]
            old, new = (written_default(shape, default) if value is None else value for value in pair)
            inner = record_of(shape, new) if isinstance(old, dict) and isinstance(new, dict) else None
            if inner:
                yield from self.fields(inner, field_changes(old, new, set()))
            else:
                change = f"{self.value(shape, old, key)} → {self.value(shape, new, key)}"
                yield CHANGED, self.writer.field(self.words.label(key, self.writer.language), change)

    def value(self, shape: Any, value: Any, key: str) -> str:
        return "–" if value in (None, "", [], ()) else self.writer.value(shape, value, (key,)).removeprefix(SLUG_MARK)


def written_default(shape: Any, default: Any) -> Any:
    """What a document that leaves the field out means; None where that is nothing."""
    return None if default is None or default is REQUIRED else shape.write(default)
