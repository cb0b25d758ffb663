"""Reads the tag tree of a finished PDF: what a screen reader reads, and in which order."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

SHOWN = {b"Tj", b"TJ", b"'", b'"', b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"S", b"s", b"Do", b"sh"}
LETTER = re.compile(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>")


@dataclass(frozen=True)
class Element:
    """A structure element: its kind without the slash, the kinds above it, its dictionary, its (page, mark)s."""

    kind: str
    above: tuple[str, ...]
    entry: dict
    marks: tuple[tuple[int, int], ...]


class TaggedPdf:
    def __init__(self, reader: PdfReader):
        self.reader = reader
        self.root = reader.trailer["/Root"]

    @cached_property
    def elements(self) -> list[Element]:
        """All of them, in the order in which they are read."""
        return list(self.below(self.root["/StructTreeRoot"]["/K"], ()))

    def below(self, kids, above) -> Iterator[Element]:
        for kid in [one.get_object() for one in kids]:
            if not isinstance(kid, dict) or kid.get("/Type") == "/OBJR":
                continue
            own = [one for one in kid.get("/K", ()) if isinstance(one, int)]
            page = self.reader.get_page_number(kid["/Pg"]) if own else 0
            kind = kid["/S"].removeprefix("/")
            yield Element(kind, above, kid, tuple((page, mark) for mark in own))
            yield from self.below(kid.get("/K", ()), (*above, kind))

    @property
    def fonts(self) -> set[str]:
        """The names of all fonts, each with the mark of its subset before it."""
        fonts = [font for page in self.reader.pages for font in page["/Resources"]["/Font"].values()]
        return {font.get_object()["/BaseFont"] for font in fonts}

    @property
    def headings(self) -> list[int]:
        return [int(one.kind[1]) for one in self.elements if re.fullmatch("H[1-6]", one.kind)]

    @cached_property
    def texts(self) -> dict[tuple[int, int], str]:
        """The text of each mark of a page."""
        return {
            (number, mark): text
            for number, page in enumerate(self.reader.pages)
            for mark, text in self.texts_of(page).items()
        }

    def texts_of(self, page: PageObject) -> dict[int, str]:
        letters = {name: letters_of(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
        texts: dict[int, str] = {}
        font: dict[bytes, str] = {}
        for operator, operands, mark in self.operations(page):
            if operator == b"Tf":
                font = letters[operands[0]]
            elif operator == b"TJ" and isinstance(mark, int):
                texts[mark] = texts.get(mark, "") + "".join(font.get(one, "") for one in glyphs_of(operands[0]))
        return texts

    def operations(self, page: PageObject) -> Iterator[tuple[bytes, list, int | str | None]]:
        """(operator, operands, the mark that it stands in: a number, "Artifact" or None)."""
        marks: list[int | str] = []
        for operands, operator in ContentStream(page["/Contents"].get_object(), self.reader).operations:
            if operator in (b"BDC", b"BMC"):
                marks.append(operands[1]["/MCID"] if operator == b"BDC" else operands[0].removeprefix("/"))
            elif operator == b"EMC":
                marks.pop()
            else:
                yield operator, operands, marks[-1] if marks else None

    @property
    def boxes(self) -> list[int]:
        """The pages on which something is printed as glyph 0, which fonts have for letters that they have not."""
        return [
            number
            for number, page in enumerate(self.reader.pages)
            for operator, operands, _mark in self.operations(page)
            if operator == b"TJ" and b"\0\0" in glyphs_of(operands[0])
        ]

    @property
    def read_aloud(self) -> str:
        """The whole text in the order of the tag tree."""
        return " ".join(self.texts.get(mark, "") for one in self.elements for mark in one.marks)

    @property
    def untagged(self) -> list[tuple[int, bytes | int]]:
        """(page, what is shown there) without a mark, or with one that no element of the tree has."""
        owned = {mark for one in self.elements for mark in one.marks}
        return [
            (number, operator if mark is None else mark)
            for number, page in enumerate(self.reader.pages)
            for operator, _operands, mark in self.operations(page)
            if operator in SHOWN and (mark is None or (mark != "Artifact" and (number, mark) not in owned))
        ]


def letters_of(font) -> dict[bytes, str]:
    """The letters of an embedded font, by the two bytes of their glyphs."""
    pairs = LETTER.findall(font["/ToUnicode"].get_data())
    return {bytes.fromhex(glyph.decode()): bytes.fromhex(code.decode()).decode("utf-16-be") for glyph, code in pairs}


def glyphs_of(operand) -> list[bytes]:
    """The glyphs of an array of texts and gaps, two bytes each."""
    texts = [one.original_bytes for one in operand if hasattr(one, "original_bytes")]
    return [text[at : at + 2] for text in texts for at in range(0, len(text), 2)]
