"""Template filters of Red Button's Nation."""

from typing import Any

from django import template

from builder.games.rbn.sheet import fighter, vehicle

register = template.Library()


@register.filter
def speeds(unit_analysis: Any) -> str:
    """Centimetres on road, clear and difficult ground, after everything the unit has: 40/30/15."""
    part = vehicle if unit_analysis.kind == "vehicle" else fighter
    return "/".join(map(str, part.speeds(unit_analysis) or ()))


@register.filter
def role_tags(unit_analysis: Any) -> list[str]:
    """The slugs of its roles, for its badges."""
    return [slug for slug in unit_analysis.roles if slug in unit_analysis.tags]
