"""What the templates need to draw: the interface's own icons, roads that fill up, and what is drawn once and kept."""

from functools import lru_cache

from django import template
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from builder.games import DESKS
from builder.templatetags.bivouac import say

register = template.Library()

MOST_KEPT = 5_000
_kept = {}


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
    return sequence[index] if 0 <= index < len(sequence) else None


def drawn_once(key, held, name, context):
    """The template `name` drawn for `context`, kept under `key` for as long as `held` is the very thing it shows."""
    kept = _kept.get(key)
    if kept is None or kept[0] is not held:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        kept = _kept[key] = (held, mark_safe(get_template(name).render(context())))
    return kept[1]


@register.simple_tag(takes_context=True)
def face(context, entry):
    """What never changes about an entry of the book: icon, name, figures, rules."""
    name = context["desk"].parts["face"]
    about = lambda: {"entry": entry, "catalogue": context["bench"].catalogue}  # noqa: E731
    return drawn_once((name, get_language(), id(entry)), entry, name, about)


@register.simple_tag(takes_context=True)
def offers(context, group, name):
    """The rows of a group's offers, each drawn by the template `name`: most are the same from one edit to the next."""
    language, bench = get_language(), context["bench"]
    about = {"desk": context["desk"], "bench": bench, "rules_at": reverse("rules", args=[bench.list.game])}
    rows = []
    for offer in group.offers:
        refusal = [(say(one), getattr(one, "rule", None)) for one in offer.refusal]
        key = (name, language, offer.line, offer.cost, offer.facts, *[words for words, _rule in refusal])
        one = about | {"offer": offer, "refusal": refusal}
        rows.append(drawn_once(key, offer.entry, name, lambda one=one: one))
    return mark_safe("".join(rows))


@register.simple_tag(takes_context=True)
def unit_card(context, card):
    """A unit's card; closed ones read the same from one edit to the next."""
    name = "_card.html"
    if card.open:
        return get_template(name).template.render(context)
    shown = {key: context[key] for key in ("parts", "bench", "survey")} | {"card": card}
    return drawn_once((context["desk"].templates, get_language(), card.signature), card.book, name, lambda: shown)
