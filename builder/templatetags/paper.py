"""Filters of the printed sheets: icons as letters, and boxes to tick in groups that no line end parts."""

import re

from django import template
from django.utils.html import format_html, format_html_join

from builder.sheets import common
from builder.sheets.icons import icon_letter
from builder.sheets.measure import TICKS

register = template.Library()
register.filter(icon_letter)
# With the space before them: without, WeasyPrint 70 breaks a line that they do not fit on at its first space.
DICE = re.compile(r" ?\b\d+D\d*\b|(?<!\w)\d\+(?:/(?:\d\+|–))*(?!\w)")  # "3D6", "3+/4+/–"
RUN = re.compile(f"([{''.join(sorted(TICKS))}]+)")


@register.filter
def printed_icon(name):
    """An icon of static/icons.svg as a letter of the font of icons; nothing where there is no such icon."""
    letter = icon_letter(name)
    return format_html('<i class="icon">{}</i>', letter) if letter else ""


@register.filter
def loud_dice(words):
    """Words where dice and what they must show are louder."""
    marked, start = [], 0
    for dice in DICE.finditer(words):
        marked.append(format_html("{}<b>{}</b>", words[start : dice.start()], dice[0]))
        start = dice.end()
    return format_html_join("", "{}", ((part,) for part in [*marked, words[start:]]))


@register.filter
def short_numbers(value):
    """`common.short_numbers` of a value, which may be None."""
    return "" if value is None else common.short_numbers(str(value))


@register.filter
def boxes(text):
    """A text with its boxes to tick at their size; what no-break spaces hold together is a group."""
    return format_html_join(" ", "{}", ((group(words),) for words in str(text).split(" ")))


def group(words):
    """Words with boxes, which the style sheet holds together: a PDF's text would have no-break spaces everywhere."""
    if not RUN.search(words):
        return words
    parts = RUN.split(words.replace("\u00a0", " "))
    marked = format_html_join("", "{}", ((signs(part) if RUN.fullmatch(part) else part,) for part in parts))
    return format_html('<span class="group">{}</span>', marked)


def signs(text):
    return format_html('<i class="box">{}</i>', text)


@register.filter
def track(track):
    """A state and its boxes: the label stays with the first of them; groups of boxes may continue on the next line."""
    label = str(track.label).replace(" ", "\u00a0")
    return boxes(f"{label}\u00a0{track.boxes}" if label else track.boxes)
