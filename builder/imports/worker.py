"""Large texts are read by a file worker, with its limits of time and memory: the page asks again until it has."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language

from builder.accounts.limits import client
from builder.exports.models import KeptFile
from builder.exports.queue import finished_file
from builder.exports.storing import made_content, remove
from builder.imports.files import TextFile
from builder.imports.line_reader import Choices
from builder.imports.reading import ImportedList, lists_of
from builder.texts.reading import Choice, Part, TextLine
from rules.text import Message, Text, _

JOB, TIMES_SECONDS = "import", 1 / 3
SUBJECT = "import"
LARGE = 60_000  # characters that a web process reads itself: it takes a quarter of a second
TOO_MUCH = _("It takes too long to read all this. Import less at once.")
FAILED = _("It couldn’t be read. Try again, or import less at once.")

ChosenText = tuple[TextFile, str | None, Choices]  # a text, the game and the pieces that the player chose


class NotRead(ValueError):
    """A file worker gave up; the argument is a marked sentence."""


def read_all(request: HttpRequest, texts: Sequence[ChosenText]) -> list[list[ImportedList]]:
    """The lists in each text. Raises `Waiting` or `NotRead`, and `QueueFull`, for large ones."""
    if sum(len(file.text) for file, _game, _choices in texts) <= LARGE:
        return [list(lists_of(*text)) for text in texts]
    work = {"job": JOB, "texts": [packed(text) for text in texts], "language": get_language()}
    kept = finished_file(client(request), SUBJECT, work)
    content = made_content(kept)
    remove([kept])
    if content is None:
        raise NotRead(TOO_MUCH if kept.outcome == KeptFile.Outcome.TOO_LARGE else FAILED)
    return [[list_from(data) for data in lists] for lists in json.loads(content)]


def packed(text: ChosenText) -> list[Any]:
    file, game, choices = text
    return [file.name, file.text, game, [[*numbers, word] for numbers, word in choices.items()]]


def make(request: dict[str, Any]) -> bytes:
    """The job of the file worker."""
    return json.dumps(
        [
            [
                asdict(imported)
                for imported in lists_of(TextFile(name, text), game, {(*at,): word for *at, word in choices})
            ]
            for name, text, game, choices in request["texts"]
        ]
    ).encode()


def list_from(data: dict[str, Any]) -> ImportedList:
    problem = data["problem"] and Message(data["problem"]["text"], data["problem"]["values"])
    return ImportedList(**data | {"problem": problem, "lines": [line_from(line) for line in data["lines"]]})


def line_from(data: dict[str, Any]) -> TextLine:
    return TextLine(**data | {"parts": tuple(part_from(part) for part in data["parts"])})


def part_from(data: dict[str, Any]) -> Part:
    choices = (Choice(**choice | {"meaning": Text(**choice["meaning"])}) for choice in data["choices"])
    return Part(**data | {"meaning": data["meaning"] and Text(**data["meaning"]), "choices": tuple(choices)})
