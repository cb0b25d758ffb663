"""What the import page shows of the lists that it read, and what a player chose there."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from builder.imports.files import TextFile
from builder.imports.line_reader import Choices
from builder.imports.reading import ImportedList
from builder.imports.worker import ChosenText
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from rules.document import NOTES
from rules.registry import GAMES
from rules.shapes import LONGEST_TEXT
from rules.text import _

TEXT, NAME, GAME, CHOICE, TAKE = "text", "name", "game", "choice", "take"  # fields, with the numbers of file, line ...
MOST_FILES = 100
CHOICE_FIELD = re.compile(rf"{CHOICE}-(\d{{1,4}})-(\d{{1,5}})-(\d{{1,3}})").fullmatch


@dataclass(slots=True)
class ReviewedList:
    """A list on the page.

    number -- by which the form names it
    loaded -- None where it is none
    taken  -- whether its box is ticked
    """

    number: str
    imported: ImportedList
    loaded: LoadedRoster | None
    taken: bool = True

    @property
    def points(self) -> dict[int, int | None]:
        """The points of each unit by its index."""
        units = self.loaded.analysis.units if self.loaded else ()
        return {index: getattr(unit, "points", None) for index, unit in enumerate(units)}


@dataclass(slots=True)
class ReviewedFile:
    """A file or a pasted text on the page; game: the slug that the player chose for a list typed by hand."""

    number: int
    file: TextFile
    game: str | None = None
    lists: list[ReviewedList] = field(default_factory=list)


def chosen_texts(files: Sequence[TextFile], fields: Mapping[str, Any]) -> list[ChosenText]:
    """The files with what the player chose of each."""
    games = [fields.get(f"{GAME}-{number}") for number in range(len(files))]
    return [
        (file, game if game in GAMES else None, choices_of(number, fields))
        for number, (file, game) in enumerate(zip(files, games, strict=True))
    ]


def reviewed(
    texts: Sequence[ChosenText], lists: Sequence[Sequence[ImportedList]], fields: Mapping[str, Any], is_first: bool
) -> list[ReviewedFile]:
    """The files as they are shown with the lists in each; is_first: all are ticked, as nobody chose yet."""
    return [
        review(ReviewedFile(number, file, game), imported, fields, is_first)
        for number, ((file, game, _choices), imported) in enumerate(zip(texts, lists, strict=True))
    ]


def review(
    shown: ReviewedFile, lists: Sequence[ImportedList], fields: Mapping[str, Any], is_first: bool
) -> ReviewedFile:
    number = shown.number
    for index, imported in enumerate(lists):
        name = f"{number}-{index}"
        loaded = LoadedRoster.from_data(imported.data) if imported.data else None
        taken = loaded is not None and (is_first or f"{TAKE}-{name}" in fields)
        shown.lists.append(ReviewedList(name, imported, loaded, taken))
    return shown


def choices_of(file: int, fields: Mapping[str, Any]) -> Choices:
    """What the player chose for the pieces of lines of a file."""
    choices = {}
    for name, value in fields.items():
        match = CHOICE_FIELD(name)
        if match and int(match[1]) == file:
            choices[int(match[2]), int(match[3])] = value
    return choices


def texts_in_form(fields: QueryDict) -> list[TextFile]:
    """The texts that the page carries from one step to the next."""
    texts = []
    for number in range(MOST_FILES):
        if f"{TEXT}-{number}" not in fields:
            break
        name, text = (str(fields.get(f"{field}-{number}", "")) for field in (NAME, TEXT))
        texts.append(TextFile(name[:LONGEST_TEXT], text))
    return texts


def to_store(files: Sequence[ReviewedFile]) -> Iterator[LoadedRoster]:
    """The lists that are ticked, with what was not understood in their notes.

    Raises `BadEdit` where the notes get too long.
    """
    for file in files:
        for row in file.lists:
            if row.taken and row.loaded:
                yield with_notes(row.loaded, remainder(row.imported))


def remainder(imported: ImportedList) -> list[str]:
    """What was not understood: pieces of lines that were, else whole lines."""
    lines = []
    for line in imported.not_understood:
        pieces = [part.text for part in line.parts if not part.understood]
        lines.append(", ".join(pieces) if pieces else line.text.strip())
    return lines


def with_notes(loaded: LoadedRoster, lines: Sequence[str]) -> LoadedRoster:
    if not lines:
        return loaded
    heading = gettext("Not understood when it was imported:")
    notes = "\n".join(filter(None, [loaded.document.notes, heading, *lines]))
    if len(notes) > NOTES.longest:
        raise BadEdit(_("The lines that aren’t understood are too long for the notes of a list: shorten the text."))
    return loaded.with_document(replace(loaded.document, notes=notes))
