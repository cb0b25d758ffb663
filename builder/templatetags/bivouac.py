"""What the templates need to speak: the book's words in the reader's language, findings, range bands, icons."""

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
