"""What is marked in a battle, as values; the texts of commands are made of them here alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.shapes import Refused, Schema, String
from rules.text import _

SET, ADD, SAY = "set", "add", "say"
BETWEEN = " ; "  # commands that are one


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that is marked.

    verb   -- what happens: "set" and "add" (a number), "say" (a text), or a command that a game has, such as "rise"
    path   -- of the marker, "0/3.1/wounds"; of an effect its key alone; what a game's command is about
    amount -- a number or a text; "" for neither
    """

    verb: str
    path: str = ""
    amount: int | str = ""

    @classmethod
    def set(cls, path: str, number: int = 1) -> "Mark":
        return cls(SET, path, number)

    @classmethod
    def add(cls, path: str, number: int = 1) -> "Mark":
        return cls(ADD, path, number)

    @classmethod
    def say(cls, path: str, words: str = "") -> "Mark":
        """Semicolons become commas: one would end the command."""
        return cls(SAY, path, ", ".join(map(str.strip, words.split(";"))).strip())

    def on(self, unit: str) -> "Mark":
        """The mark of an effect on the unit at a path."""
        return replace(self, path=f"{unit}/{self.path}")

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.verb, self.path, self.amount) if part != "")


def command(marks: Sequence[Mark]) -> str:
    """Marks as one command, which is taken back at once."""
    return str(marks[0]) if len(marks) == 1 else f"all {BETWEEN.join(map(str, marks))}"


class MarkShape:
    """The mark of an effect in a book's file: "add wounds 1"."""

    words = String()

    def read(self, value: Any) -> Mark:
        match self.words.read(value).split():
            case [("set" | "add") as verb, key, number] if number.removeprefix("-").isdecimal():
                return Mark(verb, key, int(number))
        raise Refused(_("Unknown marker."))

    def write(self, value: Mark) -> str:
        return str(value)

    def schema(self) -> Schema:
        return self.words.schema()


EffectMark = Annotated[Mark, MarkShape()]
