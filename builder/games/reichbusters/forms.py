"""The fields of a form as a hero's dashboard needs them: blank numbers stay blank."""

import re
from collections.abc import Iterable, Mapping

from builder.lists.edits import BadEdit, slug, words
from rules.shapes import LONGEST_LIST, String
from rules.text import _

NUMBER = re.compile(r"-?[0-9]{1,9}").fullmatch
TEXT = String()
SEPARATOR = ","
Fields = Mapping[str, str]


def whole_number(fields: Fields, key: str, before: int | None = None) -> int | None:
    """A whole number of a form, None where it is blank; `before` may stay, however large. Raises `BadEdit`."""
    if key not in fields:
        return before
    word = fields[key].strip().replace("−", "-")
    if not word:
        return None
    if word == str(before):
        return before
    if not NUMBER(word):
        raise BadEdit(_("Enter a whole number."))
    return int(word)


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
