"""Tags for pages whose address says what they show."""

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def my_lists_address(context: Any, **changes: Any) -> str:
    """The address of my lists as they are shown, with some fields of their `Choice` changed.

    selected -- "all": with all of the page ticked
    """
    ticked = {"selected": changes.pop("selected")} if "selected" in changes else {}
    return reverse("my-lists") + context["choice"].query(ticked, **changes)
