"""Filters of the printed sheets: icons as letters, and boxes to tick in groups that no line end parts."""

import re

from django import template
from django.utils.html import format_html, format_html_join

from builder.sheets.icons import icon_letter
from builder.sheets.measure import TICKS
from builder.sheets.parts import FigureRow

register = template.Library()
register.filter(icon_letter)
ABSURD = re.compile(r"\d{7,}")
# With the space before them: without, WeasyPrint 70 breaks a line that they do not fit on at its first space.
DICE = r" ?\b\d+D\d*\b|(?<!\w)\d\+(?:/(?:\d\+|–))*(?!\w)"  # "3D6", "3+/4+/–"
PAGE = re.compile(r"\bp\. (?=\d)")
RUN = re.compile(f"([{''.join(sorted(TICKS))}]+)")


@register.filter
def printed_icon(name):
    """An icon of static/icons.svg as a letter of the font of icons; nothing where there is no such icon."""
    letter = icon_letter(name)
    return format_html('<i class="icon">{}</i>', letter) if letter else ""


@register.filter
def unbroken(cite):
    """The place in a book: its number stays with "p.", and guillemets with what stands in them."""
    return PAGE.sub("p.\u00a0", str(cite)).replace("« ", "«\u202f").replace(" »", "\u202f»")


@register.filter
def summary(unit):
    """A unit in a line or two, where its own figures, dice and what they must show are louder than the words."""
    loud = re.compile("|".join([*(after_label(one) for one in figures(unit) if one.value), DICE]), re.IGNORECASE)
    words, marked, start = unit.summary, [], 0
    for found in loud.finditer(words):
        marked.append(format_html("{}<b>{}</b>", words[start : found.start()], found[0]))
        start = found.end()
    return format_html_join("", "{}", ((one,) for one in [*marked, words[start:]]))


def figures(unit):
    """The figures of a unit's card: those under its name, and the loud ones of its lines."""
    for card in unit.cards[:1]:
        yield from card.stats
        yield from (one for item in card.lines if isinstance(item, FigureRow) for one in item.figures if one.loud)


def after_label(figure):
    """A pattern of a figure's value behind its label."""
    label = re.escape(figure.label).replace(r"\ ", r"\s")
    return rf"(?<=\b{label}\s){re.escape(figure.value)}(?![\w/])"


@register.filter
def short_numbers(value):
    """A value with its absurdly large numbers in powers of ten, which would print over what stands beside them."""
    return "" if value is None else ABSURD.sub(power_of_ten, str(value))


def power_of_ten(found):
    digits = found[0]
    return f"≈{digits[0]}·10^{len(digits) - 1}"


@register.filter
def boxes(text):
    """A text with its boxes to tick at their size; what no-break spaces hold together is a group."""
    return format_html_join(" ", "{}", ((group(words),) for words in str(text).split(" ")))


def group(words):
    """Words with boxes, which the style sheet holds together: a PDF's text would have no-break spaces everywhere."""
    if not RUN.search(words):
        return words
    parts = RUN.split(words.replace("\u00a0", " "))
    marked = format_html_join("", "{}", ((signs(one) if RUN.fullmatch(one) else one,) for one in parts))
    return format_html('<span class="group">{}</span>', marked)


def signs(text):
    return format_html('<i class="box">{}</i>', text)


@register.filter
def track(one):
    """A state and its boxes: the label stays with the first of them; groups of boxes may continue on the next line."""
    label = str(one.label).replace(" ", "\u00a0")
    return boxes(f"{label}\u00a0{one.boxes}" if label else one.boxes)
