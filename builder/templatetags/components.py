"""Pieces that many templates draw: the interface's own icons, number plates, emblems, and cached fragments."""

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

from builder.registry import GAME_UIS
from builder.sheets.parts import Passage, SheetFinding, Unit
from builder.web.fragment_cache import fragment_cache
from builder.wording import say

register = template.Library()
COUNT_BY_VALUE = (str, int, NoneType, SheetFinding, Unit, Passage)


@register.simple_tag
@lru_cache(maxsize=1_000)
def ui(name, title=""):
    """One of the interface's own icons (static/ui.svg); without a title it is decoration."""
    label = format_html('role="img" aria-label="{}"', title) if title else mark_safe('aria-hidden="true"')
    return format_html('<svg class="ui" {}><use href="{}#{}"/></svg>', label, static("ui.svg"), name)


@register.filter
def count_label(game_ui, units):
    """How many units a list has, in the game's words."""
    return game_ui.count_label(len(units))


@register.simple_tag
def plate(game, total, budget, units, big=False):
    """How large a list is, as a number plate: its points, or for a game (slug or `GameUI`) without points its units."""
    game_ui = GAME_UIS[game] if isinstance(game, str) else game
    size = " big" if big else ""
    if total is None:
        return format_html('<span class="plate{}">{}</span>', size, game_ui.count_label(units))
    return format_html('<span class="plate{}">{}<i>/{}</i></span>', size, total, "–" if budget is None else budget)


@register.simple_tag
@lru_cache(maxsize=100)
def emblem(game):
    """The emblem of a game (slug): static/emblems/<slug>.svg, or the camp's where it has none."""
    file = f"emblems/{game}.svg"
    if not finders.find(file):
        return ui("camp")
    return format_html('<svg class="ui" aria-hidden="true"><use href="{}#emblem"/></svg>', static(file))


@register.simple_tag
@lru_cache(maxsize=100)
def game_styles(game):
    """The link to a game's own style sheet (slug): static/games/<slug>.css; nothing where it has none."""
    file = f"games/{game}.css"
    return format_html('<link rel="stylesheet" href="{}">', static(file)) if finders.find(file) else ""


@register.simple_tag
@lru_cache(maxsize=100)
def game_script(game):
    """The element that loads a game's own script (slug): static/games/<slug>.js; nothing where it has none."""
    file = f"games/{game}.js"
    return format_html('<script src="{}" defer></script>', static(file)) if finders.find(file) else ""


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


@register.simple_tag
def cached_include(template_name, **context):
    """The template, which reads nothing but what is given here, rendered once for the same values in one language.

    Texts, numbers and parts of sheets count by value, all else (entries of the book) by being the very same object.
    """
    key, objects = [get_language(), *context], []
    for value in context.values():
        if isinstance(value, COUNT_BY_VALUE):
            key.append(value)
        else:
            objects.append(value)
    return fragment_cache.render(template_name, tuple(key), tuple(objects), lambda: context)


@register.simple_tag(takes_context=True)
def face(context, entry):
    """What never changes about an entry of the book: icon, name, figures, rules."""
    return cached_include(context["game_ui"].parts["face"], entry=entry, catalogue=context["catalogue"])


def reasons(refusal):
    """What findings or refused edits say, each with its rule (None for an edit), as `_refusal.html` shows them."""
    return [(say(one), getattr(one, "rule", None)) for one in refusal]


@register.simple_tag(takes_context=True)
def offers(context, group, template_name):
    """The rows of a group's offers, each by a template: most are the same from one edit to the next.

    The template reads the offer, the reasons of its refusal, the game and the catalogue.
    """
    language, loaded = get_language(), context["loaded"]
    shared = {
        "game_ui": context["game_ui"],
        "catalogue": loaded.catalogue,
        "rules_at": reverse("rules", args=[loaded.document.game]),
    }
    rows = []
    for offer in group.offers:
        refusal = reasons(offer.refusal)
        key = (language, offer.command, offer.cost, offer.facts, *[words for words, _rule in refusal])
        row = shared | {"offer": offer, "refusal": refusal}
        rows.append(fragment_cache.render(template_name, key, (offer.entry, loaded.catalogue), lambda row=row: row))
    return mark_safe("".join(rows))


@register.simple_tag(takes_context=True)
def unit_card(context, card):
    """A unit's card. A closed one is rendered once for each state of the unit, and reads only what is given here."""
    name, game_ui = "lists/_card.html", context["game_ui"]
    shown = {"parts": game_ui.parts, "game": game_ui.game.slug, "card": card}
    if card.open:
        with context.push(**shown):
            return get_template(name).template.render(context)
    return fragment_cache.render(name, (get_language(), card.signature), (card.catalogue,), lambda: shown)
