"""The fields of a form as a hero's dashboard needs them: blank numbers stay blank."""

import re
from collections.abc import Iterable, Mapping
from functools import partial

from builder.lists import edits
from builder.lists.edits import BadEdit, slug, words
from rules.shapes import LONGEST_LIST, String
from rules.text import _

NUMBER = re.compile(r"-?[0-9]{1,9}").fullmatch
TEXT = String()
SEPARATOR = ","
Fields = Mapping[str, str]


whole_number = partial(edits.whole_number, shape=NUMBER, refusal=_("Enter a whole number."))


def choice(fields: Fields, key: str, before: str | None = None) -> str | None:
    """A slug of a form, None where nothing is chosen. Raises `BadEdit`."""
    if key not in fields:
        return before
    return slug(fields[key].strip()) if fields[key].strip() else None


def ticked(fields: Fields, key: str) -> bool:
    return bool(fields.get(key))


def listed(fields: Fields, key: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """The entries of a text with commas between them; `before` where the text is as it was. Raises `BadEdit`."""
    if key not in fields or fields[key].strip() == join_entries(before):
        return before
    parts = [{key: part} for part in fields[key].split(SEPARATOR) if part.strip()]
    if len(parts) > LONGEST_LIST:
        raise BadEdit(_("At most {most} of these per unit."), most=LONGEST_LIST)
    return tuple(words(part, key, TEXT) for part in parts)


def join_entries(entries: Iterable[str]) -> str:
    return f"{SEPARATOR} ".join(entries)
