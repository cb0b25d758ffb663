"""What stands on a card and what goes on in the appendix, decided by counting lines, never by clipping."""

from dataclasses import dataclass, replace

from builder.sheets.paper import ASIDE, NAME_SIZES, SMALL, TITLE_GAP, TYPES
from builder.sheets.parts import CardLine
from builder.sheets.widths import broken, letter_width, title_width, width

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it stands on a card: `size` counts the sizes from the largest; `cut` where it ends in an ellipsis."""

    text: str
    size: int
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Fitted:
    """The lines that a card has room for, the type they are set in (counted from the largest), and the rest."""

    type: int
    lines: tuple
    rest: tuple = ()


def fit_name(text, room):
    """The largest size at which a name fits into `room` points of a card's head; at the smallest it is cut."""
    for size, (points, lines) in enumerate(NAME_SIZES):
        starts = broken(text, points, lambda _line: room, title_width)
        if len(starts) <= lines:
            return Name(text, size)
    return Name(cut(text, starts[lines], points, title_width), size, cut=True)


def cut(text, end, size, of):
    """`text` up to `end` with room made for an ellipsis."""
    kept, need = text[:end].rstrip(), width(ELLIPSIS, size, of)
    while kept and need > 0:
        need -= width(kept[-1], size, of)
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def fit(lines, measure, room, largest=SMALL):
    """The `Fitted` of a card's lines in a room of `measure` by `room` points.

    The largest type (from `largest` on) in which all of them fit; where none does, the smallest, and the appendix
    goes on from the first line that has no room. A text that may be split is split between words.
    """
    for number in range(largest, len(TYPES)):
        size, leading = TYPES[number]
        heights = [height(line, measure, size, leading) for line in lines]
        if sum(heights) <= room:
            return Fitted(number, lines)
    room -= leading  # of the line that says that there is more
    first = next(index for index in range(len(lines)) if sum(heights[: index + 1]) > room)
    room -= sum(heights[:first])
    kept, rest = lines[:first], lines[first:]
    if rest[0].splits:
        head, tail = split(rest[0], measure, size, int(room // leading))
        kept, rest = (*kept, *head), (tail, *rest[1:])
    while kept and kept[-1].title:
        kept, rest = kept[:-1], (kept[-1], *rest)
    return Fitted(number, kept, rest)


def height(line, measure, size, leading):
    """How many points a line of a card takes in height."""
    aside = aside_lines(line, measure, size)
    return max(aside, len(line_starts(line, measure, size))) * leading + TITLE_GAP * line.title


def aside_lines(line, measure, size):
    return sum([len(broken(one.words, size, lambda _line: measure * ASIDE)) for one in line.asides])


def line_starts(line, measure, size):
    """Where the words of a line are broken, beside its asides and below them."""
    beside, narrow = aside_lines(line, measure, size), measure * (1 - ASIDE)
    return broken(line.words, size, lambda number: narrow if number < beside else measure)


def split(line, measure, size, room):
    """A text that goes on elsewhere: (what fits in `room` lines, as a tuple of none or one), and the rest."""
    if room < 1:
        return (), line
    words, skipped = line.words, len(line.head) + 1 if line.head else 0
    starts = line_starts(line, measure, size)
    if room >= len(starts):
        return (), line
    end = starts[room]
    kept = cut(words, end, size, letter_width)[: -len(ELLIPSIS)]
    if words[len(kept) : len(kept) + 1] != " " and " " in kept[skipped:]:
        kept = kept[: kept.rindex(" ")]
    if len(kept) <= skipped:
        return (), line
    head = replace(line, text=kept[skipped:].rstrip() + ELLIPSIS)
    return (head,), CardLine(line.head, words[len(kept) :].lstrip(), splits=True)
