"""The height that a part of a card takes, counted before printing. Lengths are points."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, singledispatch

from builder.sheets.paper import CELLS, ICON, TITLE_GAP, Metrics
from builder.sheets.parts import (
    COMPASS,
    SIGNS,
    TICKED,
    CardItem,
    CardLine,
    FigureRow,
    LabelledFigure,
    Plan,
    Region,
    TickLine,
    Track,
    Writing,
)
from builder.sheets.widths import (
    Glyphs,
    bold_width,
    break_lines,
    break_widths,
    letter_width,
    line_stretch,
    text_width,
    title_width,
)

TICKS = frozenset(SIGNS + COMPASS)
TICK_RISE, TICKED_RISE = 0.7, 1.4  # by which boxes make a line among those of a card higher
TICK_WIDTH = 0.96  # ems
TICKS_GAP = 6  # behind a group of boxes in a line of words
GROUP_GAP = 8  # between two groups of boxes
RULE_GAP = 2  # below boxes with figures
PLAN_SHAPE = 62  # the least height of the shape in the middle of a plan
BOX_PADDING, VALUE, DIAL, PLAIN_PADDING, LABEL_LEADING = 5, 20.2, 24, 3.5, 1.084  # of such a box
STAT, LOUD_STAT = 13, 16  # sizes of figures under the name
STAT_GAP, STAT_RULE, LOUD_RULE = 2, 0.75, 1.75  # between such boxes, and the rules around them
PLAN_SIDE, PLAN_FRONT = 0.38, 0.9  # parts of the width for the text at the sides, and at front and rear
PLAN_GAP = 5.5
PLAN_PADDING = 7.5  # at both sides of its text, with its border


def with_ticks(size: float, metrics: Metrics, glyph_width: Glyphs = letter_width) -> Glyphs:
    """The width of letters in ems of `size`, where boxes to tick have a size of their own."""
    tick = TICK_WIDTH * metrics.tick / size
    return lambda letter: tick if letter in TICKS else glyph_width(letter)


@singledispatch
def height(item: CardItem, width: float, size: float, leading: float, metrics: Metrics) -> float:
    """The height of an item of a card in a column so wide, in a type of this size and leading."""
    raise TypeError(item)


@height.register
@lru_cache(10_000)  # the same line is tried again with each other that may join it
def line_height(line: CardLine, width: float, size: float, leading: float, metrics: Metrics) -> float:
    starts = line_starts(line, width, size, leading, metrics)
    tall = metrics.tick_line - leading if line.ticks and metrics.tick_line > leading else 0.0
    with_boxes = 1 + (len(starts) - 1) * bool(line.ticks) if tall else 0
    words = len(starts) * leading * line_stretch(line.words)
    words += tall * min(with_boxes, tick_lines(line, width, size, metrics))
    return max(words, cells_height(line, metrics)) + TITLE_GAP * line.title


def cells_height(line: CardLine, metrics: Metrics) -> float:
    """The height of the figures beside a line, as in static/print.css."""
    return metrics.cell + (line.label_lines - 1) * metrics.cell_label[1] if line.asides else 0.0


def tick_lines(line: CardLine, width: float, size: float, metrics: Metrics) -> int:
    """The most lines over which the boxes of a line reach: each group stands in one."""
    beside = width * (1 - CELLS[min(len(line.asides), 4)])
    glyphs = with_ticks(size, metrics)
    most = 1 + len(break_lines(line.ticks, size, lambda _line: beside, glyphs))
    groups = line.ticks.split(" ")
    return min(len(groups), most) if all(text_width(group, size, glyphs) <= beside for group in groups) else most


def line_starts(line: CardLine, width: float, size: float, leading: float, metrics: Metrics) -> list[int]:
    """The index at which each printed line of the words begins: narrow lines beside the cells, full ones below."""
    beside = -(-cells_height(line, metrics) // leading)
    narrow = width * (1 - CELLS[min(len(line.asides), 4)])
    first = ICON * size if line.icon else 0.0

    def line_width(number: int) -> float:
        return (narrow if number < beside else width) - (first if number == 0 else 0)

    return break_widths(line.words, widths_in(line, size, metrics), line_width)


def widths_in(line: CardLine, size: float, metrics: Metrics) -> list[float]:
    """The width of each letter of a line's words, in points; behind each group of boxes is a gap."""
    glyphs, bold = with_ticks(size, metrics), len(line.head)
    widths = [glyph * size for glyph in (*map(bold_width, line.words[:bold]), *map(glyphs, line.words[bold:]))]
    behind = len(widths)
    for group in reversed(line.ticks.split(" ") if line.ticks else ()):
        widths[behind - 1] += TICKS_GAP
        behind -= len(group) + 1
    return widths


def boxes_across(figures: Sequence[LabelledFigure], width: float, metrics: Metrics) -> int:
    """How many of these boxes a sleeve of so many points can hold in a row, at most two lines below each figure."""

    def holds(number: int) -> bool:
        outer = (width - STAT_GAP) / number - STAT_GAP
        return all(box_holds(figure, outer, metrics) for figure in figures)

    return next((number for number in range(len(figures), 1, -1) if holds(number)), 1)


def box_holds(figure: LabelledFigure, outer: float, metrics: Metrics) -> bool:
    """Whether a box so wide holds a figure above two lines of label and note, without a word broken."""
    inner = outer - 2 * (LOUD_RULE if figure.loud else STAT_RULE)
    value = text_width(figure.value, LOUD_STAT if figure.loud else STAT, title_width)
    words = [text_width(word, metrics.label, title_width) for word in f"{figure.label} {figure.note}".split()]
    texts = [text for text in (figure.label, figure.note) if text]
    lines = sum(len(lines_of(text, metrics.label, inner)) for text in texts)
    return max([value, *words]) <= inner and lines <= 2


@height.register
def figures_height(row: FigureRow, width: float, _size: float, _leading: float, metrics: Metrics) -> float:
    return sum(boxes_height(figures, row.plain, width, metrics) + RULE_GAP for figures in row.rows)


def boxes_height(figures: Sequence[LabelledFigure], plain: bool, width: float, metrics: Metrics) -> float:
    """The height of boxes beside each other, whose labels may take several lines."""
    inner = width / len(figures) - BOX_PADDING
    labels = [(figure.label, figure.note) if figure.note else (figure.label,) for figure in figures]
    size, leading = metrics.plain_label if plain else (metrics.label, metrics.label * LABEL_LEADING)
    most = max(sum(len(lines_of(text, size, inner)) for text in texts) for texts in labels)
    if plain:
        size, value_leading, most_lines = metrics.plain_value
        lines = max(len(lines_of(figure.value, size, inner, bold_width)) for figure in figures)
        return max(metrics.plain_figure, PLAIN_PADDING + value_leading * min(lines, most_lines) + most * leading)
    value: float = DIAL if any(figure.value == COMPASS for figure in figures) else VALUE
    return max(metrics.figure, value + most * leading)


def lines_of(text: str, size: float, width: float, glyph_width: Glyphs = title_width) -> list[int]:
    return break_lines(text, size, lambda _line: width, glyph_width)


def narrowed(item: CardItem, width: float, metrics: Metrics) -> CardItem:
    """An item for a column so wide: in a narrow one fewer figures stand side by side, and labels take more lines."""
    if isinstance(item, FigureRow):
        most = max(1, int(width // max(metrics.least_box, longest_word(item) * metrics.label + BOX_PADDING)))
        rows = -(-len(item.figures) // most)
        return replace(item, across=-(-len(item.figures) // rows)) if item.across > most else item
    if isinstance(item, CardLine) and item.asides:
        each, size = width * CELLS[min(len(item.asides), 4)] / len(item.asides), metrics.cell_label[0]
        return replace(item, label_lines=max(len(lines_of(aside.label, size, each)) for aside in item.asides))
    return item


def longest_word(row: FigureRow) -> float:
    """The width of the longest word in the labels of boxes, in ems."""
    words = (word for figure in row.figures for word in figure.label.split())
    return max((text_width(word, 1, title_width) for word in words), default=0)


@height.register
def writing_height(writing: Writing, width: float, size: float, leading: float, metrics: Metrics) -> float:
    label = len(break_lines(writing.words, size, lambda _line: width, with_ticks(size, metrics, bold_width))) - 1
    return writing.lines * metrics.write + label * leading


@height.register
def ticks_height(line: TickLine, width: float, _size: float, _leading: float, metrics: Metrics) -> float:
    rise = TICKED_RISE if any(TICKED in track.boxes for track in line.tracks) else TICK_RISE
    return groups_height(line.tracks, width, metrics) * (1 + rise / metrics.tick_line)


def groups_height(tracks: Iterable[Track], width: float, metrics: Metrics) -> float:
    """The height of groups of boxes one after the other; a group that is wider than a line is broken."""
    glyphs = with_ticks(metrics.foot_type, metrics, bold_width)
    lines, left = 1, width
    for track in tracks:
        need = text_width(f"{track.label} {track.boxes}", metrics.foot_type, glyphs) + GROUP_GAP
        if need > left and left < width:
            lines, left = lines + 1, width
        lines += int(need // width)
        left -= need % width
    return lines * metrics.tick_line


@height.register
def plan_height(plan: Plan, width: float, size: float, leading: float, metrics: Metrics) -> float:
    def lines(region: Region, part: float) -> int:
        wide = width * part - PLAN_PADDING
        return 1 + sum(len(break_lines(f"{a} {b}", size, lambda _line: wide, bold=len(a))) for a, b in region.rows)

    middle = max(lines(plan.left, PLAN_SIDE), lines(plan.right, PLAN_SIDE)) * leading
    ends = (lines(plan.front, PLAN_FRONT) + lines(plan.rear, PLAN_FRONT)) * leading
    return ends + max(middle, PLAN_SHAPE) + PLAN_GAP
