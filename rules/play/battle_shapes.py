"""The shapes of what a battle's document holds beside plain values."""

from collections.abc import Mapping
from typing import Any

from rules.shapes import Either, Integer, Record, Refused, Scalar, Several, Shape, String
from rules.text import Text, _

LEAST, MOST = -9_999, 9_999
LONGEST_WORDS = 1_000  # characters of a text


class TextShape:
    """A text in both languages: {"fr": ..., "en": ...}, or one text that is the same in both."""

    longest = String(400)

    def read(self, value: Any) -> Text:
        if type(value) is str:
            return Text(self.longest.read(value), value)
        return self.record.read(value)

    def write(self, value: Text) -> Any:
        return value.fr if value.fr == value.en else self.record.write(value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.longest.schema(), self.record.schema()]}

    record = Record(Text, {"fr": longest, "en": longest})


class JsonObject(Scalar):
    """A JSON object as it is, read by whom it is for."""

    def read(self, value: Any) -> Any:
        if type(value) is not dict:
            raise Refused(_("Object expected."))
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


class Values:
    """A JSON object of any keys, kept as a dict; at most `most`."""

    def __init__(self, shape: Shape, most: int) -> None:
        self.shape, self.most = shape, most
        self.several = Several(shape, most)
        self.keys = Several(String(200), most)

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise Refused(_("Object expected."))
        keys = self.keys.read([*value])
        return dict(zip(keys, self.several.read([*value.values()]), strict=True))

    def write(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self.shape.write(member) for key, member in value.items()}

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "maxProperties": self.most, "additionalProperties": self.shape.schema()}


class FactsShape(Values):
    """As `Values`, written in alphabetical order."""

    def write(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return super().write(dict(sorted(value.items())))


TEXT = TextShape()
VALUE = Either({int: Integer(LEAST, MOST), str: String(LONGEST_WORDS)}, _("Number or text expected."))
FACT = Either({int: Integer(), str: String(2_000), list: Several(String(200), 200)}, _("Number or text expected."))
