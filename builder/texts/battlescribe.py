"""Rosters of BattleScribe and New Recruit -> text: ours as our full text, others as if typed, a line a selection."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

UNITS = ("unit", "model")
OURS = "bivouac-"  # begins the id of a game's system in rosters of ours (exports/formats/rosz.py)
APART = " · "
DEEPEST = 20  # selections within selections
INDENT = "  "


class NoRoster(ValueError):
    """The XML is not that of a roster, or not well formed."""


def is_xml(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith(("<?xml", "<roster"))


def typed(text: str) -> str:
    """A roster's XML as text. Raises `NoRoster`, also for entities and nests that are too deep."""
    try:
        root = fromstring(text.lstrip("\ufeff \t\r\n"), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, RecursionError):
        raise NoRoster from None
    if tag(root) != "roster":
        raise NoRoster
    lines = own_lines(root) if root.get("gameSystemId", "").startswith(OURS) else lines_of(root)
    return "".join(f"{line}\n" for line in lines)


def own_lines(root: Element) -> Iterator[str]:
    """The full text that a roster of ours was made from."""
    yield root.get("name", "")
    yield f"{root.get('gameSystemName', '')}{APART}"
    units = 0
    for selection in below(root, "forces", "force", "selections", "selection"):
        if selection.get("type") in UNITS:
            units += 1
            names = filter(None, [selection.get("customName"), selection.get("name")])
            yield ""
            yield f"{units}. {selection.get('number', '1')} × {APART.join(names)}"
        else:
            yield selection.get("name", "")
        for field in below(selection, "selections", "selection"):
            yield field.get("name", "")
            yield from (entry.get("name", "") for entry in below(field, "selections", "selection"))


def lines_of(root: Element) -> Iterator[str]:
    """The head, then each selection below those that it belongs to."""
    limit = next((f" 0/{number(limit)} pts" for limit in below(root, "costLimits", "costLimit")), "")
    yield f"{attribute(root, 'name') or '?'}{limit}"
    yield attribute(root, "gameSystemName")
    for force in below(root, "forces", "force"):
        yield attribute(force, "catalogueName")
        for selection in below(force, "selections", "selection"):
            yield from lines_of_selection(selection, 0)


def lines_of_selection(selection: Element, depth: int) -> Iterator[str]:
    """ "2x Name" and what was selected with it, each further in than what it belongs to."""
    name, count = attribute(selection, "name"), attribute(selection, "number")
    custom = attribute(selection, "customName")
    times = f"{count}x " if count.isdecimal() and int(count) > 1 else ""
    bullet = "- " if depth else ""
    yield f"{INDENT * depth}{bullet}{times}" + (f"“{custom}” ({name})" if custom else name)
    if depth < DEEPEST:
        for inner in below(selection, "selections", "selection"):
            yield from lines_of_selection(inner, depth + 1)
    if notes := below_text(selection, "customNotes"):
        yield f"{INDENT * (depth + 1)}- Notes: {notes}"


def below(element: Element, *path: str) -> list[Element]:
    """The elements under these tags, whatever their namespace."""
    elements = [element]
    for name in path:
        elements = [child for parent in elements for child in parent if tag(child) == name]
    return elements


def below_text(element: Element, name: str) -> str:
    return " ".join((child.text or "") for child in below(element, name)).strip()


def tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def attribute(element: Element, name: str) -> str:
    """An attribute on one line."""
    return " ".join(element.get(name, "").split())


def number(element: Element) -> str:
    return attribute(element, "value").partition(".")[0]
