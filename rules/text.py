"""Texts in two languages, and messages kept with their numbers until a page translates them."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# Characters that Unicode tells programs to show nothing for ("Default_Ignorable_Code_Point").
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)

SEPARATOR = "\u00a0· "


def _(text: str) -> str:
    """Mark a message for translation; the page translates, so that `rules` needs no Django."""
    return text


def visible(text: str) -> str:
    """What a reader sees of a text that was typed: "" where all of it is blank or invisible."""
    return INVISIBLE.sub("", text).strip()


def folded(text: str) -> str:
    """What all spellings of one name have in common, however they were typed."""
    return unicodedata.normalize("NFC", visible(text)).casefold()


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the book in French and English; where one is empty, the other is shown."""

    fr: str = ""
    en: str = ""

    def into(self, language: str) -> str:
        return (self.en or self.fr) if language.startswith("en") else (self.fr or self.en)

    def followed_by(self, words: str) -> "Text":
        """The same with these words behind it in both languages."""
        return Text(f"{self.fr}{words}", f"{self.en}{words}")

    def message(self, values: dict[str, Any]) -> "BookMessage":
        """With values for its braces."""
        return BookMessage(str(self), values, self)

    def __str__(self) -> str:
        return self.fr or self.en

    def __bool__(self) -> bool:
        return bool(self.fr or self.en)


@dataclass(frozen=True, slots=True)
class Message:
    """A marked sentence and the values for its braces: numbers, strings, `Text`s, other messages or tuples of those."""

    text: str
    values: dict[str, Any] = field(default_factory=dict, hash=False)

    def into(self, language: str, translate: Callable[[str], str]) -> str:
        """The sentence in `language`; `translate` is a gettext for that language."""
        values = {key: format_value(value, language, translate) for key, value in self.values.items()}
        return translate(self.text).format(**values)

    def __str__(self) -> str:
        return self.into("en", str)


class MessageError(ValueError):
    """What cannot be: a `Message` to the player says why."""

    def __init__(self, text: str, **values: Any) -> None:
        super().__init__(text)
        self.message = Message(text, values)


@dataclass(frozen=True, slots=True)
class BookMessage(Message):
    """The same of a book, which has the sentence in both languages."""

    sentence: Text = Text()

    def into(self, language: str, _translate: Callable[[str], str]) -> str:
        return Message(self.sentence.into(language), self.values).into(language, str)


def format_value(value: Any, language: str, translate: Callable[[str], str] = str) -> Any:
    """A value of a message as a reader of `language` sees it: lists are joined by commas."""
    if isinstance(value, Message):
        return value.into(language, translate)
    if isinstance(value, Text):
        return value.into(language)
    if isinstance(value, (tuple, list)):
        return ", ".join(str(format_value(part, language, translate)) for part in value)
    return value
