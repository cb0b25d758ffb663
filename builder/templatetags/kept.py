"""Pieces of a page that are drawn once: the same thing in the same state reads the same, so its HTML is kept."""

from collections import OrderedDict

from django import template
from django.template.loader import get_template
from django.utils.translation import get_language

register = template.Library()
MOST_KEPT = 20_000
_kept = OrderedDict()


@register.simple_tag(takes_context=True)
def kept(context, name, state, **shown):
    """Draw the template `name` with the variables `shown`, or take it as it was drawn before.

    `state` has a hashable `signature` of everything that the template reads beside the book, and a
    `source`, the object of the book that must still be the same one.
    """
    key = name, get_language(), state.signature
    found = _kept.get(key)
    if found is not None and found[0] is state.source:
        _kept.move_to_end(key)
        return found[1]
    html = get_template(name).render({"catalogue": context.get("catalogue"), **shown})
    _kept[key] = state.source, html
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return html
