"""Template filters of Red Button's Nation."""

from django import template

from builder.games.rbn.sheet import vehicle
from rules.games.rbn.analysis import VehicleAnalysis

register = template.Library()


@register.filter
def speeds(analysis: VehicleAnalysis) -> str:
    """Centimetres of a vehicle on road, clear and difficult ground, after everything that it has: 40/30/15."""
    return "/".join(map(str, vehicle.speeds(analysis) or ()))
