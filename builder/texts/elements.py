"""Elements of XML by their names, whatever their namespace."""

from xml.etree.ElementTree import Element

MOST_DIGITS = 9  # of a number


def below(element: Element, *path: str) -> list[Element]:
    """The elements under these tags."""
    elements = [element]
    for name in path:
        elements = [child for parent in elements for child in parent if tag(child) == name]
    return elements


def below_text(element: Element, name: str) -> str:
    return "\n".join((child.text or "") for child in below(element, name)).strip()


def tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def attribute(element: Element, name: str) -> str:
    """An attribute on one line."""
    return " ".join(element.get(name, "").split())


def whole(element: Element, name: str, default: int = 0) -> int:
    """The whole number that an attribute says, as in "300.0"."""
    digits = attribute(element, name).partition(".")[0]
    return int(digits[:MOST_DIGITS]) if digits.isdecimal() else default
