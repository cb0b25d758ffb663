"""The form of an action with dice: each choice is read from the address as its field is declared."""

from collections.abc import Mapping, Sequence

from builder.battles.spec import Choice, Field, Words
from builder.web.forms import number_or_none

YES, NO = "yes", "no"


class ActionForm:
    """Reads the choices of an action; `fields` are those declared so far, in order, for its `Attempt`."""

    def __init__(self, sent: Mapping[str, str]) -> None:
        self.sent = sent
        self.fields: list[Field] = []

    def choice(self, name: str, label: Words, options: Sequence[Choice], usual: str = "") -> str:
        """The slug that is chosen: `usual` where none is, or one that is not offered; else the first."""
        slugs = [one.slug for one in options]
        value = next((one for one in (self.sent.get(name), usual) if one in slugs), slugs[0])
        self.fields.append(Field(name, label, options, value))
        return value

    def flag(self, name: str, label: Words) -> bool:
        """Whether something is ticked; nothing is by itself."""
        value = "1" if self.sent.get(name) else ""
        self.fields.append(Field(name, label, value=value, kind="flag"))
        return bool(value)

    def either(self, name: str, label: Words, no: Words, yes: Words, usual: bool) -> bool:
        """A choice of two; `usual` by itself, such as what the marks of the battle say."""
        return self.choice(name, label, (Choice(NO, no), Choice(YES, yes)), YES if usual else NO) == YES

    def number(self, name: str, label: Words, usual: int, least: int, most: int) -> int:
        """A number between two bounds."""
        sent = number_or_none(self.sent.get(name, "")[:4])
        value = max(least, min(most, usual if sent is None else sent))
        self.fields.append(Field(name, label, value=str(value), kind="number", least=least, most=most))
        return value
