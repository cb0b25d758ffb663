"""Template filters of First Wave."""

from typing import Any

from django import template

from rules.games.first_wave.document import foreign

register = template.Library()
register.filter("foreign", foreign)


@register.filter
def ruled_by(item: Any) -> str:
    """The ruling for a price that First Wave does not print: A45 for melee weapons, A42 for others."""
    return "A42" if item.melee is None else "A45"
