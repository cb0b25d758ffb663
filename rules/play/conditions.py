"""What a book's file says of cases: dice for a condition, what becomes of an effect, what is to be minded."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.text import Text

Facts = Mapping[str, int]  # what is so in a case, and how much of it: slugs of rules, of abilities, of marks ...


@dataclass(frozen=True, kw_only=True)
class Case:
    """When a row holds: all the facts of `when` are so, and none of `unless`.

    entry -- of the book, where it stands: "equipment/armure", "rules/storm"; or of the case, such as "weapon"; "" where
             only we say so
    """

    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    entry: str = ""

    def entry_paths(self) -> tuple[str, ...]:
        return (self.entry,)

    def holds(self, facts: Facts) -> bool:
        return all(facts.get(slug) for slug in self.when) and not any(facts.get(slug) for slug in self.unless)


@dataclass(frozen=True, kw_only=True)
class Condition(Case):
    """Dice more or fewer: because the facts are so, or as the form says.

    name     -- of its field, and of the fact that the answer is
    modifier -- the slug of what it gives; for a choice one for each option
    dice     -- or how many its entry gives; `text`: in other words than its name
    times    -- the fact that says how often they count; once without it
    ask      -- flag, either (of two `options`), number (what is beyond `least` counts), choice (the first of `options`,
                else a modifier); "": nothing is asked
    usual    -- the fact that answers until somebody says otherwise; says_no: the line of what is folded says "no", too
    ignored  -- the entry that takes its effect, where its slug is among the facts
    """

    name: str = ""
    modifier: tuple[str, ...] = ()
    dice: int = 0
    text: Text = Text()
    times: str = ""
    ask: Literal["", "flag", "either", "number", "choice"] = ""
    label: Text = Text()
    options: tuple[Text, ...] = ()
    usual: str = ""
    says_no: bool = False
    least: int = 0
    most: int = 0
    ignored: str = ""

    def entry_paths(self) -> tuple[str, ...]:
        return self.entry, self.ignored


@dataclass(frozen=True, kw_only=True)
class Change(Case):
    """What becomes of each effect `on` a row: these `instead` of it, these `beside` it, by their own pages or its."""

    on: tuple[str, ...]
    instead: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Note(Case):
    """What is to be minded."""

    text: Text


@dataclass(frozen=True, kw_only=True)
class Citation(Case):
    """Where it stands how dice are read; `name`: what is read."""

    name: str
