"""Filters and tags for texts in the reader's language, findings, range bands and icons."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from builder import wording

register = template.Library()
register.filter("local", wording.local)
register.filter("say", wording.say)
register.filter("isolated", wording.isolated)
register.filter("verdict_word", wording.verdict_word)
register.filter("cited", wording.cited)
register.filter("day", wording.day)
register.filter("per_cent", wording.per_cent)
register.filter("minus", wording.minus)


@register.filter
def dice(number):
    """D6 added to a roll: +2D6, +0, -1D6."""
    return "+0" if not number else f"{number:+d}D6".replace("-", "−")


@register.filter
def signed(number):
    """A change as text: +2, 0, −1."""
    return f"{number:+d}".replace("-", "−") if number else "0"


@register.filter
def band(band):
    """A range band as text: 0-30 cm +2D6."""
    return f"{band.start}-{band.end} cm {dice(band.dice)}"


@register.filter
def comma_separated(value):
    """A list of dice as "3, 5"; other values unchanged."""
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


@register.filter
def item_at(mapping, key):
    """The value of a mapping at a key that is a template variable; None if it is missing."""
    return mapping.get(key) if mapping else None


@register.simple_tag
@lru_cache(maxsize=1_000)
def icon(name, title=""):
    """An icon of static/icons.svg; without a title it is hidden from screen readers."""
    if not name:
        return ""
    label = format_html('role="img" aria-label="{}"', title) if title else mark_safe('aria-hidden="true"')
    return format_html('<svg class="icon" {}><use href="{}#{}"/></svg>', label, static("icons.svg"), name)
