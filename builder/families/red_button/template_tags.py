"""Template filters of the family."""

from typing import Any

from django import template

register = template.Library()


@register.filter
def role_tags(unit_analysis: Any) -> list[str]:
    """The slugs of its roles, for its badges."""
    return [slug for slug in unit_analysis.roles if slug in unit_analysis.tags]
