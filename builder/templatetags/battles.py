"""Tags and filters of the pages of battles."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from builder.battles import ending
from builder.battles.access import BattleAccess
from builder.battles.board import Board
from builder.battles.board_parts import MarkerOnBoard
from builder.dice.throws import proof_query
from builder.lists.battle_record import DRAWN, LOST, OUTCOME_WORDS, WON
from builder.templatetags.bivouac import icon
from builder.templatetags.components import ui
from builder.web.keys import new_key
from builder.wording import in_words, per_cent, say
from rules.play.actions import Attempt, Field
from rules.play.battle import BattleDocument
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
def stat_name(board: Board, label: str) -> str:
    """What a figure of a unit is called in full, where the book has a name for its letter: "T · tir" is shooting."""
    entry = board.context.catalogue.characteristics.get(label.partition(" · ")[0])
    return in_words(entry.name) if entry else label


@register.simple_tag
def new_uid() -> str:
    """What tells a mark of a form from every other."""
    return new_key()


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
def side_url(access: BattleAccess, number: int) -> str:
    """Where a page gets a side that it came without."""
    if access.mine:
        return reverse("battle-side", args=[access.battle.pk, number])
    return reverse("battle-watch-side", args=[access.battle.watch_key, number])


@register.simple_tag
def marker_data(on_board: MarkerOnBoard) -> SafeString:
    """The attributes by which static/battle.js works out what a tap leaves."""
    marker = on_board.marker
    flags = [f" data-{name}" for name, on in (("ends", marker.ends), ("each-round", marker.each_round)) if on]
    words = 'data-marker="{}" data-kind="{}" data-least="{}" data-most="{}" data-start="{}"{}'
    flags_html = mark_safe("".join(flags))
    return format_html(words, on_board.path, marker.kind, marker.least, marker.most, marker.nothing, flags_html)
