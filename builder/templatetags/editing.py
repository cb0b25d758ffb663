"""Tags for edits: attributes and hidden fields of forms, buttons, and the reasons of a refusal."""

from functools import lru_cache
from itertools import chain

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import slugify

from builder.lists.offers import reasons_in_words, refused_together
from builder.lists.silhouettes import SILHOUETTES
from builder.templatetags.components import cached_include, cached_reasons, summary
from builder.wording import local

register = template.Library()


@register.simple_tag(takes_context=True)
def edit_form_attrs(context, on=""):
    """The attributes of a form that sends an edit to the list; `on="change"` also when a field changes.

    htmx sends it after the edits that are under way, with the newest revision and open unit.
    """
    return form_attrs(reverse("roster-edit", args=[context["roster"].pk]), on)


@lru_cache(maxsize=1_000)
def form_attrs(address, on):
    return format_html(
        'method="post" action="{0}" hx-post="{0}" hx-swap="none" hx-sync="#edit-form:queue all" '
        'hx-include="#revision, #opened"{1}',
        address,
        format_html(' hx-trigger="submit, {}"', on) if on else "",
    )


@register.simple_tag(takes_context=True)
def edit_hidden_fields(context, *command):
    """The hidden fields of a form with `edit_form_attrs`: CSRF token, revision, open unit, and the command if given."""
    index = context["open_index"]
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="revision" value="{}">'
        '<input type="hidden" name="opened" value="{}">{}',
        context["csrf_token"],
        context["roster"].revision,
        "" if index is None else index,
        format_html('<input type="hidden" name="command" value="{}">', command_text(command)) if command else "",
    )


@register.simple_tag
@lru_cache(maxsize=10_000)
def edit_button_attrs(*command):
    """The attributes id, form, name and value of a button that sends an edit, given as its words or as one command."""
    text = command_text(command)
    return format_html('id="{}" form="edit-form" name="command" value="{}"', slugify(text), text)


def command_text(words):
    return " ".join(map(str, words))


@register.simple_tag
def choice(offer, icon=""):
    """The button of an offer among several: pressed if it is taken, disabled if it is refused."""
    return cached_include(
        "lists/_choice.html",
        command=offer.command,
        label=entry_name(offer.entry),
        icon=icon,
        cost=offer.cost,
        facts=", ".join(offer.facts),
        taken=offer.taken,
        beyond=0 if offer.taken else offer.over,
        refused=not offer.open and not offer.taken,
    )


@register.simple_tag
def silhouettes():
    """The icons that may show a unit on paper, with their names as marked texts."""
    return SILHOUETTES


@register.simple_tag(takes_context=True)
def why_not(context, key, *choices):
    """Why some choices for the open unit are refused, behind one "why?": each rule once, with what it refuses.

    key     -- a name for this place on the page
    choices -- groups of offers
    """
    index = context["open_index"]
    names, refusal = [], []
    for entries, findings in refused_together(chain.from_iterable(choices), index):
        names.append(" · ".join(map(entry_name, entries)))
        words, rule = summary(reasons_in_words(findings))
        refusal.append((f"{names[-1]} – {words}", rule))
    return behind_why(context, f"{key}-{index}", " · ".join(names), refusal)


@register.simple_tag(takes_context=True)
def why(context, key, name, refusal):
    """The reasons of one refusal (findings or refused edits) behind a "why?"; `name` says what is refused."""
    return behind_why(context, key, name, reasons_in_words(refusal))


def behind_why(context, key, name, refusal):
    """A "why?" with `reasons_in_words`."""
    return cached_reasons("lists/_why.html", refusal, context["game"], id=slugify(key), name=name)


def entry_name(entry):
    return str(local(getattr(entry, "name", entry)))
