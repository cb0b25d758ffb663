"""What only the templates of gatherings need."""

from django import template

from builder.gatherings import keys

register = template.Library()


@register.simple_tag(takes_context=True)
def may_take_back(context, membership):
    """Whether whoever looks at a gathering may undo that somebody left or was sent away."""
    seat, roster = context.get("seat"), membership.roster
    if not seat or membership not in context["company"].returning:
        return False
    return seat.organiser if membership.expelled else not roster.deleted and keys.owns(context["request"], roster)
