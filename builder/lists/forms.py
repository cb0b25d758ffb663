"""Fields of forms, each read by the shape that describes it, and as words of a command."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote_plus, unquote_plus

from builder.lists.edits import BadEdit, Fields, Form, slug
from rules.shapes import Flag, Integer, Slug
from rules.text import _


def typed(form: Form, fields: Fields) -> dict[str, Any]:
    """The fields of a form as typed values, None where one is blank. Raises `BadEdit`, naming those it cannot read."""
    values, unread = {}, []
    for name, shape in form.items():
        try:
            values[name] = typed_field(shape, fields.get(name, "").strip())
        except ValueError:  # a `Refused` is one
            unread.append(name)
    if unread:
        raise BadEdit(_("Couldn’t read: {fields}."), fields=tuple(unread))
    return values


def typed_field(shape: Any, word: str) -> Any:
    if isinstance(shape, Flag):
        return bool(word)
    if isinstance(shape, Slug):
        return slug(word) if word else None
    return shape.read(int(word) if isinstance(shape, Integer) else word) if word else None


def sent(values: Mapping[str, Any]) -> dict[str, str]:
    """Typed values as a form sends them: what is blank or off is left out."""
    words = {name: "on" if value is True else str(value) for name, value in values.items() if value is not None}
    return {name: word for name, word in words.items() if word not in ("", "False")}


def field_word(name: str, value: Any) -> str:
    """A field as a word of a command, such as `post=driver`."""
    return f"{name}={quote_plus(str(value), safe='/')}"


def fields_in(form: Form, words: list[str]) -> tuple[list[str], dict[str, str]]:
    """(the other words of a command, the fields among them). Raises `BadEdit` for a field that the form does not have.

    The number behind a name such as `skill-0` is not part of the name in the form.
    """
    if not form:
        return words, {}
    fields = {}
    for word in (word for word in words if "=" in word):
        name, _equals, value = word.partition("=")
        if name not in form and name.rstrip("0123456789") not in form:
            raise BadEdit(_("Unknown change. Reload the page."))
        fields[name] = unquote_plus(value)
    return [word for word in words if "=" not in word], fields
