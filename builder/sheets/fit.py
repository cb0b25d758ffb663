"""Which type a card is printed in, how its lines stand in columns, and which of them go on beside."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from builder.sheets.measure import height, line_starts, narrowed
from builder.sheets.paper import COLUMN_GAP, Metrics
from builder.sheets.parts import SEPARATOR, BoxTable, CardItem, CardLine, FigureRow, Plan, TickLine, Writing
from builder.sheets.widths import (
    Glyphs,
    break_lines,
    letter_width,
    line_stretch,
    stencil_width,
    text_width,
    title_width,
)

ELLIPSIS = "…"
WITHIN_GROUP = 1.15  # how much higher columns may be so that a group of lines stays together
AIR = (2, 4, 6)  # points between the lines of a card: the most for which there is room
FOOT_ROOM = 14  # points below lines to write on: with the gap above the states 6 mm
STEP = 0.5  # lines by which boxes grow where their column has room
STENCILLED = 2  # so many of the largest sizes of a name are in the stencil face

Columns = tuple[tuple[CardItem, ...], ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A name as printed on a card: `size` is an index into `Metrics.names`; `cut` if it ends in an ellipsis.

    width -- points
    """

    text: str
    size: int
    width: float
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """Where lines of a card stand: so many columns of this width and height."""

    width: float
    height: float
    columns: int = 1

    def in_columns(self, columns: int) -> "Room":
        """The same room parted into so many columns."""
        return Room((self.width - COLUMN_GAP * (columns - 1)) / columns, self.height, columns)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The lines of a card in its columns, and their type (an index into `Metrics.types`); air: points between them."""

    type: int
    columns: Columns
    air: int = 0

    @property
    def lines(self) -> tuple[CardItem, ...]:
        return tuple(item for column in self.columns for item in column)


def fit_name(text: str, width: float, metrics: Metrics) -> Name:
    """A name in the largest size that fits into `width` points of a card's bar; in the smallest it is cut."""
    for size, (points, _leading, most) in enumerate(metrics.names):
        face = stencil_width if size < STENCILLED else title_width
        starts = break_lines(text, points, width, face)
        if len(starts) <= most and line_stretch(text) * len(starts) <= most + 0.5:
            return Name(text, size, width)
    return Name(cut(text, starts[most], points, title_width), size, width, cut=True)


def cut(text: str, end: int, size: float, glyph_width: Glyphs) -> str:
    """`text` up to the index `end`, shortened until an ellipsis fits behind it."""
    start, excess = text[:end].rstrip(), text_width(ELLIPSIS, size, glyph_width)
    while start and excess > 0:
        excess -= text_width(start[-1], size, glyph_width)
        start = start[:-1]
    return start.rstrip() + ELLIPSIS


def fit(lines: Sequence[CardItem], rooms: Sequence[Room], metrics: Metrics, first: int = 0) -> list[Fitted]:
    """Lines in the rooms of a card, the last of them as often as they need, in the largest type that needs no more.

    first -- the index of the largest type that may be taken

    What is spare is left out where its words have no room in the smallest type, the last first, and boxes are lower
    where they have none in the type of these, as far as their column needs. Texts become `short` where no type holds
    them. The last lines to write on take what is left then.
    """
    end = len(lines)
    while end and is_blank(lines[end - 1]):
        end -= 1
    wanted, last = list(lines[:end]), len(metrics.types) - 1
    fewest = len(parts_in([item for line in wanted for item in least(line)], rooms, last, metrics))
    words = [item for line in wanted for item in ([line] if isinstance(line, CardLine) else least(line))]
    types = ((number, suited(words, rooms, fewest, number, metrics)) for number in range(first, last))
    number = next((number for number, parts in types if parts and len(parts) <= fewest), last)
    while (parts := suited(wanted, rooms, fewest, number, metrics)) is None:
        order = sorted(range(len(wanted)), key=lambda at: (is_spare(wanted[at]), at), reverse=True)
        at = next(at for at in order if reduced(wanted[at]) != [wanted[at]])
        wanted[at : at + 1] = reduced(wanted[at])
    highest = {row.figures: row.lines for row in lines if isinstance(row, FigureRow)}
    for at, row in enumerate(wanted):  # boxes of a column that is not the one without room
        while isinstance(row, FigureRow) and row.lines < highest[row.figures]:
            row = replace(row, lines=row.lines + STEP)
            higher = suited([*wanted[:at], row, *wanted[at + 1 :]], rooms, len(parts), number, metrics)
            if higher is None:
                break
            wanted[at], parts = row, higher
    for count in range(len(lines) - end, 0, -1):
        longer = [*wanted, *lines[end : end + count]]
        below = longer[-1:] * bool(end)  # a line is left free but on a card to fill in, which has all lines
        if suited([*longer, *below], rooms, len(parts), number, metrics):
            parts = suited(longer, rooms, len(parts), number, metrics) or parts
            break
    return [with_air(part, rooms[min(at, len(rooms) - 1)], metrics) for at, part in enumerate(parts)]


def suited(
    lines: Sequence[CardItem], rooms: Sequence[Room], most: int, number: int, metrics: Metrics
) -> list[Fitted] | None:
    """Lines in the type of this number where they need at most so many parts, or where nothing of them is spare."""
    parts = parts_in(lines, rooms, number, metrics)
    is_needed = all(reduced(line) == [line] for line in lines)
    return parts if is_needed or (len(parts) <= most and all(map(begins_columns, parts))) else None


def begins_columns(fitted: Fitted) -> bool:
    """Whether what begins a column stands at the top of one."""
    starts = [column[0] for column in fitted.columns if column]
    return len(fitted.columns) == 1 or all(item in starts for item in fitted.lines if breaks(item))


def breaks(item: CardItem) -> bool:
    return isinstance(item, CardLine | BoxTable) and item.breaks


def is_spare(item: CardItem) -> bool:
    """Whether an item, or some of its height, is only there where a card has room."""
    if isinstance(item, FigureRow):
        return item.plain and item.lines > 1
    return isinstance(item, CardLine | Writing) and item.spare


def is_blank(item: CardItem) -> bool:
    """Whether an item is a line to write on that is left out where it has no room."""
    return isinstance(item, Writing) and item.spare


def reduced(item: CardItem) -> list[CardItem]:
    """An item in as few words as it has, boxes to write in a line lower: none where it is left out."""
    if isinstance(item, FigureRow) and is_spare(item):
        return [replace(item, lines=item.lines - 1)]
    if isinstance(item, CardLine) and item.short:
        return [replace(item, text=item.short, short="")]
    return [] if is_spare(item) else [item]


def least(item: CardItem) -> list[CardItem]:
    """An item `reduced` as far as it can be."""
    less = reduced(item)
    return less if less == [item] or not less else least(less[0])


def parts_in(lines: Sequence[CardItem], rooms: Sequence[Room], number: int, metrics: Metrics) -> list[Fitted]:
    """Lines in the type of this number: in the first room, then in further ones, the last as often as they need it."""
    parts: list[Fitted] = []
    rest, heights, width = list(lines), [], 0.0
    while rest or not parts:
        room = rooms[min(len(parts), len(rooms) - 1)]
        is_highest = all(room.height >= other.height for other in rooms[len(parts) :])
        if room.width != width:
            width = room.width
            rest = [narrowed(line, width, metrics.types[number][0], metrics) for line in rest]
            heights = heights_of(rest, width, number, metrics)
        columns, rest, heights = filled(rest, heights, room, number, metrics, is_highest)
        parts.append(Fitted(number, columns))
    return parts


def with_air(part: Fitted, room: Room, metrics: Metrics) -> Fitted:
    """The lines of a card in one column as far from each other as they have room."""
    gaps = sum(map(has_air, part.lines[1:]))
    if room.columns > 1 or not gaps:
        return part
    left = room.height - sum(heights_of(part.lines, room.width, part.type, metrics))
    left -= FOOT_ROOM * is_blank(part.lines[-1])
    return replace(part, air=max((air for air in AIR if air * gaps <= left), default=0))


def has_air(item: CardItem) -> bool:
    """Whether an item may have air above it."""
    return isinstance(item, CardLine | Plan) and not getattr(item, "written", False)


def heights_of(lines: Iterable[CardItem], width: float, number: int, metrics: Metrics) -> list[float]:
    size, leading = metrics.types[number]
    return [height(line, width, size, leading, metrics) for line in lines]


def filled(
    waiting: list[CardItem], heights: list[float], room: Room, number: int, metrics: Metrics, is_highest: bool
) -> tuple[Columns, list[CardItem], list[float]]:
    """(lines in columns, those without room, the heights of these).

    The columns are of about the same height where all have room, else filled one after the other. A line that is higher
    than an empty column is split between words, or stands there all the same where no further room is higher.
    """
    columns, sizes = balanced(waiting, heights, room)
    if all(sum(column) <= room.height for column in sizes):
        return columns, [], []
    placed: list[tuple[CardItem, ...]] = []
    for _column in range(room.columns):
        count = fitting(heights, room.height)
        count = together(waiting, count)
        taken, waiting, heights = waiting[:count], waiting[count:], heights[count:]
        if waiting and not taken and not any(placed):
            head, tail = split(waiting[0], room, number, metrics)
            if not tail and not is_highest:
                return ((),) * room.columns, waiting, heights
            taken, waiting = [head], [*tail, *waiting[1:]]
            heights = [*heights_of(tail, room.width, number, metrics), *heights[1:]]
        placed.append(tuple(taken))
    return tuple(placed), waiting, heights


def together(lines: Sequence[CardItem], count: int) -> int:
    """How many of the first lines are taken where no title and nothing that belongs to the line above is parted."""
    last = count
    while 0 < last < len(lines) and belong_together(lines[last - 1], lines[last]):
        last -= 1
    return last or count


def belong_together(above: CardItem, item: CardItem) -> bool:
    """Whether an item stands under a title or is about the line above it, as the boxes of a weapon are.

    Lines to write on that have a label each go on with what stands above them, those without one with theirs.
    """
    is_titled = isinstance(above, CardLine) and above.title
    is_nameless = isinstance(item, CardLine) and bool(item.asides) and not item.head
    is_of_line = isinstance(item, FigureRow) and not (item.plain or isinstance(above, FigureRow))
    is_further = isinstance(item, Writing) and (bool(item.below) or (is_blank(item) and isinstance(above, Writing)))
    goes_on = is_of_line or is_nameless or is_further
    return is_titled or goes_on or (isinstance(item, TickLine) and bool(item.whose))


def fitting(heights: Sequence[float], room: float) -> int:
    """How many of the first of these heights have room."""
    count = 0
    for own in heights:
        room -= own
        if room < 0:
            break
        count += 1
    return count


def balanced(lines: Sequence[CardItem], heights: Sequence[float], room: Room) -> tuple[Columns, list[list[float]]]:
    """Lines in columns of about the same height; and the heights of each column's.

    No title stands at the foot of a column, nothing is parted from the line that it is about, and a group under a
    title stays together where that costs little. What `breaks` begins the second one where both have room so.
    """
    if room.columns == 1 or len(lines) < 2:
        return (tuple(lines), *((),) * (room.columns - 1)), [list(heights)]
    first = next((index for index, line in enumerate(lines) if breaks(line)), 0)
    if first and max(sum(heights[:first]), sum(heights[first:])) <= room.height:
        return in_two(lines, heights, first)
    whole, above, best, at = sum(heights), 0.0, float("inf"), len(lines)
    for index, own in enumerate(heights):
        higher = round(max(above, whole - above) * (1 if lines[index].title else WITHIN_GROUP), 2)
        if index and not belong_together(lines[index - 1], lines[index]) and higher <= best:
            best, at = higher, index
        above += own
    if whole < best:
        at = len(lines)
    return in_two(lines, heights, at)


def in_two(lines: Sequence[CardItem], heights: Sequence[float], at: int) -> tuple[Columns, list[list[float]]]:
    return (tuple(lines[:at]), tuple(lines[at:])), [list(heights[:at]), list(heights[at:])]


def split(line: CardItem, room: Room, number: int, metrics: Metrics) -> tuple[CardItem, Sequence[CardItem]]:
    """A line in two, the first of which has room; a list of none where it cannot be parted."""
    size, leading = metrics.types[number]
    if isinstance(line, FigureRow):
        return split_figures(line, room, number, metrics)
    if not isinstance(line, CardLine):
        return line, []
    if line.asides:
        return split_rules(line, room, number, metrics)
    starts = line_starts(line, room.width, size, metrics)
    most = int(room.height // (leading * line_stretch(line.words)))
    words, skipped = line.words, len(line.head) + 1 if line.head else 0
    if not 0 < most < len(starts):
        return line, []
    start = cut(words, starts[most], size, letter_width)[: -len(ELLIPSIS)]
    if words[len(start) : len(start) + 1] != " " and " " in start[skipped:]:
        start = start[: start.rindex(" ")]
    if len(start) <= skipped:
        return line, []
    head = replace(line, text=start[skipped:].rstrip() + ELLIPSIS, tracks=())
    return head, [CardLine(line.head, line.text[len(start) - skipped :].lstrip(), line.tracks)]


def split_rules(line: CardLine, room: Room, number: int, metrics: Metrics) -> tuple[CardItem, list[CardItem]]:
    """A weapon with its dice in two, between its rules."""
    type_ = metrics.types[number]
    rules = line.text.split(SEPARATOR)
    for count in range(len(rules) - 1, -1, -1):
        text = SEPARATOR.join(rules[:count])
        head = narrowed(replace(line, text=text), room.width, type_[0], metrics)
        if height(head, room.width, *type_, metrics) <= room.height:
            return head, [CardLine(line.head, SEPARATOR.join(rules[count:]), icon=line.icon)]
    return line, []


def split_figures(row: FigureRow, room: Room, number: int, metrics: Metrics) -> tuple[CardItem, list[CardItem]]:
    """Boxes with figures in two, between their rows."""
    for count in range(len(row.rows) - 1, 0, -1):
        head = replace(row, figures=row.figures[: count * row.across])
        if height(head, room.width, *metrics.types[number], metrics) <= room.height:
            return head, [replace(row, figures=row.figures[count * row.across :])]
    return row, []
