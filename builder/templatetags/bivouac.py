"""What the templates need to speak: the book's words in the reader's language, findings, range bands, icons."""

import re
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext

from builder.sheets.parts import clean
from rules.text import Message, Text

register = template.Library()
TURNS = re.compile(  # letters that run from right to left, and marks that turn what follows them
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
).search
ISOLATE, END = "\u2068", "\u2069"


@register.filter
def local(words):
    """A `Text` of the book in the reader's language; anything else as it is."""
    return words.into(get_language() or "fr") if isinstance(words, Text) else words


@register.filter
def say(finding):
    """A finding, a refused edit or a marked sentence as the reader reads it."""
    message = getattr(finding, "message", finding)
    if isinstance(message, Message):
        message = Message(message.text, {key: apart(value) for key, value in message.values.items()})
    return gettext(message) if isinstance(message, str) else message.into(get_language() or "fr", gettext)


def apart(value):
    """A value of a message with its words `isolated`."""
    if isinstance(value, (tuple, list)):
        return tuple(apart(one) for one in value)
    return isolated(value) if isinstance(value, str) else value


@register.filter
def isolated(words):
    """A name that stands in other text, so that its direction of writing turns nothing around it.

    One that runs from left to right stays as it is.
    """
    text = str(words)
    return f"{ISOLATE}{clean(text)}{END}" if TURNS(text) else text


@register.filter
def dice(number):
    """D6 added to a roll: +2D6, +0, -1D6."""
    return "+0" if not number else f"{number:+d}D6".replace("-", "−")


@register.filter
def band(one):
    """A range band as a player reads it: 0-30 cm +2D6."""
    return f"{one.start}-{one.end} cm {dice(one.dice)}"


@register.filter
def joined(value):
    """A list of dice as "3, 5"; anything else as it is."""
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


@register.filter
def item_at(mapping, key):
    """A value of a mapping by a key that a variable holds."""
    return mapping.get(key) if mapping else None


@register.simple_tag
@lru_cache(maxsize=1_000)
def icon(name, title=""):
    """An icon of the sprite; without a title it is decoration."""
    if not name:
        return ""
    label = format_html('role="img" aria-label="{}"', title) if title else mark_safe('aria-hidden="true"')
    return format_html('<svg class="icon" {}><use href="{}#{}"/></svg>', label, static("icons.svg"), name)
