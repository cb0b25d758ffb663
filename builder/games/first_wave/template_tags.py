"""Template filters of First Wave."""

from django import template

register = template.Library()


@register.filter
def ruled_by(item):
    """The ruling for a price that First Wave does not print: A45 for melee weapons, A42 for others."""
    return "A42" if item.melee is None else "A45"
