"""Texts in the reader's language: the book's texts, marked sentences, names inside other text."""

import re
from dataclasses import replace
from datetime import date
from typing import Any
from unicodedata import category

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, gettext_noop

from rules.text import Message, Text
from rules.verdict import BAD, OK, TODO

RIGHT_TO_LEFT = re.compile(  # letters written from right to left, and control characters for the direction
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
).search
ISOLATE, END = "\u2068", "\u2069"  # FIRST STRONG ISOLATE, POP DIRECTIONAL ISOLATE
# What `clean` writes for characters of these Unicode categories, except the joiners of Arabic and Indic scripts.
REPLACEMENTS = {"Cc": " ", "Zl": " ", "Zp": " ", "Cf": "", "Cs": "", "Cn": "", "Co": ""}
JOINERS = "\u200c\u200d"
VERDICTS = {OK: gettext_noop("Legal"), TODO: gettext_noop("To do"), BAD: gettext_noop("Illegal")}
# In the citations of a book: a page, a heading, the space of French before a mark or within quotation marks.
PAGE = re.compile(r"\bp\. (?=\d)")
QUOTED = re.compile(r"«\s?(.*?)\s?»")
SPACED = re.compile(r"(?<=«)\s|\s(?=[»;:?!])")
APART = re.compile(r"\s(?=;)")


def local(text: Any) -> Any:
    """A `Text` of the book in the reader's language; other values unchanged."""
    return text.into(get_language() or "fr") if isinstance(text, Text) else text


def say(finding: Any) -> str:
    """A finding, a refused edit, a message or a marked sentence in the reader's language."""
    message = getattr(finding, "message", finding)
    if isinstance(message, Message):
        message = replace(message, values={key: isolate_texts(value) for key, value in message.values.items()})
    return gettext(message) if isinstance(message, str) else message.into(get_language() or "fr", gettext)


def verdict_word(state: str) -> str:
    """What a player reads of a list whose verdict has this `state`, on every page and sheet."""
    return gettext(VERDICTS[state])


def in_words(words: Any) -> str:
    """A marked text, `Message` or `Text` of the book in the reader's language; the empty text stays so."""
    if isinstance(words, Text):
        return str(local(words))
    return say(words) if isinstance(words, Message) or words else ""


def per_cent(number: Any) -> str:
    """A percentage as its language writes it: 41% in English, 41 % in French."""
    return f"{number}\u00a0%" if (get_language() or "fr").startswith("fr") else f"{number}%"


def minus(value: Any) -> str:
    """A figure of a book as its table prints it: −3 for a discount, a dash for a value that is missing."""
    return "–" if value == "-" else str(value).replace("-", "−")


def cited(cite: Any, language: str | None = None) -> str:
    """A `Cite`, or what it wrote, in the reader's language: his quotation marks, and no line end within a page."""
    words = SPACED.sub("\u202f", PAGE.sub("p.\u00a0", str(cite)))
    is_french = (language or get_language() or "fr").startswith("fr")
    return words if is_french else APART.sub("", QUOTED.sub("“\\1”", words))


def day(text: str) -> str:
    """A date as a reader writes it, where a text is one (2026-11-24); any other text unchanged."""
    try:
        return date_format(date.fromisoformat(text), "SHORT_DATE_FORMAT")
    except ValueError:
        return text


def isolate_texts(value: Any) -> Any:
    """A value of a message with its texts `isolated`."""
    if isinstance(value, (tuple, list)):
        return tuple(isolate_texts(part) for part in value)
    if isinstance(value, Text):
        return Text(isolated(value.fr), isolated(value.en))
    return isolated(value) if isinstance(value, str) else value


def isolated(name: Any) -> str:
    """A name for use inside other text: one written from right to left does not change the direction of that text.

    Other names are unchanged.
    """
    text = str(name)
    return f"{ISOLATE}{clean(text)}{END}" if RIGHT_TO_LEFT(text) else text


def clean(text: str) -> str:
    """Text as one line: line ends and control characters become spaces, invisible characters are removed."""
    return "".join([sign if sign in JOINERS else REPLACEMENTS.get(category(sign), sign) for sign in text]).strip()
