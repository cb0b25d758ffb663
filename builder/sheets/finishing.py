"""What WeasyPrint leaves to say in a finished PDF: how it is to be printed, and a tag tree that holds PDF/UA-1."""

from collections.abc import Iterator, Sequence
from typing import Any

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
    mark_artifacts(pdf, tagged)


def elements_below(pdf: Any, reference: bytes, ancestors: tuple[str, ...] = ()) -> Iterator[tuple[Any, tuple]]:
    """(a structure element, the kinds of those that it stands in), each before what it holds."""
    element = pdf.objects[number_of(reference)]
    kind = element.get("S")
    if kind:
        yield element, ancestors
        ancestors = (*ancestors, element["S"])
    for kid in element.get("K", ()):
        if isinstance(kid, bytes) and pdf.objects[number_of(kid)].get("Type") != "/OBJR":
            yield from elements_below(pdf, kid, ancestors)


def number_of(reference: bytes) -> int:
    return int(reference.split()[0])


def on_page(box: Sequence[float], height: float) -> list[float]:
    """A box of CSS pixels from the top left corner, in points from the bottom left of a page of `height` pixels."""
    left, top, right, bottom = box
    return [POINT * edge for edge in (left, height - bottom, right, height - top)]


def mark_artifacts(pdf: Any, tagged: set[int]) -> None:
    """Footers are no content: their marks belong to no element of the tree."""
    numbers = pdf.objects[number_of(pdf.objects[number_of(pdf.catalog["StructTreeRoot"])]["ParentTree"])]["Nums"]
    for reference, owners in zip(pdf.page_references, numbers[1::2], strict=False):
        footers = {mark for mark, owner in enumerate(owners) if number_of(owner) not in tagged}
        stream = pdf.objects[number_of(pdf.objects[number_of(reference)]["Contents"])].stream
        marks = [at for at, item in enumerate(stream) if isinstance(item, dict) and item.get("MCID") in footers]
        for at in reversed(marks):
            stream[at - 1 : at + 2] = ["/Artifact", "BMC"]
        # The owner of a mark is found by its position: nobody owns those of a footer.
        owners[:] = ["null" if mark in footers else owner for mark, owner in enumerate(owners)]
