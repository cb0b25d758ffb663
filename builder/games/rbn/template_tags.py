"""What the templates of convoys need beside what all templates have."""

from django import template

from builder.games.rbn.sheet import fighter, vehicle

register = template.Library()


@register.filter
def speeds(unit_analysis):
    """Centimetres on road, clear and hard ground, after everything the unit has: 40/30/15."""
    found = vehicle.speeds(unit_analysis) if unit_analysis.kind == "vehicle" else fighter.speeds(unit_analysis)
    return "/".join(map(str, found)) if found else ""


@register.filter
def role_tags(unit_analysis):
    """The slugs of the roles to tell at a glance."""
    return [slug for slug in unit_analysis.roles if slug in unit_analysis.tags]
