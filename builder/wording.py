"""Texts in the reader's language: those of the book, marked sentences, names that stand in other text."""

import re
from typing import Any

from django.utils.translation import get_language, gettext

from builder.sheets.parts import clean
from rules.text import Message, Text

RIGHT_TO_LEFT = re.compile(  # letters that run from right to left, and marks that turn what follows them
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
).search
ISOLATE, END = "\u2068", "\u2069"


def local(text: Any) -> Any:
    """A `Text` of the book in the reader's language; anything else as it is."""
    return text.into(get_language() or "fr") if isinstance(text, Text) else text


def say(finding: Any) -> str:
    """A finding, a refused edit or a marked sentence as the reader reads it."""
    message = getattr(finding, "message", finding)
    if isinstance(message, Message):
        message = Message(message.text, {key: isolate_words(value) for key, value in message.values.items()})
    return gettext(message) if isinstance(message, str) else message.into(get_language() or "fr", gettext)


def isolate_words(value: Any) -> Any:
    """A value of a message with its texts `isolated`."""
    if isinstance(value, (tuple, list)):
        return tuple(isolate_words(one) for one in value)
    return isolated(value) if isinstance(value, str) else value


def isolated(words: Any) -> str:
    """A name that stands in other text, so that its direction of writing turns nothing around it.

    One that runs from left to right stays as it is.
    """
    text = str(words)
    return f"{ISOLATE}{clean(text)}{END}" if RIGHT_TO_LEFT(text) else text
