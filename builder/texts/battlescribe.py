"""Rosters of BattleScribe and New Recruit -> text: ours as our full text, others as if typed, a line a selection."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from builder.texts.elements import attribute, below, below_text, tag, whole
from builder.texts.own_roster import own_roster

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
    own = own_roster(root)
    lines = lines_of(root) if own is None else own.lines()
    return "".join(f"{line}\n" for line in lines)


def lines_of(root: Element) -> Iterator[str]:
    """The head, then each selection below those that it belongs to."""
    limit = next((f" 0/{whole(limit, 'value')} pts" for limit in below(root, "costLimits", "costLimit")), "")
    yield f"{attribute(root, 'name') or '?'}{limit}"
    yield attribute(root, "gameSystemName")
    for force in below(root, "forces", "force"):
        yield attribute(force, "catalogueName")
        for selection in below(force, "selections", "selection"):
            yield from lines_of_selection(selection, 0)


def lines_of_selection(selection: Element, depth: int) -> Iterator[str]:
    """ "2x Name" and what was selected with it, each further in than what it belongs to."""
    name, count = attribute(selection, "name"), whole(selection, "number", 1)
    custom = attribute(selection, "customName")
    times = f"{count}x " if count > 1 else ""
    bullet = "- " if depth else ""
    yield f"{INDENT * depth}{bullet}{times}" + (f"“{custom}” ({name})" if custom else name)
    if depth < DEEPEST:
        for inner in below(selection, "selections", "selection"):
            yield from lines_of_selection(inner, depth + 1)
    if notes := below_text(selection, "customNotes"):
        yield f"{INDENT * (depth + 1)}- Notes: {' '.join(notes.split())}"
