"""What WeasyPrint leaves to say in a finished PDF: how it is to be printed, and a tag tree that holds PDF/UA-1."""

from collections.abc import Iterator, Sequence
from typing import Any

ICONS = b"Bivouac-Icons"  # as a PDF names the font of static/print/icons.woff2
POINT = 0.75  # of a CSS pixel
DUPLEX = {"single": "/Simplex", "double": "/DuplexFlipLongEdge", "fold": "/Simplex"}  # by `choices.SIDES`
PARAGRAPHS = frozenset(("/P", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6"))  # none of them stands in another


def finish(document: Any, pdf: Any, sides: str) -> None:
    """Mend a PDF that is about to be written; `sides` is one of `choices.SIDES`."""
    pdf.catalog["ViewerPreferences"].update({"Duplex": DUPLEX[sides], "PrintScaling": "/None"})
    heights = [page.height for page in document.pages]
    tagged = set()
    for element, ancestors in elements_below(pdf, pdf.catalog["StructTreeRoot"]):
        tagged.add(element.number)
        if element["S"] in PARAGRAPHS and PARAGRAPHS & set(ancestors):
            element["S"] = "/NonStruct"  # a box that WeasyPrint made for a part of the paragraph
        if element["S"] == "/Figure":
            box = element["A"]["BBox"]
            box[:] = on_page(box, heights[pdf.page_references.index(element["Pg"])])
    icons = {f"/{font.hash} ".encode() for font in document.fonts.values() if ICONS in font.name}
    mark_artifacts(pdf, tagged, tuple(icons))


def elements_below(pdf: Any, reference: bytes, ancestors: tuple[str, ...] = ()) -> Iterator[tuple[Any, tuple]]:
    """(a structure element, the kinds of those that it stands in), each before what it holds."""
    element = referred(pdf, reference)
    kind = element.get("S")
    if kind:
        yield element, ancestors
        ancestors = (*ancestors, element["S"])
    for kid in element.get("K", ()):
        if isinstance(kid, bytes) and referred(pdf, kid).get("Type") != "/OBJR":
            yield from elements_below(pdf, kid, ancestors)


def referred(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[number_of(reference)]


def number_of(reference: bytes) -> int:
    return int(reference.split()[0])


def on_page(box: Sequence[float], height: float) -> list[float]:
    """A box of CSS pixels from the top left corner, in points from the bottom left of a page of `height` pixels."""
    left, top, right, bottom = box
    return [POINT * edge for edge in (left, height - bottom, right, height - top)]


def mark_artifacts(pdf: Any, tagged: set[int], icons: tuple[bytes, ...]) -> None:
    """Footers and icons are no content: no element of the tree has them, and they are not read aloud."""
    owners_of_pages = referred(pdf, referred(pdf, pdf.catalog["StructTreeRoot"])["ParentTree"])["Nums"][1::2]
    for reference, owners in zip(pdf.page_references, owners_of_pages, strict=False):
        stream = referred(pdf, referred(pdf, reference)["Contents"]).stream
        artifacts = {mark for mark, owner in enumerate(owners) if number_of(owner) not in tagged}
        artifacts |= set(marks_of(stream, icons)) - artifacts
        for mark in artifacts:
            disown(pdf, owners, mark)
        starts = [at for at, item in enumerate(stream) if isinstance(item, dict) and item.get("MCID") in artifacts]
        for at in reversed(starts):
            stream[at - 1 : at + 2] = ["/Artifact", "BMC"]


def marks_of(stream: Sequence[Any], icons: tuple[bytes, ...]) -> Iterator[int]:
    """The marks of a page whose text is set in one of these fonts, each given as a font is chosen in a page."""
    mark, chosen = -1, False
    for item in stream:
        if isinstance(item, dict):
            mark = item.get("MCID", -1)
        elif isinstance(item, bytes) and item.endswith(b" Tf"):
            chosen = item.startswith(icons)
        elif chosen and isinstance(item, bytes) and item.endswith(b"TJ"):
            yield mark


def disown(pdf: Any, owners: list[Any], mark: int) -> None:
    """Take a mark from the element that has it, and that element from the one that it stands in."""
    owner = referred(pdf, owners[mark])
    above = referred(pdf, owner["P"])
    above["K"][:] = [kid for kid in above["K"] if kid != owner.reference]
    owners[mark] = "null"  # an owner is found by its position, so that nobody's place stays
