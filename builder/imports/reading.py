"""Texts from outside -> lists: JSON documents and the texts of lists, each line with what it was understood as."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from builder.imports.files import TextFile
from builder.imports.free_text import mended, read_free_text
from builder.imports.line_reader import Choices
from builder.texts.reading import TextLine, read_lists
from rules import document as documents
from rules.registry import GAMES
from rules.shapes import Refused
from rules.text import Message, _

JSON = re.compile(r"[\ufeff\s]*(\{|\[\s*[{\[\]])").match  # BBCode, too, begins with a bracket
MOST_LISTS = 500  # of one file


@dataclass(slots=True)
class ImportedList:
    """What was read as one list.

    source  -- the name of its file
    data    -- the canonical document; None: it is none
    problem -- why it is none
    lines   -- those of its text; none of a document
    is_typed -- whether somebody typed it, so that pieces of lines may be chosen
    """

    source: str
    data: dict[str, Any] | None = None
    problem: Message | None = None
    pointer: str = ""
    lines: list[TextLine] = field(default_factory=list)
    is_typed: bool = False

    @property
    def not_understood(self) -> list[TextLine]:
        return [line for line in self.lines if not line.understood]


def lists_of(file: TextFile, game: str | None = None, choices: Choices | None = None) -> Iterator[ImportedList]:
    """The lists in a text: documents, texts of ours, or one list as somebody typed it.

    game, choices -- of a list that somebody typed, as in `read_free_text`
    """
    if file.problem:
        yield ImportedList(file.name, problem=file.problem)
    elif JSON(file.text):
        yield from (read_document(file.name, value) for value in documents_in(file.text))
    else:
        yield from texts_in(file, game, choices)


def texts_in(file: TextFile, game: str | None, choices: Choices | None) -> Iterator[ImportedList]:
    try:
        readings = [mended(reading, choices) for reading in read_lists(file.text, MOST_LISTS)]
        if len(readings) == 1 and not readings[0].data["units"] and readings[0].not_understood:
            readings = []  # it names a game as ours do, and no unit
        typed = None if readings else read_free_text(file.text, game, choices)
    except Refused as refused:
        yield ImportedList(file.name, problem=refused.message)
        return
    if not readings and typed is None:
        yield ImportedList(file.name, problem=Message(_("No list was recognised.")))
    for reading in readings:
        yield checked(ImportedList(file.name, lines=reading.lines), reading.data)
    if typed:
        yield checked(ImportedList(file.name, lines=typed.lines, is_typed=True), typed.data)


def documents_in(text: str) -> list[Any]:
    """The JSON values in a text: one, several in a list, or one a line; `Refused` where there is none."""
    try:
        value = documents.decode(text)
    except Refused as refused:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in lines):
            return [refused]
        value = [decoded(line) for line in lines[: MOST_LISTS + 1]]
    if not isinstance(value, list):
        return [value]
    return value if len(value) <= MOST_LISTS else [Refused(_("Too many lists: {most} maximum."), most=MOST_LISTS)]


def decoded(line: str) -> Any:
    try:
        return documents.decode(line)
    except Refused as refused:
        return refused


def read_document(source: str, value: Any) -> ImportedList:
    """The list in a decoded JSON value, or in what refused it."""
    imported = ImportedList(source)
    if isinstance(value, Refused):
        imported.problem, imported.pointer = value.message, value.pointer
        return imported
    return checked(imported, value)


def checked(imported: ImportedList, data: Any) -> ImportedList:
    """The same with its canonical document, or why it is none."""
    try:
        imported.data = documents.write(documents.read(data, GAMES), GAMES)
        if len(json.dumps(imported.data, ensure_ascii=False).encode()) > documents.MOST_BYTES:
            raise Refused(_("File larger than {most} bytes."), most=documents.MOST_BYTES)
    except Refused as refused:
        imported.data, imported.problem, imported.pointer = None, refused.message, refused.pointer
    return imported
