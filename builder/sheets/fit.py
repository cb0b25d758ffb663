"""Which lines fit on a card and which continue in the appendix, by counting lines before printing."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from builder.sheets.paper import ASIDE, NAME_SIZES, SMALL, TITLE_GAP, TYPES
from builder.sheets.parts import CardLine
from builder.sheets.widths import break_lines, letter_width, text_width, title_width

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Name:
    """A name as printed on a card: `size` is an index into `NAME_SIZES`; `cut` if it ends in an ellipsis."""

    text: str
    size: int
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Fitted:
    """The lines that fit on a card, their type size (an index into `TYPES`), and the lines that do not fit."""

    type: int
    lines: tuple[CardLine, ...]
    rest: tuple[CardLine, ...] = ()


def fit_name(text: str, width: float) -> Name:
    """A name in the largest size that fits into `width` points of a card's head; in the smallest it is cut."""
    for size, (points, lines) in enumerate(NAME_SIZES):
        starts = break_lines(text, points, lambda _line: width, title_width)
        if len(starts) <= lines:
            return Name(text, size)
    return Name(cut(text, starts[lines], points, title_width), size, cut=True)


def cut(text: str, end: int, size: float, glyph_width: Callable[[str], float]) -> str:
    """`text` up to the index `end`, shortened until an ellipsis fits behind it."""
    start, excess = text[:end].rstrip(), text_width(ELLIPSIS, size, glyph_width)
    while start and excess > 0:
        excess -= text_width(start[-1], size, glyph_width)
        start = start[:-1]
    return start.rstrip() + ELLIPSIS


def fit(lines: tuple[CardLine, ...], width: float, height: float, largest: int = SMALL) -> Fitted:
    """The `Fitted` of a card's lines in `width` by `height` points.

    The type is the largest, from `TYPES[largest]` on, in which all lines fit. If none does, it is the smallest, and the
    lines from the first that does not fit go to `rest`; a line with `splits` that is no title is split between words.
    """
    for number in range(largest, len(TYPES)):
        size, leading = TYPES[number]
        heights = [line_height(line, width, size, leading) for line in lines]
        if sum(heights) <= height:
            return Fitted(number, lines)
    height -= leading  # for the line that refers to the appendix
    first = next(index for index in range(len(lines)) if sum(heights[: index + 1]) > height)
    height -= sum(heights[:first])
    fitting, rest = lines[:first], lines[first:]
    if rest[0].splits and not rest[0].title:
        head, tail = split(rest[0], width, size, int(height // leading))
        fitting, rest = (*fitting, *head), (tail, *rest[1:])
    while fitting and fitting[-1].title:
        fitting, rest = fitting[:-1], (fitting[-1], *rest)
    return Fitted(number, fitting, rest)


def line_height(line: CardLine, width: float, size: float, leading: float) -> float:
    """The height of a line of a card, in points."""
    asides = aside_lines(line, width, size)
    return max(asides, len(line_starts(line, width, size))) * leading + TITLE_GAP * line.title


def aside_lines(line: CardLine, width: float, size: float) -> int:
    return sum([len(break_lines(one.words, size, lambda _line: width * ASIDE)) for one in line.asides])


def line_starts(line: CardLine, width: float, size: float) -> list[int]:
    """The index at which each printed line of the words begins: narrow lines beside the asides, full ones below."""
    beside, narrow = aside_lines(line, width, size), width * (1 - ASIDE)
    return break_lines(line.words, size, lambda number: narrow if number < beside else width)


def split(line: CardLine, width: float, size: float, most: int) -> tuple[tuple[CardLine, ...], CardLine]:
    """A line in two: (a tuple of none or one that takes at most `most` printed lines), and the rest."""
    if most < 1:
        return (), line
    words, skipped = line.words, len(line.head) + 1 if line.head else 0
    starts = line_starts(line, width, size)
    if most >= len(starts):
        return (), line
    start = cut(words, starts[most], size, letter_width)[: -len(ELLIPSIS)]
    if words[len(start) : len(start) + 1] != " " and " " in start[skipped:]:
        start = start[: start.rindex(" ")]
    if len(start) <= skipped:
        return (), line
    head = replace(line, text=start[skipped:].rstrip() + ELLIPSIS)
    return (head,), CardLine(line.head, words[len(start) :].lstrip(), splits=True)
