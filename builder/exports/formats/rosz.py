"""The list as a roster of BattleScribe and New Recruit, which reads back as the same list.

What a list chooses are selections with the ids of the game's data files; what these cannot say are notes, as lines of
the full text.
"""

from typing import Any
from xml.etree.ElementTree import Element, SubElement

from builder.exports.data_files import DATA_FILES, POINTS, VERSION, made_files, written, zipped
from builder.exports.registry import Export, ExportSource
from builder.texts.dialects import PLAIN
from builder.texts.elements import MOST_DIGITS
from builder.texts.lines import NOT_FIELDS, TextWriter
from builder.texts.selections import LIST, OURS, Selections, selection, selections_of
from builder.texts.values import Unreadable, shown
from rules.shapes import Record

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
COST = {"name": "pts", "typeId": POINTS}


def render(source: ExportSource) -> bytes:
    return zipped({"roster.ros": written(RosterWriter(source).root())})


class RosterWriter:
    """Writes the XML of one list."""

    def __init__(self, source: ExportSource) -> None:
        self.writer = TextWriter(source.loaded, source.sheet())
        self.words, self.data, self.verdict = self.writer.words, self.writer.data, source.loaded.verdict
        self.game, self.revision = source.loaded.document.game, str(source.loaded.catalogue.revision)
        self.selections = Selections(self.words, self.writer.writer.language)
        self.spec, self.ids = DATA_FILES[self.game], made_files(source.loaded.catalogue).ids

    def root(self) -> Element:
        name = self.words.game(self.selections.language)
        about = {"gameSystemId": OURS + self.game, "gameSystemName": name, "gameSystemRevision": self.revision}
        root = Element("roster", {"xmlns": NAMESPACE, "id": OURS + "roster", "name": self.writer.title(), **about})
        root.set("battleScribeVersion", VERSION)
        for tag, points in (("cost", self.verdict.total), ("costLimit", self.verdict.budget)):
            if points is not None:
                SubElement(SubElement(root, f"{tag}s"), tag, COST, value=f"{points}.0")
        catalogue = {"catalogueId": f"{OURS}{self.game}-lists", "catalogueName": name}
        about = {"id": "force", "name": name, "entryId": "force", **catalogue, "catalogueRevision": self.revision}
        force = SubElement(SubElement(root, "forces"), "force", about)
        chosen, notes = self.fields(self.writer.shape, self.data, LIST)
        head = selection(LIST, self.words.label(LIST, self.selections.language), inner=chosen)
        selections_of(force).extend([head, *map(self.unit, range(len(self.data["units"])))])
        root.extend(text_element("customNotes", notes))
        for number, element in enumerate(root.iter("selection")):
            element.set("id", f"selection-{number}")
        return root

    def unit(self, index: int) -> Element:
        data, points = self.data["units"][index], self.writer.sheet.units[index].points
        record: Record = self.writer.shape.fields["units"].shape.shape.records[data["kind"]]
        entry, count = self.spec.entry_of_unit(shown(record, data)), data.get("count", 1)
        chosen, notes = self.fields(record, data, entry)
        for element in (inner for outer in chosen for inner in outer.iter("selection")):
            element.set("number", str(count))
        name = self.words.label(data["kind"], self.selections.language)
        element = selection(entry, name, "model", count, text_element("customNotes", notes), chosen)
        if name := self.writer.name_in_heading(data):
            element.set("customName", name)
        if points is not None:
            SubElement(SubElement(element, "costs"), "cost", COST, value=f"{points}.0")
        return element

    def fields(self, record: Record, data: dict[str, Any], entry: str) -> tuple[list[Element], list[str]]:
        """The selections for what a unit or the head says, and the lines of the full text for what has none."""
        chosen: list[Element] = []
        notes: list[str] = []
        for key, value in self.values(record, data, entry).items():
            try:
                selections = self.selections.field(record, key, value, entry)
                self.check(selections)
                chosen += selections
            except Unreadable:
                notes += map(PLAIN.write, self.writer.field(record, key, value))
        return chosen, notes

    def values(self, record: Record, data: dict[str, Any], entry: str) -> dict[str, Any]:
        """What has neither an attribute nor a limit of its own, and is not said by the id of the entry."""
        apart = self.spec.apart.get(data.get("kind", ""), "")
        values = {key: value for key, value in shown(record, data).items() if key == "log" or key not in NOT_FIELDS}
        if entry.partition(".")[2] and (not self.ids or entry in self.ids):
            values.pop(apart, None)
        if "budget" in record.fields:
            values["budget"] = data.get("budget")
            if values["budget"] == self.verdict.budget and (values["budget"] or 0) < 10**MOST_DIGITS:
                del values["budget"]
        return values

    def check(self, selections: list[Element]) -> None:
        """Raise `Unreadable` where the game's data files have no such entry."""
        entries = {element.get("entryId", "") for outer in selections for element in outer.iter("selection")}
        if self.ids and not entries <= self.ids:
            raise Unreadable(entries)


def text_element(tag: str, lines: list[str]) -> list[Element]:
    """An element with these lines; none without lines."""
    element = Element(tag)
    element.text = "\n".join(lines)
    return [element] if lines else []


EXPORT = Export(
    name="rosz",
    label="BattleScribe",
    icon="save",
    content_type="application/zip",
    render=render,
    position=7,
)
