"""What a form sent, read as a hero's dashboard needs it: blank figures stay blank."""

import re

from builder.lists.edits import BadEdit, slug, words
from rules.shapes import LONGEST_LIST, String
from rules.text import _

WRITTEN = re.compile(r"-?[0-9]{1,9}").fullmatch
TEXT = String()
BETWEEN = ","


def figure(fields, key, before=None):
    """A whole number of a form, None where it was left blank. What stood there before may be of any size."""
    if key not in fields:
        return before
    word = fields[key].strip().replace("−", "-")
    if not word:
        return None
    if word == str(before):
        return before
    if not WRITTEN(word):
        raise BadEdit(_("A whole number is due there."))
    return int(word)


def choice(fields, key, before=None):
    """A slug of a form, None where nothing is chosen."""
    if key not in fields:
        return before
    return slug(fields[key].strip()) if fields[key].strip() else None


def ticked(fields, key):
    return bool(fields.get(key))


def listed(fields, key, before):
    """The entries of a text with commas between them; what was not touched stays as it was."""
    if key not in fields or fields[key].strip() == join_entries(before):
        return before
    parts = [{key: part} for part in fields[key].split(BETWEEN) if part.strip()]
    if len(parts) > LONGEST_LIST:
        raise BadEdit(_("A unit holds at most {most} of these."), most=LONGEST_LIST)
    return tuple(words(part, key, TEXT) for part in parts)


def join_entries(entries):
    return f"{BETWEEN} ".join(entries)
