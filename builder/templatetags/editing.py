"""What the templates need to ask for an edit: forms that send one, buttons that do one."""

from functools import lru_cache

from django import template
from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.text import slugify

from builder.templatetags.bivouac import local
from builder.templatetags.look import drawn, reasons

register = template.Library()


@register.simple_tag(takes_context=True)
def posts(context, on=""):
    """The attributes of a form that sends an edit to the list; `on="change"` also when a field changes.

    htmx queues it behind the edits under way and sends the newest revision and open unit along.
    """
    return sending(reverse("roster-do", args=[context["roster"].pk]), on)


@lru_cache(maxsize=1_000)
def sending(address, on):
    return format_html(
        'method="post" action="{0}" hx-post="{0}" hx-swap="none" hx-sync="#do:queue all" '
        'hx-include="#revision, #opened"{1}',
        address,
        format_html(' hx-trigger="submit, {}"', on) if on else "",
    )


@register.simple_tag(takes_context=True)
def sends(context, *line):
    """The hidden fields of such a form: token, revision and open unit as drawn and, where given, the edit's line."""
    index = context["open_index"]
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="revision" value="{}">'
        '<input type="hidden" name="opened" value="{}">{}',
        context["csrf_token"],
        context["roster"].revision,
        "" if index is None else index,
        format_html('<input type="hidden" name="do" value="{}">', spelt(line)) if line else "",
    )


@register.simple_tag
@lru_cache(maxsize=10_000)
def does(*line):
    """The attributes of a button that does an edit, given as its words or as one line: id, form, name, value."""
    return format_html('id="{}" form="do" name="do" value="{}"', slugify(spelt(line)), spelt(line))


def spelt(line):
    return " ".join(map(str, line))


@register.simple_tag
def choice(offer, icon=""):
    """The button of an offer that is one of several: pressed when it is taken, shut when it is refused."""
    entry = offer.entry
    return drawn(
        "_choice.html",
        line=offer.line,
        label=local(getattr(entry, "name", entry)),
        icon=icon,
        cost=offer.cost,
        facts=", ".join(offer.facts),
        taken=offer.taken,
        shut=not offer.open and not offer.taken,
    )


@register.simple_tag(takes_context=True)
def why(context, refusal, *of):
    """Why something, `of` these words, is refused (findings, refused edits): the reasons, their pages, the ways out."""
    if not refusal:
        return ""
    rules_at = reverse("rules", args=[context["desk"].game.slug])
    about = {"of": spelt(of), "refusal": reasons(refusal), "rules_at": rules_at}
    return mark_safe(get_template("_why.html").render(about))
