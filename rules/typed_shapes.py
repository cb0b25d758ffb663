"""The shape of a frozen dataclass, derived from the types of its fields: of documents, and of a book's data of play."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from rules.shapes import Exactly, Flag, Integer, Maybe, Record, Refused, Schema, Several, Shape, Slug, String
from rules.text import Message, Text, _

LONGEST_WORDS = 1_000


class BothLanguages:
    """A `Text`, given in French and in English."""

    words = String(LONGEST_WORDS)

    def read(self, value: Any) -> Text:
        if type(value) is not dict or value.keys() != {"fr", "en"}:
            raise Refused(_("French and English text expected."))
        if not all(self.words.read(text).strip() for text in value.values()):
            raise Refused(_("French and English text expected."))
        return Text(value["fr"].strip(), value["en"].strip())

    def write(self, value: Text) -> dict[str, str]:
        return {"fr": value.fr, "en": value.en}

    def schema(self) -> Schema:
        return {"type": "object", "required": ["fr", "en"], "additionalProperties": self.words.schema()}


class Named:
    """Entries by slug, in the order of the file; an entry that has a field `slug` is given its own."""

    def __init__(self, shape: Any) -> None:
        self.shape, self.slug = shape, Slug()
        self.takes_slug = isinstance(shape, Record) and "slug" in shape.fields

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise Refused(_("Object expected."))
        return {key: self.read_entry(key, entry) for key, entry in value.items()}

    def read_entry(self, key: Any, entry: Any) -> Any:
        try:
            self.slug.read(key)
            return self.shape.read({"slug": key} | entry if self.takes_slug and type(entry) is dict else entry)
        except Refused as refused:
            raise refused.inside(key) from None

    def write(self, value: dict[str, Any]) -> dict[str, Any]:
        return {key: self.shape.write(entry) for key, entry in value.items()}

    def schema(self) -> Schema:
        return {"type": "object", "propertyNames": self.slug.schema(), "additionalProperties": self.shape.schema()}


class TypedShapes:
    """The shapes of types.

    plain    -- those of plain types
    most     -- how many entries a list has at the most; None: any number
    required -- the keys that a record must have, though its dataclass may have a default
    """

    def __init__(self, plain: dict[Any, Shape], most: int | None = None, required: Sequence[str] = ()) -> None:
        self.plain, self.most, self.required = plain, most, required

    def of(self, hint: Any) -> Any:
        """A plain one, an annotated one, one of these words, a list, entries by slug, a dataclass; each or null."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return inner[1]
        if hint in self.plain:
            return self.plain[hint]
        if is_dataclass(hint):
            return self.record(hint)
        if origin is Literal:
            return Exactly(*inner)
        if origin is tuple and inner[1:] == (...,):
            return Several(self.of(inner[0]), self.most)
        if origin is dict:
            return Named(self.of(inner[1]))
        if origin in (Union, UnionType) and inner[1] is NoneType:
            return Maybe(self.of(inner[0]))
        raise TypeError(f"no shape for {hint!r}")

    def fields(self, cls: Any, **own: Shape) -> dict[str, Shape]:
        """The shape of each field of a dataclass: its `own`, else that of its type."""
        hints = get_type_hints(cls, include_extras=True)
        return {field.name: own.get(field.name) or self.of(hints[field.name]) for field in fields(cls)}

    def record(self, cls: Any) -> Record:
        """The shape of a dataclass: each field is a key, required where it has no default."""
        return Record(cls, self.fields(cls), self.required)


PLAIN: dict[Any, Shape] = {
    int: Integer(),
    bool: Flag(),
    str: String(LONGEST_WORDS),
    Text: BothLanguages(),
    str | Message | Text: BothLanguages(),  # of an entry that code makes too: its own words are marked
}
BOOK_SHAPES = TypedShapes(PLAIN, required=("cite",))
