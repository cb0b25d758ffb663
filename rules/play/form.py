"""The form of an action with dice: each choice is read from the address as its field is declared."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules.play.actions import Attempt, Choice, Field, Words
from rules.play.battle import Context
from rules.play.entries import Modifier
from rules.text import Text, _, visible

YES, NO = "yes", "no"
TABLE = Text("la table", "the table")
FREE, WHY = "table", "table-why"
FREE_FIELDS = {FREE: "0", WHY: ""}  # those of what the table adds, as they are by themselves
WHOLE, SIGNED = re.compile("[0-9]+").fullmatch, re.compile("-?[0-9]+").fullmatch
MOST_FREE, LONGEST_WORDS = 9, 60


class ActionForm:
    """Reads the choices of an action; `fields` are those declared so far, in order, for its `Attempt`."""

    def __init__(self, sent: Mapping[str, str]) -> None:
        self.sent = sent
        self.fields: list[Field] = []

    def choice(self, name: str, label: Words, options: Sequence[Choice], usual: str = "", folded: bool = False) -> str:
        """The slug that is chosen: `usual` where none is, or one that is not offered; else the first."""
        return self.one_of(Field(name, label, options, folded=folded), usual)

    def one_of(self, field: Field, usual: str) -> str:
        slugs = [option.slug for option in field.options]
        value = next((slug for slug in (self.sent.get(field.name), usual) if slug in slugs), slugs[0])
        self.fields.append(replace(field, value=value))
        return value

    def flag(self, name: str, label: Words, folded: bool = True) -> bool:
        """Whether something is ticked; nothing is by itself."""
        value = "1" if self.sent.get(name) else ""
        self.fields.append(Field(name, label, value=value, kind="flag", folded=folded))
        return bool(value)

    def either(self, name: str, label: Words, no: Words, yes: Words, usual: bool, says_no: bool = False) -> bool:
        """A choice of two; `usual` by itself, such as what the marks of the battle say.

        says_no -- the line that stands for what is folded says `no`, too
        """
        options, quiet = (Choice(NO, no), Choice(YES, yes)), "" if says_no else NO
        field = Field(name, label, options, kind="either", folded=True, quiet=quiet)
        return self.one_of(field, YES if usual else NO) == YES

    def number(self, name: str, label: Words, usual: int, least: int, most: int, folded: bool = False) -> int:
        """A number between two bounds."""
        sent = self.sent.get(name, "")[:4]
        reads = SIGNED if least < 0 else WHOLE
        value = max(least, min(most, int(sent) if reads(sent) else usual))
        self.fields.append(Field(name, label, (), str(value), "number", least, most, folded, quiet=str(usual)))
        return value

    def words(self, name: str, label: Words, folded: bool = True) -> str:
        """A short text."""
        value = visible(self.sent.get(name, ""))[:LONGEST_WORDS]
        self.fields.append(Field(name, label, value=value, kind="text", folded=folded))
        return value

    def free_modifier(self, of_figure: bool = False) -> Iterator[Modifier]:
        """Dice that the table gives or takes, or what it adds to a figure, for a reason of its own.

        It has the last word.
        """
        label = _("Table modifier") if of_figure else _("Table modifier (D6)")
        number = self.number(FREE, label, 0, -MOST_FREE, MOST_FREE, folded=True)
        why = self.words(WHY, _("Reason for it"))
        if number:
            text = Text(f"la table\u202f: {why}", f"the table: {why}") if why else TABLE
            yield Modifier(0, text, figure=number) if of_figure else Modifier(number, text)


class ChosenAction:
    """Something that a unit does with dice, as it is chosen so far; `path`: of the unit that acts."""

    def __init__(self, context: Context, sent: Mapping[str, str]) -> None:
        self.context, self.battle, self.catalogue = context, context.battle, context.catalogue
        self.form, self.path = ActionForm(sent), sent.get("unit", "")
        self.side = self.path.split("/")[0]

    @classmethod
    def attempted(cls, context: Context, sent: Mapping[str, str]) -> Attempt:
        """For `Action`."""
        return cls(context, sent).attempt()

    def attempt(self) -> Attempt:
        raise NotImplementedError
