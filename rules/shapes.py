"""What a document may hold: each shape reads strictly, writes canonically and describes itself as JSON Schema."""

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from typing import Any, NamedTuple, Protocol, Self

from rules.text import MessageError, _

Schema = dict[str, Any]

LONGEST_TEXT = 200
LONGEST_LIST = 40
LONGEST_INTEGER = 4_000  # digits; Python itself prints no integer of more than 4,300
MOST_KEPT_SLUGS = 5_000
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*").fullmatch
UNWRITABLE = re.compile("[\0\ud800-\udfff]").search


class Refused(MessageError):
    """A document that cannot be read: why (`message`) and where (`pointer`, RFC 6901)."""

    def __init__(self, text: str, **values: Any) -> None:
        super().__init__(text, **values)
        self.path: list[Any] = []

    def inside(self, key: Any) -> Self:
        """The same refusal, one level up: `key` leads to where it was raised."""
        self.path.insert(0, key)
        return self

    @property
    def pointer(self) -> str:
        return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in self.path)

    def __str__(self) -> str:
        return f"{self.pointer}: {self.message}"


class Shape(Protocol):
    """What one value of a document may be.

    read    -- the value of decoded JSON as a typed object; raises `Refused`
    write   -- the typed object as decoded JSON
    schema  -- the JSON Schema of what is read
    """

    def read(self, value: Any) -> Any: ...

    def write(self, value: Any) -> Any: ...

    def schema(self) -> Schema: ...


class Scalar:
    """A value that is written as it was read."""

    def write(self, value: Any) -> Any:
        return value


class Integer(Scalar):
    """A whole number; booleans and fractions are none."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def read(self, value: Any) -> Any:
        if type(value) is not int:
            raise Refused(_("Whole number expected."))
        if self.least is not None and value < self.least:
            raise Refused(_("Minimum: {least}."), least=self.least)
        if self.most is not None and value > self.most:
            raise Refused(_("Maximum: {most}."), most=self.most)
        return value

    def schema(self) -> Schema:
        bounds = {"minimum": self.least, "maximum": self.most}
        return {"type": "integer"} | {key: bound for key, bound in bounds.items() if bound is not None}


class Position(Integer):
    """The index of a unit or of one of its copies, counted from 0; readers see it counted from 1."""


class Flag(Scalar):
    """True or false."""

    def read(self, value: Any) -> Any:
        if value is not True and value is not False:
            raise Refused(_("true or false expected."))
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


def writable(text: str) -> str:
    """A text that was refused as it can be shown again: with `?` for each lone surrogate."""
    return text.encode("utf-8", "replace").decode()


class String(Scalar):
    """Free text of at most `longest` characters, without NUL and lone surrogates."""

    def __init__(self, longest: int = LONGEST_TEXT) -> None:
        self.longest = longest

    def read(self, value: Any) -> Any:
        if type(value) is not str:
            raise Refused(_("Text expected."))
        if not value:
            return value
        if len(value) > self.longest:
            raise Refused(_("Text length: {longest} maximum."), longest=self.longest)
        if UNWRITABLE(value):
            raise Refused(_("This text has a character we can’t save: remove it."))
        return value

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": self.longest, "pattern": r"^[^\u0000]*$"}


KEY = String()


class Slug(Scalar):
    """An identifier of the book: lower-case ASCII words joined by `-`. Whether the book has it is for the checks.

    `good` keeps slugs that were already matched: documents repeat the same few hundred.
    """

    good: set[str] = set()

    def read(self, value: Any) -> Any:
        if type(value) is not str:
            raise Refused(_("Identifier expected."))
        if value in self.good:
            return value
        if len(value) > LONGEST_TEXT:
            raise Refused(_("Text length: {longest} maximum."), longest=LONGEST_TEXT)
        if not SLUG(value):
            raise Refused(_("Use lower-case words and digits joined by hyphens."))
        if len(self.good) < MOST_KEPT_SLUGS:
            self.good.add(value)
        return value

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": LONGEST_TEXT, "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}


class Exactly(Scalar):
    """One of these words, or the only one."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, value: Any) -> Any:
        if type(value) is not str or value not in self.words:
            raise Refused(_("Only “{word}” is allowed here."), word=self.words[0])
        return value

    def schema(self) -> Schema:
        return {"enum": [*self.words]} if len(self.words) > 1 else {"const": self.words[0]}


class Either:
    """A value of the first shape whose JSON type fits: `{type: shape}`."""

    def __init__(self, by_type: dict[type, Shape], expected: str) -> None:
        self.by_type, self.expected = by_type, expected

    def read(self, value: Any) -> Any:
        shape = self.by_type.get(type(value))
        if shape is None:
            raise Refused(self.expected)
        return shape.read(value)

    def write(self, value: Any) -> Any:
        return self.by_type[list if type(value) is tuple else type(value)].write(value)

    def schema(self) -> Schema:
        return {"anyOf": [shape.schema() for shape in self.by_type.values()]}


class Maybe:
    """null, or the shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def read(self, value: Any) -> Any:
        return None if value is None else self.shape.read(value)

    def write(self, value: Any) -> Any:
        return None if value is None else self.shape.write(value)

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "null"}, self.shape.schema()]}


class Several:
    """A list of at most `most` values of one shape, kept as a tuple."""

    def __init__(self, shape: Shape, most: int | None = LONGEST_LIST) -> None:
        self.shape, self.most = shape, most

    def read(self, value: Any) -> Any:
        if type(value) is not list:
            raise Refused(_("List expected."))
        if not value:
            return ()
        if self.most is not None and len(value) > self.most:
            raise Refused(_("More than {most} entries."), most=self.most)
        read, entries = self.shape.read, []
        try:
            for entry in value:
                entries.append(read(entry))
        except Refused as refused:
            raise refused.inside(len(entries)) from None
        return tuple(entries)

    def write(self, value: Any) -> Any:
        return [self.shape.write(entry) for entry in value]

    def schema(self) -> Schema:
        most = {} if self.most is None else {"maxItems": self.most}
        return {"type": "array", "items": self.shape.schema()} | most


class Map:
    """A JSON object from the named keys to one shape, kept as a sorted tuple of pairs so that it can be hashed.

    Where `keys` is None any text is a key, and which of them mean something is for the checks.
    """

    def __init__(self, keys: Sequence[str] | None, shape: Shape) -> None:
        self.keys, self.shape = keys, shape

    def read(self, value: Any) -> Any:
        if type(value) is not dict:
            raise Refused(_("Object expected."))
        return tuple(sorted((key, self.read_value(key, inner)) for key, inner in value.items()))

    def read_value(self, key: str, value: Any) -> Any:
        try:
            if self.keys is None:
                KEY.read(key)
            elif key not in self.keys:
                raise Refused(_("Unknown key."))
            return self.shape.read(value)
        except Refused as refused:
            raise refused.inside(key) from None

    def write(self, value: Any) -> Any:
        return {key: self.shape.write(inner) for key, inner in value}

    def schema(self) -> Schema:
        if self.keys is None:
            return {"type": "object", "propertyNames": KEY.schema(), "additionalProperties": self.shape.schema()}
        properties = {key: self.shape.schema() for key in self.keys}
        return {"type": "object", "properties": properties, "additionalProperties": False}


REQUIRED = MISSING


class Field(NamedTuple):
    """A key of a `Record`: its shape and its default as read, or `REQUIRED`."""

    shape: Any
    default: Any


class Record:
    """A JSON object with exactly these keys, read into a dataclass.

    `shapes` maps each key to its shape. The dataclass states the defaults; a key is required where it has none, and
    where `required` says so. `names` maps a key to the attribute where the two differ, `short` is the key that alone
    may stand for the whole record.
    """

    def __init__(
        self,
        cls: type,
        shapes: dict[str, Shape],
        required: Sequence[str] = (),
        names: dict[str, str] | None = None,
        short: str | None = None,
    ) -> None:
        self.names, self.short = names or {}, short
        self.make = self.renaming(cls) if names else cls
        defaults = {
            field.name: field.default if field.default_factory is MISSING else field.default_factory()
            for field in fields(cls)
        }
        if {self.names.get(key, key) for key in shapes} != defaults.keys():
            raise TypeError(f"the keys of {cls.__name__} are {[*shapes]}, its fields {[*defaults]}")
        self.fields = {
            key: Field(shape, REQUIRED if key in required else defaults[self.names.get(key, key)])
            for key, shape in shapes.items()
        }
        self.readers = {key: shape.read for key, shape in shapes.items()}
        self.writers = [
            (key, self.names.get(key, key), shape.write, default) for key, (shape, default) in self.fields.items()
        ]
        self.required = [key for key, field in self.fields.items() if field.default is REQUIRED]

    def read(self, value: Any) -> Any:
        if type(value) is not dict:
            if self.short and type(value) is str:
                return self.make(**{self.short: self.readers[self.short](value)})
            raise Refused(_("Object expected."))
        values, readers = {}, self.readers
        key: Any = None
        try:
            for key, inner in value.items():
                values[key] = readers[key](inner)
        except KeyError:
            raise Refused(_("Unknown key.")).inside(key) from None
        except Refused as refused:
            raise refused.inside(key) from None
        for key in self.required:
            if key not in values:
                raise Refused(_("Missing key: “{key}”."), key=key)
        return self.make(**values)

    def renaming(self, cls: type) -> Callable[..., Any]:
        return lambda **values: cls(**{self.names.get(key, key): value for key, value in values.items()})

    def write(self, value: Any) -> Any:
        """The canonical form: defaults left out, a plain record as its short key."""
        written = {}
        for key, name, write, default in self.writers:
            inner = getattr(value, name)
            if default is REQUIRED or inner != default or type(inner) is not type(default):
                written[key] = write(inner)
        if self.short and written.keys() <= {self.short}:
            return written[self.short]
        return written

    def schema(self) -> Schema:
        described = {
            "type": "object",
            "properties": {key: field.shape.schema() for key, field in self.fields.items()},
            "required": self.required,
            "additionalProperties": False,
        }
        return {"anyOf": [self.fields[self.short].shape.schema(), described]} if self.short else described


class Tagged:
    """One of several records, told apart by the word under `key`."""

    def __init__(self, key: str, records: dict[str, Record]) -> None:
        self.key, self.records = key, records

    def read(self, value: Any) -> Any:
        if type(value) is not dict:
            raise Refused(_("Object expected."))
        if self.key not in value:
            raise Refused(_("Missing key: “{key}”."), key=self.key)
        word = value[self.key]
        record = self.records.get(word) if type(word) is str else None
        if record is None:
            raise Refused(_("Choose one of: {words}."), words=tuple(self.records)).inside(self.key)
        return record.read(value)

    def write(self, value: Any) -> Any:
        return self.records[getattr(value, self.key)].write(value)

    def schema(self) -> Schema:
        return {"oneOf": [record.schema() for record in self.records.values()]}
