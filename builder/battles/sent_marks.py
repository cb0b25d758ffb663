"""Marks as a request brings them: one in a form, several as JSON."""

import json
from typing import Any

from django.http import HttpRequest

from builder.battles.services import MOST_AT_ONCE, UID, WantedMark
from builder.web.keys import new_key
from rules.shapes import UNWRITABLE

LONGEST_COMMAND = 4_000
LONGEST_FIELD = 2_000


class BadBatch(ValueError):
    """What was sent are no marks."""


def marks_in(request: HttpRequest) -> int:
    """How many marks a request brings."""
    try:
        return max(1, len(batch_of(request.body))) if request.content_type == "application/json" else 1
    except BadBatch:
        return 1


def batch_of(body: bytes) -> list[WantedMark]:
    """The marks of a JSON body. Raises `BadBatch`."""
    try:
        match json.loads(body):
            case {"marks": [*several]} if len(several) <= MOST_AT_ONCE:
                return [mark_of_json(entry) for entry in several]
    except (ValueError, RecursionError):
        pass
    raise BadBatch


def mark_of_json(entry: Any) -> WantedMark:
    match entry:
        case {"id": str(uid), "command": str(command), **rest} if UID(uid) and is_clean(command, LONGEST_COMMAND):
            text = rest.get("text")
            if text is None or (isinstance(text, str) and is_clean(text, LONGEST_FIELD)):
                return WantedMark(uid, command, {} if text is None else {"text": text})
    raise BadBatch


def mark_of_form(request: HttpRequest, command: str) -> WantedMark:
    """The mark of a form, with those of its fields that can be stored. Raises `BadBatch`."""
    uid = request.POST.get("id", "")
    fields = {key: value for key, value in request.POST.dict().items() if is_clean(value, LONGEST_FIELD)}
    if not is_clean(command, LONGEST_COMMAND):
        raise BadBatch
    return WantedMark(uid if UID(uid) else new_key(), command, fields)


def is_clean(text: str, longest: int) -> bool:
    """Whether a text is short enough, and can be stored."""
    return len(text) <= longest and not UNWRITABLE(text)
