"""Texts in two languages, and messages kept with their numbers until a page translates them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


def _(text: str) -> str:
    """Mark a message for translation; the page translates, so that `rules` needs no Django."""
    return text


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the book in French and English; where one is empty, the other is shown."""

    fr: str = ""
    en: str = ""

    def into(self, language: str) -> str:
        return (self.en or self.fr) if language.startswith("en") else (self.fr or self.en)

    def __str__(self) -> str:
        return self.fr or self.en

    def __bool__(self) -> bool:
        return bool(self.fr or self.en)


@dataclass(frozen=True, slots=True)
class Message:
    """A marked sentence and the values for its braces: numbers, strings, `Text`s or tuples of those."""

    text: str
    values: dict[str, Any] = field(default_factory=dict)

    def into(self, language: str, translate: Callable[[str], str]) -> str:
        """The sentence in `language`; `translate` is a gettext for that language."""
        return translate(self.text).format(**{key: format_value(value, language) for key, value in self.values.items()})

    def __str__(self) -> str:
        return self.into("en", str)


def format_value(value: Any, language: str) -> Any:
    """A value of a message as a reader of `language` sees it: lists are joined by commas."""
    if isinstance(value, Text):
        return value.into(language)
    if isinstance(value, (tuple, list)):
        return ", ".join(str(format_value(one, language)) for one in value)
    return value
