"""What the templates of convoys need beside what all templates have."""

from django import template

from builder.games.rbn.sheet import fighter, vehicle

register = template.Library()


@register.filter
def speeds(view):
    """Centimetres on road, clear and hard ground, after everything the unit has: 40/30/15."""
    found = vehicle.speeds(view) if view.kind == "vehicle" else fighter.speeds(view)
    return "/".join(map(str, found)) if found else ""


@register.filter
def role_marks(view):
    """The slugs of the roles to tell at a glance."""
    return [slug for slug in view.roles if slug in view.marks]
