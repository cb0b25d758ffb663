"""Tags for the templates of gatherings."""

from django import template

register = template.Library()


@register.simple_tag(takes_context=True)
def may_take_back(context, membership):
    """Whether this browser may undo the end of a membership."""
    access, roster = context.get("access"), membership.roster
    if not access or membership not in context["state"].returning:
        return False
    return access.organiser if membership.expelled else not roster.deleted and membership in access.granted
