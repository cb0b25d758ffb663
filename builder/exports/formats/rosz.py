"""The list as a roster of BattleScribe and New Recruit, which reads back as the same list."""

import io
import zipfile
from xml.etree.ElementTree import Element, SubElement, tostring

from builder.exports.registry import Export, ExportSource
from builder.texts.battlescribe import OURS
from builder.texts.lines import Role, TextWriter

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
VERSION = "2.03"
POINTS = {"name": "pts", "typeId": "points"}
MARKS = {Role.ENTRY: "- ", Role.QUOTE: "> "}
SAME_DATE = (2026, 1, 1, 0, 0, 0)  # of the file in the ZIP: equal lists are equal files


def render(source: ExportSource) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("roster.ros", SAME_DATE), roster(source), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def roster(source: ExportSource) -> bytes:
    """The XML, with a selection for each unit and, in it, for each line of the full text."""
    writer = TextWriter(source.loaded, source.sheet())
    game, verdict = source.loaded.document.game, source.loaded.verdict
    system = writer.words.game(writer.writer.language)
    about = {"gameSystemId": OURS + game, "gameSystemName": system, "gameSystemRevision": "1"}
    root = Element("roster", {"xmlns": NAMESPACE, "id": OURS + "roster", "name": writer.title(), **about})
    root.set("battleScribeVersion", VERSION)
    for name, points in (("cost", verdict.total), ("costLimit", verdict.budget)):
        if points is not None:
            SubElement(SubElement(root, f"{name}s"), name, POINTS, value=f"{points}.0")
    catalogue = {"catalogueId": f"{OURS}{game}-lists", "catalogueName": system, "catalogueRevision": "1"}
    force = SubElement(
        SubElement(root, "forces"), "force", {"id": "force", "name": system, "entryId": "list", **catalogue}
    )
    add_selections(SubElement(force, "selections"), writer)
    for number, element in enumerate(root.iter("selection")):
        element.set("id", f"selection-{number}")
    return tostring(root, "utf-8", xml_declaration=True)


def add_selections(top: Element, writer: TextWriter) -> None:
    """Those of the list's head, of its units and of its log."""
    indexes = iter(range(len(writer.data["units"])))
    into = field = top
    for line in writer.lines():
        if line.role is Role.GAP:
            into = top
        elif line.role is Role.UNIT:
            into = add_unit(top, writer, next(indexes))
        elif line.role is Role.FIELD:
            field = selection(into, line.text)
        elif line.role in MARKS:
            selection(inside(field), MARKS[line.role] + line.text)


def add_unit(top: Element, writer: TextWriter, index: int) -> Element:
    """Where the selections of a unit go."""
    unit, points = writer.data["units"][index], writer.sheet.units[index].points
    kind = writer.words.label(unit["kind"], writer.writer.language)
    element = selection(top, kind, "model", unit.get("count", 1))
    if name := writer.name_in_heading(unit):
        element.set("customName", name)
    inner = SubElement(element, "selections")
    if points is not None:
        SubElement(SubElement(element, "costs"), "cost", POINTS, value=f"{points}.0")
    return inner


def selection(into: Element, name: str, kind: str = "upgrade", number: int = 1) -> Element:
    return SubElement(into, "selection", {"name": name, "entryId": kind, "number": str(number), "type": kind})


def inside(element: Element) -> Element:
    """The selections within a selection."""
    inner = element.find("selections")
    return SubElement(element, "selections") if inner is None else inner


EXPORT = Export(
    name="rosz",
    label="BattleScribe",
    icon="save",
    content_type="application/zip",
    render=render,
    position=7,
)
