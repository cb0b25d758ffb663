"""A roster of one of our games -> its full text: of our own export, or made in BattleScribe from our data files."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from django.utils.translation import get_language

from builder.texts.elements import attribute, below, below_text, whole
from builder.texts.selections import LIST, OURS, Selections
from builder.texts.values import Unreadable, quoted, read_text, write_text
from builder.texts.words import words_of
from builder.texts.writer import Writer
from rules.loading import NoBook, catalogue
from rules.registry import GAMES
from rules.shapes import Record

UNITS = ("unit", "model")
APART = " · "


def own_roster(root: Element) -> "OwnRoster | None":
    """None where the roster's game is none of ours, or its book is not loaded."""
    system = root.get("gameSystemId", "")
    game = system.removeprefix(OURS)
    try:
        return OwnRoster(root, game) if system.startswith(OURS) and game in GAMES else None
    except NoBook:
        return None


class OwnRoster:
    """The lines of the text that says the same."""

    def __init__(self, root: Element, game: str) -> None:
        self.root, self.shape = root, GAMES[game].shape
        self.kinds: dict[str, Record] = self.shape.fields["units"].shape.shape.records
        self.words, self.language = words_of(catalogue(game)), get_language() or "fr"
        self.writer, self.selections = Writer(self.words, self.language), Selections(self.words, self.language)

    def lines(self) -> Iterator[str]:
        selected = below(self.root, "forces", "force", "selections", "selection")
        yield self.root.get("name", "")
        yield f"{self.words.game(self.language)}{APART}"
        yield from self.budget()
        for selection in selected:
            if selection.get("type") not in UNITS:
                yield from self.of_head(selection)
        yield from notes(self.root)
        units = (selection for selection in selected if selection.get("type") in UNITS)
        for number, selection in enumerate(units, 1):
            yield ""
            yield from self.unit(number, selection)

    def budget(self) -> Iterator[str]:
        limits = (whole(limit, "value") for limit in below(self.root, "costLimits", "costLimit"))
        limit = next(limits, 0)
        if limit and "budget" in self.shape.fields:
            yield from self.fields(self.shape, {"budget": limit})

    def of_head(self, selection: Element) -> Iterator[str]:
        if attribute(selection, "entryId") == LIST:
            yield from self.choices(self.shape, {}, selection)
        else:
            yield from as_written(selection)

    def unit(self, number: int, selection: Element) -> Iterator[str]:
        """The heading of a unit, whose id begins with its kind, and its fields."""
        entry, name = attribute(selection, "entryId"), selection.get("customName", "")
        kind = entry.partition(".")[0]
        label = self.words.label(kind, self.language) if kind in self.kinds else attribute(selection, "name")
        copies = whole(selection, "number", 1)
        yield f"{number}. {copies} × {APART.join(filter(None, [name and in_heading(name), label]))}"
        if kind not in self.kinds:
            yield from list(as_written(selection))[1:]
            return
        data: dict[str, Any] = {}
        if entry != kind:
            self.selections.read(self.kinds[kind], data, Element("selection", entryId=entry.partition(".")[2]))
        yield from self.choices(self.kinds[kind], data, selection, copies)
        yield from notes(selection)

    def choices(self, record: Record, data: dict[str, Any], selection: Element, copies: int = 1) -> Iterator[str]:
        """The fields that the selections within one say; those that say nothing of ours as they are written."""
        unknown: list[str] = []
        for inner in below(selection, "selections", "selection"):
            try:
                self.selections.read(record, data, inner, copies)
            except Unreadable:
                unknown += as_written(inner)
        yield from self.fields(record, data)
        yield from unknown

    def fields(self, record: Record, data: dict[str, Any]) -> Iterator[str]:
        for key, value in data.items():
            text = self.writer.value(record.fields[key].shape, value, (key,))
            yield self.writer.field(self.words.label(key, self.language), text)


def notes(element: Element) -> list[str]:
    """What the catalogue cannot say, or what somebody noted, line by line."""
    return below_text(element, "customNotes").splitlines()


def as_written(selection: Element) -> Iterator[str]:
    """The names of a selection and of those within: lines of our text in rosters of our first export."""
    yield selection.get("name", "")
    for inner in below(selection, "selections", "selection"):
        yield inner.get("name", "")
        yield from (entry.get("name", "") for entry in below(inner, "selections", "selection"))


def in_heading(name: str) -> str:
    """A name as it stands in the heading of a unit, in quotation marks where it needs them."""
    try:
        name = read_text(name) if name.startswith('"') else " ".join(name.split())
    except Unreadable:
        name = " ".join(name.split())
    return quoted(name) if "·" in name else write_text(name, inside=False)
