"""The lines of the full text of a list: what each is, before a format marks it up."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from builder.lists.loaded import LoadedRoster
from builder.lists.pictures import with_pictures_among
from builder.sheets.parts import Sheet
from builder.texts.values import QUOTABLE, quoted, shown, write_text
from builder.texts.words import words_of
from builder.texts.writer import Writer
from rules.shapes import Record, Several, String

APART = " · "
LONGEST_LIST = 100  # characters of a list on one line; a longer one has a line an entry
NOT_FIELDS = {"format", "game", "name", "units", "log", "kind", "count"}  # they are in other lines


class Role(Enum):
    """What a line is."""

    TITLE = auto()
    GAME = auto()
    UNIT = auto()
    FIELD = auto()
    ENTRY = auto()  # of the list that the field above it names
    QUOTE = auto()  # of the text that the field above it names
    GAP = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line without markup. label: of a field, the part of `text` before its value."""

    role: Role
    text: str = ""
    label: str = ""


class TextWriter:
    """The full text of a list without its photos in the active language; `sheet` says what it comes to."""

    def __init__(self, loaded: LoadedRoster, sheet: Sheet) -> None:
        self.loaded, self.data, self.sheet = loaded, with_pictures_among(loaded, ()).data, sheet
        self.shape = loaded.game.shape
        self.words = words_of(loaded.catalogue)
        self.writer = Writer(self.words, get_language() or "fr")

    def lines(self) -> Iterator[Line]:
        """All lines; those of each unit begin with its `Role.UNIT`, after a gap."""
        yield Line(Role.TITLE, self.title())
        yield Line(Role.GAME, APART.join([self.words.game(self.writer.language), self.sheet.score, self.sheet.verdict]))
        yield from self.fields(self.shape, self.data)
        units = self.shape.fields["units"].shape.shape.records
        for index, unit in enumerate(self.data["units"]):
            yield Line(Role.GAP)
            yield Line(Role.UNIT, self.heading(index, unit))
            yield from self.fields(units[unit["kind"]], unit)
        if "log" in self.data:
            yield Line(Role.GAP)
            yield from self.field(self.shape, "log", self.data["log"])

    def title(self) -> str:
        name = self.data.get("name", "")
        return write_text(name, inside=False) if name else f"({_('untitled list')})"

    def heading(self, index: int, unit: dict[str, Any]) -> str:
        """ "2. 3 × Name · Fighter · 30 pts": number, copies, name, kind and points, which are not read back."""
        kind = self.words.label(unit["kind"], self.writer.language)
        points = self.sheet.units[index].points
        spent = "" if points is None else f"{points} {self.sheet.points_word}".strip()
        count = f"{unit['count']} × " if "count" in unit else ""
        return f"{index + 1}. {count}" + APART.join(filter(None, [self.name_in_heading(unit), kind, spent]))

    def name_in_heading(self, unit: dict[str, Any]) -> str:
        name: str = unit.get("name", "")
        return name and (quoted(name) if "·" in name else write_text(name, inside=False))

    def fields(self, record: Record, data: dict[str, Any]) -> Iterator[Line]:
        for key, value in shown(record, data).items():
            if key not in NOT_FIELDS:
                yield from self.field(record, key, value)

    def field(self, record: Record, key: str, value: Any) -> Iterator[Line]:
        """A field on a line, or with a line below it for each entry or each line of its text."""
        shape, label = record.fields[key].shape, self.writer.field(self.words.label(key, self.writer.language), "")
        if isinstance(shape, String) and "\n" in value and all(map(QUOTABLE, value.split("\n"))):
            lines = [Line(Role.QUOTE, line) for line in value.split("\n")]
        else:
            text = self.writer.value(shape, value, (key,))
            if not isinstance(shape, Several) or len(text) <= LONGEST_LIST or text.startswith("["):
                yield Line(Role.FIELD, label + text, label)
                return
            lines = [Line(Role.ENTRY, self.writer.item(shape.shape, entry, (key,))) for entry in value]
        yield Line(Role.FIELD, label.strip(), label.strip())
        yield from lines
