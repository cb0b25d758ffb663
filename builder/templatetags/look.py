"""What the templates need to draw: the interface's own icons, roads that fill up, and what is drawn once and kept."""

import operator
from functools import lru_cache
from types import NoneType

from django import template
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from builder.games import DESKS
from builder.sheets.parts import Found, Passage, Unit
from builder.templatetags.bivouac import say

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=1_000)
def ui(name, title=""):
    """One of the interface's own icons (static/ui.svg); without a title it is decoration."""
    label = format_html('role="img" aria-label="{}"', title) if title else mark_safe('aria-hidden="true"')
    return format_html('<svg class="ui" {}><use href="{}#{}"/></svg>', label, static("ui.svg"), name)


@register.filter
def counted(desk, units):
    """How many units a list has, in the game's words."""
    return desk.counted(len(units))


@register.simple_tag
def plate(game, total, budget, units, big=False):
    """How large a list is, as a number plate: its points, or for a game (slug or desk) without points its units."""
    desk = DESKS[game] if isinstance(game, str) else game
    size = " big" if big else ""
    if total is None:
        return format_html('<span class="plate{}">{}</span>', size, desk.counted(units))
    due = "–" if budget is None else budget
    return format_html('<span class="plate{}">{}<i>/{}</i></span>', size, total, due)


@register.simple_tag
@lru_cache(maxsize=100)
def emblem(game):
    """The emblem of a game (slug): static/emblems/<slug>.svg, or the camp's where it has none."""
    file = f"emblems/{game}.svg"
    return drawing(file, "emblem") if finders.find(file) else ui("camp")


def drawing(file, name):
    return format_html('<svg class="ui" aria-hidden="true"><use href="{}#{}"/></svg>', static(file), name)


@register.filter
def part_of(number, whole):
    """How much of `whole` a number is, in hundredths, never under 0 nor over 100."""
    if not whole or not number or number < 0 or whole < 0:
        return 0
    return min(100, number * 100 // whole)


@register.filter
def at(sequence, index):
    """What stands at an index that a variable holds; nothing where the sequence is shorter."""
    return sequence[index] if index is not None and 0 <= index < len(sequence) else None


class Drawings:
    """Drawn templates by what they show; all are forgotten when they come to more than `most` characters."""

    def __init__(self, most):
        self.most = most
        self.forget()

    def forget(self):
        self.size, self.kept = 0, {}

    def drawn(self, key, held, name, context):
        """The template `name` drawn for `context()`, kept under `key` while `held` are the things it shows."""
        kept = self.kept.get(key)
        if kept is None or not all(map(operator.is_, kept[0], held)):
            text = mark_safe(get_template(name).render(context()))
            if self.size + len(text) > self.most:
                self.forget()
            self.size += len(text)
            kept = self.kept[key] = (held, text)
        return kept[1]


DRAWINGS = Drawings(most=32_000_000)
VALUES = (str, int, NoneType, Found, Unit, Passage)


@register.simple_tag
def drawn(template_name, **shown):
    """The template, which reads only what it is given here, drawn once for the same things in one language.

    Words, numbers and parts of sheets count by value, all else (rows of the book) by being the very same object.
    """
    key, held = [template_name, get_language(), *shown], []
    for one in shown.values():
        if isinstance(one, VALUES):
            key.append(one)
        else:
            key.append(id(one))
            held.append(one)
    return DRAWINGS.drawn(tuple(key), held, template_name, lambda: shown)


@register.simple_tag(takes_context=True)
def face(context, entry):
    """What never changes about an entry of the book: icon, name, figures, rules."""
    return drawn(context["desk"].parts["face"], entry=entry, catalogue=context["bench"].catalogue)


def reasons(refusal):
    """What findings or refused edits say, each with its rule (None for an edit), as `_why.html` shows them."""
    return [(say(one), getattr(one, "rule", None)) for one in refusal]


@register.simple_tag(takes_context=True)
def offers(context, group, name):
    """The rows of a group's offers, each drawn by the template `name`: most are the same from one edit to the next."""
    language, bench = get_language(), context["bench"]
    about = {"desk": context["desk"], "bench": bench, "rules_at": reverse("rules", args=[bench.list.game])}
    rows = []
    for offer in group.offers:
        refusal = reasons(offer.refusal)
        key = (name, language, offer.line, offer.cost, offer.facts, *[words for words, _rule in refusal])
        one = about | {"offer": offer, "refusal": refusal}
        rows.append(DRAWINGS.drawn(key, (offer.entry,), name, lambda one=one: one))
    return mark_safe("".join(rows))


@register.simple_tag(takes_context=True)
def unit_card(context, card):
    """A unit's card; closed ones read the same from one edit to the next."""
    name = "_card.html"
    if card.open:
        return get_template(name).template.render(context)
    shown = {key: context[key] for key in ("parts", "bench", "survey")} | {"card": card}
    return DRAWINGS.drawn(
        (context["desk"].templates, get_language(), card.signature), (card.book,), name, lambda: shown
    )
