"""Tags and filters of the pages of battles."""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from builder.battles import ending
from builder.battles.access import BattleAccess
from builder.battles.board import SideOnBoard
from builder.battles.board_parts import ChecklistOnBoard, MarkerOnBoard
from builder.dice.throws import proof_query
from builder.lists.battle_record import DRAWN, LOST, OUTCOME_WORDS, WON
from builder.templatetags.bivouac import icon
from builder.templatetags.components import ui
from builder.web.fragment_cache import FILLED_IN_LATER, filled_in, fragment_cache, without_indentation
from builder.web.keys import new_key
from builder.wording import in_words, per_cent, say
from rules.catalogue import Catalogue
from rules.play.actions import Attempt, Field
from rules.play.battle import WORDS, BattleDocument
from rules.text import Message

register = template.Library()
register.filter("in_words", in_words)


@register.simple_tag
def folded_line(attempt: Attempt) -> str:
    """What is chosen in the folded fields of an attempt, in one line: "unharmed, on foot or mounted, no cover"."""
    words = [in_line(field) for field in attempt.fields if field.folded and field.value != field.quiet]
    return ", ".join(dict.fromkeys(words))


def in_line(field: Field) -> str:
    """What is chosen in a field, with its label where that names somebody or a number needs it."""
    if field.kind == "text":
        return field.value
    label = in_words(field.label)
    value = next((in_words(option.name) for option in field.options if option.slug == field.value), "")
    if field.kind == "number" or (field.kind == "either" and isinstance(field.label, Message)):
        return gettext("{label}: {text}").format(label=label, text=value or field.value)
    return value or label


@register.filter
def outcome(word: str) -> str:
    """How a list fared, in words; "" where nobody won or lost."""
    return say(OUTCOME_WORDS[word]) if word in (WON, LOST, DRAWN) else ""


@register.simple_tag
def headline(battle: BattleDocument) -> str:
    """How a battle ended, in a few words."""
    return in_words(ending.headline(battle, battle.result)) if battle.result else ""


@register.filter
def percent(chance: Fraction) -> str:
    """A chance in whole per cent; what is possible or uncertain never shows as 0 or 100."""
    if 0 < chance < Fraction(1, 100):
        return per_cent("< 1")
    if Fraction(99, 100) < chance < 1:
        return per_cent("> 99")
    return per_cent(round(chance * 100))


@register.filter
def points_of_chance(worth: Fraction) -> str:
    """By how many percentage points something changes a chance: "+9%", "−< 1%"."""
    points = abs(worth * 100)
    figure = "< 1" if 0 < points < 1 else str(round(points))
    return per_cent(f"{'−' if worth < 0 else '+'}{figure}")


@register.filter
def of_hundred(chance: Fraction) -> str:
    """A chance as a length of 0 to 100, with a decimal point."""
    return f"{float(chance * 100):.2f}"


@register.simple_tag
def sign(name: str) -> SafeString:
    """An icon of the interface (static/ui.svg), else one of the hobby (static/icons.svg)."""
    return ui(name) if f'id="{name}"' in interface_icons() else icon(name)


@cache
def interface_icons() -> str:
    return Path(str(finders.find("ui.svg"))).read_text("utf-8")


@register.simple_tag
def stat_name(catalogue: Catalogue, label: str) -> str:
    """What a figure of a unit is called in full, where the book has a name for its letter: "T · tir" is shooting."""
    entry = catalogue.characteristics.get(label.partition(" · ")[0])
    return in_words(entry.name) if entry else label


@register.simple_tag(takes_context=True)
def new_uid(context: Context) -> str:
    """What tells a mark of a form from every other; where it goes, in a text that is kept."""
    return context.get("uid_later") or new_key()


@register.simple_tag(takes_context=True)
def battle_unit(context: Context, path: str, with_card: bool = True) -> SafeString:
    """A unit's strip with its card, or without it where it is not open."""
    board = context["board"]
    with_card = with_card or path == board.query.unit

    def shown() -> dict[str, Any]:
        unit = board.unit(path, board.sheet_of_unit(path) if with_card else None)
        return {"unit": unit, "with_card": with_card, "opened": board.query.unit}

    return kept(context, "battles/_unit.html", (with_card, *board.unit_key(path)), shown)


@register.simple_tag(takes_context=True)
def battle_markers(context: Context, markers: Sequence[MarkerOnBoard]) -> SafeString:
    """The markers of the table or of a side."""
    return kept(context, "battles/_markers.html", tuple(markers), lambda: {"markers": markers})


@register.simple_tag(takes_context=True)
def battle_checklist(context: Context, on_board: ChecklistOnBoard) -> SafeString:
    """A checklist, open where the next step is in it."""
    board, checklist = context["board"], on_board.checklist
    shown = {
        "checklist": on_board,
        "open": any(step is board.next_step for step in on_board.steps),
        "plays": board.access.plays,
        "next_turn": in_words(board.spec.next_turn),
    }
    steps = [(step.box, step.words, step.step.cite, step.step.dice, step.step.mark) for step in on_board.steps]
    words = in_words(checklist.title), in_words(checklist.text), checklist.cite, checklist.where
    key = checklist.slug, words, *list(shown.values())[1:], *steps
    return kept(context, "battles/_checklist.html", key, lambda: shown)


def kept(context: Context, template: str, key: tuple, make: Callable[[], dict[str, Any]]) -> SafeString:
    """A part of a battle's page: kept by `key`, which is all that it reads beside the book and the battle's number.

    A kept one belongs to no visitor: it is made without the page's context, and tokens are filled in afterwards.
    """
    battle, catalogue = context["battle"], context["board"].context.catalogue

    def html() -> str:
        shared = {"battle": {"pk": battle.pk}, "catalogue": catalogue}
        return without_indentation(render_to_string(template, make() | shared | FILLED_IN_LATER))

    return filled_in(fragment_cache.kept((template, battle.pk, key), (catalogue,), html), str(context["csrf_token"]))


@register.simple_tag
def action_url(battle: Any, action: str) -> str:
    """The address of an action such as "morale?side=0"."""
    slug, _mark, query = action.partition("?")
    return reverse("battle-action", args=[battle.pk, slug]) + (f"?{query}" if query else "")


@register.simple_tag
def proof_url(roll: dict[str, Any]) -> str:
    """The address of /dice/ that throws the dice of a roll again."""
    return reverse("dice") + "?" + proof_query(roll["seed"], roll["sides"])


@register.filter
def as_json(values: Any) -> str:
    """Decoded JSON for an attribute of HTML."""
    return json.dumps(dict(values), ensure_ascii=False, separators=(",", ":"))


@register.simple_tag
def side_url(access: BattleAccess, side: SideOnBoard) -> str:
    """Where a page gets the side, or the part of it that the page shows, with the cards of its units."""
    part = f"?part={side.part.number}" if side.part.number > 1 else ""
    return part_url(access, "side", side.number) + part


@register.simple_tag
def part_url(access: BattleAccess, name: str, *more: int) -> str:
    """The address of a part of the page of a battle: of its "table", of a "side"."""
    if access.is_player:
        return reverse(f"battle-{name}", args=[access.battle.pk, *more])
    return reverse(f"battle-watch-{name}", args=[access.battle.watch_key, *more])


@register.simple_tag
def marker_data(on_board: MarkerOnBoard) -> SafeString:
    """The attributes by which static/battle.js works out what a tap leaves; it knows what a switch has."""
    marker = on_board.marker
    kind = "kind", marker.kind if marker.kind == WORDS else "", ""
    figures = kind, ("least", marker.least, 0), ("most", marker.most, 1), ("start", marker.nothing, 0)
    more: list[str] = [format_html(' data-{}="{}"', name, figure) for name, figure, usual in figures if figure != usual]
    more += [f" data-{name}" for name, on in (("ends", marker.ends), ("each-round", marker.each_round)) if on]
    return format_html('data-marker="{}"{}', on_board.path, mark_safe("".join(more)))
