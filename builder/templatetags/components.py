"""Tags that many templates use: icons of the interface, number plates, emblems, cached fragments."""

from functools import cache, lru_cache
from types import NoneType
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template.loader import select_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from builder.accounts.form_answers import FIELD, new_form_token
from builder.accounts.user_names import called
from builder.exports.data_files import DATA_FILES
from builder.exports.registry import EXPORTS, Export
from builder.lists.offers import comparison_key
from builder.lists.spec import LISTS
from builder.pages.spec import PAGES
from builder.sheets.parts import Passage, SheetFinding
from builder.sheets.screen import ScreenCard
from builder.web.fragment_cache import FILLED_IN_LATER, filled_in, fragment_cache, without_indentation
from builder.wording import say
from rules.document import LogEntry

register = template.Library()
register.filter("called", called)
COUNT_BY_VALUE = (str, int, tuple, NoneType, LogEntry, SheetFinding, ScreenCard, Passage)


@register.simple_tag
@lru_cache(maxsize=1_000)
def ui(name, title=""):
    """An icon of static/ui.svg; without a title it is hidden from screen readers."""
    label = format_html('role="img" aria-label="{}"', title) if title else mark_safe('aria-hidden="true"')
    return format_html('<svg class="ui" {}><use href="{}#{}"/></svg>', label, static("ui.svg"), name)


@register.simple_tag(takes_context=True)
def form_token(context) -> SafeString:
    """The hidden field by which a form that is sent twice counts once."""
    token = context.get("uid_later") or new_form_token()
    return format_html('<input type="hidden" name="{}" value="{}" autocomplete="off">', FIELD, token)


@register.simple_tag
def exports(on_paper: bool, several: object = None, pasted: bool = False) -> list[Export]:
    """The exports that are laid out on paper, or the others, in the order of their buttons.

    several -- those alone that put several lists into one file
    pasted  -- those that are texts to copy, instead of those that are not
    """
    wanted = [export for export in EXPORTS.values() if (export.on_paper, export.pasted) == (on_paper, pasted)]
    return [export for export in wanted if export.render_several] if several else wanted


@register.filter
def count_label(game, units):
    """The number of units as the game (its slug) counts them, such as "3 figures"."""
    return LISTS[game].count_label(len(units))


@register.simple_tag
def plate(game, total, budget, units, big=False):
    """The size of a list as a number plate: its points or, in a game (slug) without points, its units."""
    size = " big" if big else ""
    if total is None:
        return format_html('<span class="plate{}">{}</span>', size, LISTS[game].count_label(units))
    return format_html('<span class="plate{}">{}<i>/{}</i></span>', size, total, "–" if budget is None else budget)


@register.filter
@cache
def part(game, name):
    """The template with which a game (slug) renders a part of a page: its own, its family’s, or one for all games."""
    family = PAGES[game].family
    of_family = [f"{family}/_{name}.html"] if family else []
    return select_template([f"{game}/_{name}.html", *of_family, f"game/_{name}.html"]).template.name


@register.filter
def names(units):
    """The names that players gave units."""
    return tuple(unit.name for unit in units)


@register.filter
def terms(game, catalogue):
    """(word, `Term`) of what labels on the cards of a game (slug) open."""
    return LISTS[game].terms(catalogue).items()


@register.filter
def list_pages(game):
    """(slug, `GamePage`) of each page that only lists of a game (slug) have."""
    return PAGES[game].list_pages.items()


@register.filter
def game_pages(game):
    """(slug, `GamePage`) of each page that only a game (slug) has."""
    return PAGES[game].game_pages.items()


@register.filter
def has_data_files(game):
    return DATA_FILES[game].write is not None


@register.filter
def credit(game):
    """What the licence of a game (slug) requires under its pages, as a marked text; "" where it requires nothing."""
    return PAGES[game].credit if game else ""


@register.simple_tag
@lru_cache(maxsize=100)
def emblem(game):
    """The emblem of a game (slug): static/emblems/<slug>.svg, or the icon "camp" if it has none."""
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


register.simple_block_tag(without_indentation)


@register.filter
def part_of(number, whole):
    """A number as a percentage of `whole`, from 0 to 100, rounded to the nearest and halves up."""
    if not whole or not number or number < 0 or whole < 0:
        return 0
    return min(100, (number * 200 + whole) // (whole * 2))


@register.filter
def at(sequence, index):
    """The element of a sequence at an index that is a template variable; None past its end."""
    return sequence[index] if index is not None and 0 <= index < len(sequence) else None


@register.simple_tag
def cached_include(template_name, **context):
    """Include a template with only this context; rendered once for the same context and language.

    Texts, numbers and parts of sheets are compared by value, other objects (entries of the book) by identity.
    """
    values = tuple(value for value in context.values() if isinstance(value, COUNT_BY_VALUE))
    objects = tuple(value for value in context.values() if not isinstance(value, COUNT_BY_VALUE))
    return fragment_cache.render(template_name, context, (*context, *values), objects)


@register.simple_tag(takes_context=True)
def face(context, entry):
    """The fixed part of an entry of the book in a picker: icon, name, figures, rules."""
    return cached_include(part(context["game"], "face"), entry=entry, catalogue=context["catalogue"])


@register.simple_tag(takes_context=True)
def offers(context, group, template_name):
    """The offers of a group, each rendered by a template with the context offer, refusal, game, catalogue, rules_at.

    Group and offers are cached, for an edit changes few of them.
    """
    game, catalogue = context["game"], context["catalogue"]

    def rows():
        shared = {"game": game, "catalogue": catalogue, "rules_at": reverse("rules", args=[game])}
        return "".join(
            fragment_cache.render(
                template_name,
                shared | {"offer": offer, "refusal": offer.reasons},
                (game, offer.signature),
                (offer.entry, catalogue),
            )
            for offer in group.offers
        )

    return kept_of_group(template_name, group, game, catalogue, rows)


def kept_of_group(what, group, game, catalogue, make):
    """What is shown of the offers of a group, made once for the same offers."""
    entries = [offer.entry for offer in group.offers]
    return fragment_cache.kept((what, game, group.signature), (catalogue, *entries), make)


@register.simple_tag
def over(points):
    """By how many points a choice takes the list over its budget; nothing where it does not."""
    if not points:
        return ""
    words = gettext("{points} over").format(points=points)
    return format_html('<i class="beyond" title="{}">{}</i>', gettext("over budget"), words)


@register.simple_tag(takes_context=True)
def group_refusals(context, group):
    """Why most offers of a group are refused, each rule once; what refuses a few stands at these alone."""
    game = context["game"]
    return kept_of_group("refusals", group, game, context["catalogue"], lambda: shared_refusals(group, game))


def shared_refusals(group, game):
    by_rule: dict[Any, list[tuple[str, Any]]] = {}
    lacking = [offer for offer in group.offers if not offer.count]
    for offer in lacking:
        for words, rule in offer.reasons:
            by_rule.setdefault(rule or words, []).append((words, rule))
    shared = [summary(same) for same in by_rule.values() if len(same) > 1 and 2 * len(same) > len(lacking)]
    return cached_reasons("lists/_group_refusals.html", shared, game)


def cached_reasons(template_name, refusal, game, **context):
    """A template that shows [(text, rule)], rendered once for the same; nothing without any."""
    if not refusal:
        return ""
    words, rules = zip(*refusal, strict=True)
    shown = context | {"refusal": refusal, "rules_at": reverse("rules", args=[game])}
    return fragment_cache.render(template_name, shown, (*context.values(), *words), rules)


def summary(several):
    """(text, rule) for several reasons of one rule: the text of all of them, else the demand."""
    words, rule = several[0]
    return (words if len(set(several)) == 1 or rule is None else say(rule.demand)), rule


@register.simple_tag(takes_context=True)
def list_rows(context):
    """The rows of my lists, each rendered once for the same values; the tokens of their forms are put in afterwards."""
    choice, selected = context["choice"], context["selected"]
    rows, address = [], choice.query()
    for roster in context["rosters"]:
        ticked = [roster.pk] if roster.pk in selected else []
        shown = FILLED_IN_LATER | {"tools": True, "choice": choice, "roster": roster, "selected": ticked}
        rows.append(fragment_cache.render("lists/_list_row.html", shown, (roster, address, bool(ticked)), ()))
    return filled_in(mark_safe("".join(rows)), str(context["csrf_token"]))


@register.simple_tag(takes_context=True)
def finding_group(context, group):
    """A `FindingGroup` in the panel of checks, rendered once for the same findings, at units of the same names."""
    loaded = context["loaded"]
    units = loaded.document.units
    names = [units[place.unit].name for place in group.places if place.unit is not None]
    rules = [finding.rule for finding in group.findings]
    stored = bool(getattr(context.get("roster"), "pk", None))  # else there is nowhere to ask for ways out
    key = loaded.document.game, stored, group.places, group.remedy, comparison_key(group.findings), *names, *rules
    shown = {"group": group, "loaded": loaded, "rules_at": context["rules_at"], "stored": stored}
    return fragment_cache.render("lists/_finding.html", shown, key, ())


@register.simple_tag(takes_context=True)
def unit_card(context, card):
    """A unit's card. A closed one is cached by its signature and reads only card and game."""
    name, shown = "lists/_card.html", {"game": context["game"], "card": card}
    if card.open:
        with context.push(**shown):
            return context.template.engine.get_template(name).render(context)
    return fragment_cache.render(name, shown, card.signature, (card.catalogue,))
