"""Which type a card is printed in, how its lines stand in columns, and which of them have no room."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from builder.sheets.measure import height, line_starts, narrowed
from builder.sheets.paper import WIDE_COLUMN, Metrics
from builder.sheets.parts import CardItem, CardLine, Writing
from builder.sheets.widths import Glyphs, break_lines, letter_width, line_stretch, text_width, title_width

ELLIPSIS = "…"
WITHIN_GROUP = 1.15  # how much higher columns may be so that a group of lines stays together


@dataclass(frozen=True, slots=True)
class Name:
    """A name as printed on a card: `size` is an index into `Metrics.names`; `cut` if it ends in an ellipsis."""

    text: str
    size: int
    height: float
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Fitted:
    """The lines of a card in its columns, their type (an index into `Metrics.types`), and the lines without room."""

    type: int
    columns: tuple[tuple[CardItem, ...], ...]
    rest: tuple[CardItem, ...] = ()

    @property
    def lines(self) -> tuple[CardItem, ...]:
        return tuple(item for column in self.columns for item in column)


def fit_name(text: str, width: float, metrics: Metrics) -> Name:
    """A name in the largest size that fits into `width` points of a card's head; in the smallest it is cut."""
    stretch = line_stretch(text)
    for size, (points, leading, most) in enumerate(metrics.names):
        starts = break_lines(text, points, lambda _line: width, title_width)
        if len(starts) <= most:
            return Name(text, size, stretch * leading * len(starts))
    return Name(cut(text, starts[most], points, title_width), size, stretch * leading * most, cut=True)


def cut(text: str, end: int, size: float, glyph_width: Glyphs) -> str:
    """`text` up to the index `end`, shortened until an ellipsis fits behind it."""
    start, excess = text[:end].rstrip(), text_width(ELLIPSIS, size, glyph_width)
    while start and excess > 0:
        excess -= text_width(start[-1], size, glyph_width)
        start = start[:-1]
    return start.rstrip() + ELLIPSIS


def column_width(width: float, columns: int) -> float:
    """The width of one of one or two columns, as in static/print.css."""
    return width if columns == 1 else width * WIDE_COLUMN


def needed(lines: Sequence[CardItem], width: float, columns: int, number: int, metrics: Metrics) -> float:
    """The height that lines need in so many columns, in the type of this number; `spare` lines need none."""
    lines = [narrowed(line, column_width(width, columns), metrics) for line in without_spare(lines)]
    heights = heights_of(lines, column_width(width, columns), number, metrics)
    return max(map(sum, balanced(lines, heights, columns)[1]), default=0.0)


def fit(lines: Sequence[CardItem], width: float, room: float, columns: int, metrics: Metrics) -> Fitted:
    """Lines in a card of `width` by `room` points, in the largest type in which all fit.

    If they fit in none, those that fit in the smallest stand on the card, in the largest type that holds them, and the
    others go to `rest`; a line with `splits` that is no title is split between words. Lines that are `spare` are left
    out where they have no room in a type of reading size, the last first.
    """
    lines = [narrowed(line, column_width(width, columns), metrics) for line in lines]
    words = tuple(item for item in lines if not isinstance(item, Writing) or not item.spare)
    fitted = fit_words(words, width, room, columns, metrics)
    rules = [item for item in lines if isinstance(item, Writing) and item.spare]
    return with_rules(fitted, rules, column_width(width, columns), room, metrics)


def with_rules(fitted: Fitted, rules: Sequence[Writing], width: float, room: float, metrics: Metrics) -> Fitted:
    """The lines to write on that still have room, each below the column that has the most, the last of equals."""
    if fitted.rest:
        return fitted
    columns = list(fitted.columns)
    rooms = [room - sum(heights_of(column, width, fitted.type, metrics)) for column in columns]
    for rule in rules:
        free, at = max((free, at) for at, free in enumerate(rooms))
        (needed,) = heights_of([rule], width, fitted.type, metrics)
        if needed <= free:
            columns[at] = (*columns[at], rule)
            rooms[at] -= needed
    return replace(fitted, columns=tuple(columns))


def fit_words(lines: Sequence[CardItem], width: float, room: float, columns: int, metrics: Metrics) -> Fitted:
    needful = without_spare(lines)
    while len(lines) > len(needful):
        for number in range(metrics.reading + 1):
            placed, sizes = balanced(lines, heights_of(lines, column_width(width, columns), number, metrics), columns)
            if all(sum(heights_of_column) <= room for heights_of_column in sizes):
                return Fitted(number, placed)
        lines = without_last_spare(lines)
    lines = needful
    for number in range(len(metrics.types)):
        heights = heights_of(lines, column_width(width, columns), number, metrics)
        placed, sizes = balanced(lines, heights, columns)
        if all(sum(heights_of_column) <= room for heights_of_column in sizes):
            return Fitted(number, placed)
    smallest = filled(lines, heights, column_width(width, columns), room, columns, metrics)
    return grown(smallest, column_width(width, columns), room, metrics)


def grown(fitted: Fitted, width: float, room: float, metrics: Metrics) -> Fitted:
    """The same lines in the largest type in which they have room, with a line that says where they go on."""
    for number, (_size, leading) in enumerate(metrics.types[: fitted.type]):
        heights = [sum(heights_of(column, width, number, metrics)) for column in fitted.columns]
        if max([*heights[:-1], heights[-1] + leading]) <= room:
            return replace(fitted, type=number)
    return fitted


def is_spare(item: CardItem) -> bool:
    return isinstance(item, CardLine | Writing) and item.spare


def without_spare(lines: Sequence[CardItem]) -> tuple[CardItem, ...]:
    return tuple(item for item in lines if not is_spare(item))


def without_last_spare(lines: Sequence[CardItem]) -> tuple[CardItem, ...]:
    last = max(index for index, item in enumerate(lines) if is_spare(item))
    return (*lines[:last], *lines[last + 1 :])


def heights_of(lines: Sequence[CardItem], width: float, number: int, metrics: Metrics) -> list[float]:
    size, leading = metrics.types[number]
    return [height(line, width, size, leading, metrics) for line in lines]


Columns = tuple[tuple[CardItem, ...], ...]


def balanced(lines: Sequence[CardItem], heights: Sequence[float], columns: int) -> tuple[Columns, list[list[float]]]:
    """Lines in columns of about the same height; and the heights of each column's.

    No title stands at the foot of a column, and a group under a title stays together where that costs little.
    """
    if columns == 1 or len(lines) < 2:
        return (tuple(lines), *((),) * (columns - 1)), [list(heights)]
    whole, above, best, at = sum(heights), 0.0, float("inf"), len(lines)
    for index, own in enumerate(heights):
        higher = max(above, whole - above) * (1 if lines[index].title else WITHIN_GROUP)
        if index and not lines[index - 1].title and higher < best:
            best, at = higher, index
        above += own
    if whole < best:
        at = len(lines)
    return (tuple(lines[:at]), tuple(lines[at:])), [list(heights[:at]), list(heights[at:])]


def filled(
    lines: Sequence[CardItem], heights: Sequence[float], width: float, room: float, columns: int, metrics: Metrics
) -> Fitted:
    """Lines in the smallest type, one column filled after the other; what is left is the rest."""
    number = len(metrics.types) - 1
    leading = metrics.types[number][1]
    placed: list[tuple[CardItem, ...]] = []
    rest, sizes = tuple(lines), list(heights)
    for column in range(columns):
        free = room - leading * (column == columns - 1)  # for the line that refers to the appendix
        count = 0
        while count < len(rest) and sum(sizes[: count + 1]) <= free:
            count += 1
        taken, rest = rest[:count], rest[count:]
        free -= sum(sizes[:count])
        sizes = sizes[count:]
        if column == columns - 1 and rest and isinstance(rest[0], CardLine) and rest[0].splits and not rest[0].title:
            head, tail = split(rest[0], width, free, metrics)
            taken, rest = (*taken, *head), (tail, *rest[1:])
        while taken and taken[-1].title:
            taken, rest = taken[:-1], (taken[-1], *rest)
            sizes = [leading, *sizes]
        placed.append(taken)
    return Fitted(number, tuple(placed), rest)


def without_parting(
    lines: Sequence[CardItem], width: float, room: float, back_room: float, metrics: Metrics
) -> Fitted | None:
    """Groups of lines for a sleeve's front, in the largest type of those that are as good; None if none has room.

    A type is better that holds more of the first group, then one that leaves less than another, where that is more than
    the back holds. A card that is filled line by line may have a weapon on its front and its figures on the back.
    """
    lines = [narrowed(line, width, metrics) for line in without_spare(lines)]
    smallest = len(metrics.types) - 1
    whole, *others = groups_of(lines)
    first = parts_of(whole)
    found: list[tuple[int, float, Fitted]] = []
    for number, (_size, leading) in enumerate(metrics.types):
        kept: list[CardItem] = []
        rest: list[CardItem] = []
        free = room - leading  # for the line that refers to the back
        missing = 0
        for at, group in enumerate((*first, *others)):
            need = sum(heights_of(group, width, number, metrics))
            fits = need <= free and not (missing and at < len(first))
            (kept if fits else rest).extend(group)
            free -= need if fits else 0
            missing += at < len(first) and not fits
        left = max(back_room, sum(heights_of(rest, width, smallest, metrics)))
        if kept:
            found.append((missing, left, Fitted(number, (tuple(kept),), tuple(rest))))
    return min(found, key=itemgetter(0, 1))[2] if found else None


def groups_of(lines: Sequence[CardItem]) -> list[list[CardItem]]:
    """Lines that stay together: those under a title, and figures and boxes under their line."""
    return gathered(lines, lambda group, line: not line.title and (group[0].title or not isinstance(line, CardLine)))


def parts_of(group: list[CardItem]) -> list[list[CardItem]]:
    """A group of lines in parts that may stand on two sides: each line with its figures and boxes, the title first."""
    return gathered(group, lambda part, line: part[-1].title or not isinstance(line, CardLine))


def gathered(lines: Iterable[CardItem], joins: Callable[[list[CardItem], CardItem], bool]) -> list[list[CardItem]]:
    """Lines in groups; `joins` says whether a line belongs to the group before it."""
    groups: list[list[CardItem]] = []
    for line in lines:
        if groups and joins(groups[-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def split(line: CardLine, width: float, room: float, metrics: Metrics) -> tuple[tuple[CardLine, ...], CardLine]:
    """A line in two: (a tuple of none or one that takes at most `room` in the smallest type), and the rest."""
    size, leading = metrics.types[-1]
    most = int(room // leading)
    if most < 1:
        return (), line
    words, skipped = line.words, len(line.head) + 1 if line.head else 0
    starts = line_starts(line, width, size, leading, metrics)
    if most >= len(starts):
        return (), line
    start = cut(words, starts[most], size, letter_width)[: -len(ELLIPSIS)]
    if words[len(start) : len(start) + 1] != " " and " " in start[skipped:]:
        start = start[: start.rindex(" ")]
    if len(start) <= skipped:
        return (), line
    head = replace(line, text=start[skipped:].rstrip() + ELLIPSIS, tracks=())
    return (head,), CardLine(line.head, words[len(start) :].lstrip(), splits=True)
