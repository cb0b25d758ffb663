"""Filters of the printed sheets: icons as letters, and boxes to tick in groups that no line end parts."""

import re

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from builder.sheets import common
from builder.sheets.icons import icon_letter
from builder.sheets.measure import TICKS
from builder.sheets.parts import BOX, FLOW, FREE_BOX, NUMBER, SIGNS, TICKED, first_heading, signed
from builder.sheets.tables import left_part, result_shares
from builder.wording import cited

register = template.Library()
register.filter(icon_letter)
register.filter(signed)
register.filter(result_shares)
register.filter(common.uncapitalised)
# With the space before them, and the word before in a box: WeasyPrint 70 breaks a line that they do not fit on at the
# first space of what stands before.
DICE = re.compile(r" ?\b\d+D\d*\b|(?<!\w)\d\+(?:/(?:\d\+|–))*(?!\w)")  # "3D6", "3+/4+/–"
OPEN = mark_safe('<i class="open"></i>')
LONG = 4  # letters of what is set smaller in a column of dice
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
        before = words[start : dice.start()]
        text, _space, word = before.rpartition(" ")
        held = format_html("{}<span> {}</span>", text, word) if text and dice[0].startswith(" ") else before
        marked.append(format_html("{}<b>{}</b>", held, dice[0]))
        start = dice.end()
    return format_html_join("", "{}", ((part,) for part in [*marked, words[start:]]))


@register.filter
def short_numbers(value):
    """`common.short_numbers` of a value, which may be None; a line to write on where it is blank."""
    words = "" if value is None else str(value)
    return OPEN if is_blank(words) else common.short_numbers(words)


def is_blank(words):
    return bool(words) and not words.strip()


@register.filter
def paged(cite, book):
    """A citation, without the book where it is this one."""
    return cited(first_heading(cite.removeprefix(f"{book}, ") if book else cite))


@register.filter
def outcomes(cell):
    """A cell of a flow: what follows, with the sign before it, is louder than what must be so."""
    lines = (line.rpartition(FLOW) for line in cell.split("\n"))
    return format_html_join("\n", "{}<b>{}{}</b>", ((cited(where), sign, cited(then)) for where, sign, then in lines))


@register.filter
def boxes(text):
    """A text with its boxes to tick at their size; what no-break spaces hold together is a group."""
    return format_html_join(" ", "{}", ((group(words),) for words in str(text).split(" ")))


@register.filter
def group(words):
    """Words with boxes, which the style sheet holds together: a PDF's text would have no-break spaces everywhere."""
    if not RUN.search(words) and "\u00a0" not in words:
        return words
    parts = RUN.split(words.replace("\u00a0", " "))
    marked = format_html_join("", "{}", ((signs(part) if RUN.fullmatch(part) else loud_end(part),) for part in parts))
    return format_html('<span class="group">{}</span>', marked)


def loud_end(words):
    """Words behind which a number stands that is louder."""
    text, space, number = words.rpartition(" ")
    return format_html("{} <b>{}</b>", text, number) if space and number.isdigit() else words


@register.filter
def cells(track):
    """The boxes of a track; those with a name are squares that say it as long as they are not ticked.

    A word in its box is black then.
    """
    names, parts, number = list(track.names), [], 0
    for sign in track.boxes:
        number += sign in SIGNS
        name = names.pop(0) if names and sign in SIGNS else ""
        if sign in (BOX, FREE_BOX) and (name or number == track.fatal):
            kind = " fatal" if number == track.fatal else " free" * (sign == FREE_BOX)
            icon = "" if track.is_word else icon_letter(name)
            parts.append(format_html('<b class="cell{}{}">{}</b>', kind, " icon" if icon else "", icon or name))
        elif sign == TICKED and track.is_word:
            parts.append(format_html('<b class="cell fatal">{}</b>', name))
        else:
            goes_on = sign in SIGNS and parts and parts[-1][-1] in SIGNS
            parts[-1:] = [parts[-1] + sign] if goes_on else [*parts[-1:], sign]
    return format_html_join("", "{}", ((signs(part) if part[0] in SIGNS + NUMBER else part,) for part in parts))


@register.filter
def dice_figure(words):
    """Dice with what they are smaller: 4D6 as a large 4 and a small D6; a line to write on where they are blank."""
    if is_blank(words):
        return OPEN
    words = common.short_numbers(str(words))
    number, letter, sides = words.partition("D")
    if letter and number.lstrip("+−").isdigit() and sides.isdigit():
        return format_html("{}<small>{}{}</small>", number, letter, sides)
    return words if len(words) < LONG else format_html('<span class="long">{}</span>', words)


def signs(text):
    if text == NUMBER:
        return OPEN
    return format_html('<i class="box">{}</i>', text)


@register.filter
def track(track):
    """A state and its boxes: the label stays with the first of them; groups of boxes may continue on the next line."""
    label = str(track.label).replace(" ", "\u00a0")
    return boxes(f"{label}\u00a0{track.boxes}" if label else track.boxes)


@register.filter
def left_percent(rows):
    """The width of the left column of a table of rules, in percent."""
    return round(100 * left_part(rows))
