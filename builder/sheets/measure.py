"""The height that a part of a card takes, counted before printing. Lengths are points."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, singledispatch
from itertools import pairwise
from math import ceil
from operator import attrgetter, itemgetter
from typing import cast

from builder.sheets.paper import ICON, TITLE_GAP, Metrics
from builder.sheets.parts import (
    COMPASS,
    NUMBER,
    SIGNS,
    TICKED,
    BoxTable,
    CardItem,
    CardLine,
    FigureRow,
    Frame,
    LabelledFigure,
    NotedTrack,
    Photo,
    PlainItem,
    Plan,
    Region,
    Strips,
    TickLine,
    Track,
    Writing,
)
from builder.sheets.widths import (
    Glyphs,
    bold_width,
    break_widths,
    letter_width,
    line_count,
    line_stretch,
    prose_width,
    text_width,
    title_width,
)

TICKS = frozenset(SIGNS + COMPASS + NUMBER)
TICK_RISE, TICKED_RISE = 0.7, 1.4  # by which boxes make a line among those of a card higher
TICK_WIDTH = 0.96  # ems
TICKS_GAP = 4  # behind a group of boxes in a line of words
GROUP_GAP = 6  # between two groups of boxes
RULE_GAP = 2  # below boxes with figures
FLAT = 0.75  # of the height of a row of dice: the size of the letters behind its heading
MANY_COLUMNS, NARROW, LEAST_COLUMN = 3, 0.67, 23.2  # from so many columns of dice on they are so much narrower, points
DICE_GAP = 4  # behind the words of a roll
COLUMN_PADDING = 3  # beside the heading of a column of dice
CELL_GAP, TABLE_RULES = 5, 3  # beside the boxes of a column; above and below the headings of boxes
HEAD_GAP = 2.4  # more below these where rows have a heading
ITEM_GAP, ROW_RULE = 1.2, 0.5  # around a table of dice; below each of its rows
NOTED, STAT_FRAME, STAT_PADDING = 12, 4.8, 4  # a figure with a note; above and below figures under the bar; beside
BOX_PADDING, DIAL, PLAIN_PADDING, PLAIN_BOX_PADDING = 6, 25.8, 3.5, 10  # of a box with a figure
PLAIN_VALUE = (9.2, 11)  # (size, leading) of words in such a box
TARGET_ICON = 1.6  # ems of the icon of a target
STRIP_PADDING = 5.5  # beside the words of a box of a strip
STRIP_GAP = 4.6  # around boxes of strips, with their lines
NAME_GAP = 2  # above a weapon's name before its only dice, or below it above a table
MOST_DICE = 0.62  # of the width for the columns of dice
PLAN_SHAPE = 58  # the height of the drawing in the middle of a plan
PLAN_RATIO = 0.69  # the drawing's width by its height
PLAN_TITLE, PLAN_NUMBER, PLAN_GAP, SHAPE_GAP = 11, 25, 15, 5
PLAN_NAME = 4.5  # ems of the name of its front or rear, beside the rows
PLAN_SIDES, PLAN_WORDS = 0.34, 0.54  # of the width for the sides and the words of a plan printed as rows
WRITTEN = 6.7  # more than a box to tick has, of one to write a number in
WORD_GAP, WORD_PADDING = 2, 7  # behind a box with its word in it, and around that word
STATE_GAP, SMALL_GAP, NOTE_GAP = 8, 4, 3  # behind a state, behind one whose label stands beside it, before a note
NOTED_CAPTION = 0.75  # of the size of boxes for the line above large ones with room to write
NOTED_CELL = 2  # by which such a box is higher than a line to write on; two stand beside each other
NOTED_GAP, SHIELD = 4, 48  # around these boxes; before them
FRAME_DICE, FRAME_COLUMN = 29, 0.9  # the height of dice in a frame; the part of the width of their columns
FRAME, FRAME_HEIGHT = 6, 6  # beside what stands in a frame; above and below it
BOX_AIR, DIAL_AIR = 4.5, 8  # above boxes with figures under a plate; in the line of a compass there
PANEL = 6  # points below the last of what stands under a plate
GAUGE, GAUGE_LINE, GAUGE_GAP = 1.31, 1.7, 2.5  # of the size of boxes for those of a gauge; points around a line, below
LISTED, LIST_LEADING = 10, 1.1  # size of what stands in a list of figures, ems of its lines
LIST_RULE = 2.4  # points around each of it
IN_ROW = 8.5, 10, 14, 0.4  # (size, leading, size of the value, rule) of one on a small card
LONG_FIGURE, LONG_VALUE = 3, 0.8  # letters of the largest values of a list, and the size of longer ones, in parts
FOOT_RULE = 4  # above the states
PHOTO = 104  # the height of a photo, with the gap below it


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
    if line.asides:
        return dice_height(line, width, size, leading, metrics)
    if line.gauge:
        return gauge_height(line, width, metrics)
    words = words_height(line, width, size, leading, metrics) + TITLE_GAP * line.title
    return max(words, metrics.write * line.written)


@height.register
def photo_height(_photo: Photo, _width: float, _size: float, _leading: float, _metrics: Metrics) -> float:
    return PHOTO


@height.register
def frame_height(frame: Frame, width: float, size: float, leading: float, metrics: Metrics) -> float:
    if frame.plate:
        note = line_count(frame.plate.note, metrics.caption[0], width) * metrics.caption[1] if frame.plate.note else 0
        items = sum(height(item, width, size, leading, metrics) + panel_air(item) for item in frame.items)
        return metrics.plate + note + items + PANEL
    inner, metrics = width - 2 * FRAME, in_frame(metrics)
    return FRAME_HEIGHT + sum(height(item, inner, size, leading, metrics) for item in frame.items)


def panel_air(item: PlainItem) -> float:
    """The air above boxes with figures under a plate, and between a compass and its caption."""
    if not isinstance(item, FigureRow) or item.listed:
        return 0.0
    return BOX_AIR + DIAL_AIR * any(figure.value == COMPASS for figure in item.figures)


def in_frame(metrics: Metrics) -> Metrics:
    """The sizes of what stands on the place of a token: larger dice, closer to each other."""
    return replace(metrics, dice=FRAME_DICE, column=FRAME_COLUMN * metrics.column)


@height.register
def noted_track_height(item: NotedTrack, width: float, _size: float, _leading: float, metrics: Metrics) -> float:
    size, leading = metrics.caption
    beside = width - SHIELD - len(item.further.boxes) * metrics.tick
    lines = line_count(f"{item.track.label.upper()} {item.track.effect}", size, beside)
    caption = max(NOTED_CAPTION * metrics.tick, leading * lines)
    return NOTED_GAP + caption + (metrics.write + NOTED_CELL) * ceil(len(item.boxes) / 2)


def gauge_height(line: CardLine, width: float, metrics: Metrics) -> float:
    """The height of a gauge: its words, with the boxes beside them, and a line for each other group of its boxes."""
    size = scaled(LISTED, metrics)
    notes = [track.note for track in line.tracks[:1] if track.note]
    note = sum(line_count(words, metrics.caption[0], width) for words in notes) * metrics.caption[1]
    room = width - ICON * size * bool(line.icon)
    room -= sum(text_width(track.group, size, with_ticks(size, metrics)) + TICKS_GAP for track in line.beside)
    words = line_count(f"{line.head} {line.text}", size, room, title_width) * size * LIST_LEADING
    glyphs = with_ticks(size, replace(metrics, tick=GAUGE * metrics.tick))
    lines, left = 0, 0.0
    for group in (group for track in line.below for group in track.group.split(" ")):
        need = text_width(group, size, glyphs)
        lines, left = (lines + 1, width) if need > left else (lines, left)
        left -= need + TICKS_GAP
    high = lines * (GAUGE * metrics.tick + GAUGE_LINE) + GAUGE_GAP
    return max(words, metrics.tick * bool(line.beside)) + note + high


def words_height(
    line: CardLine, width: float, size: float, leading: float, metrics: Metrics, glyph_width: Glyphs = letter_width
) -> float:
    """The height of a line's words and boxes."""
    starts = line_starts(line, width, size, metrics, glyph_width)
    tall = max(0.0, metrics.tick - leading) if line.ticks else 0.0
    with_boxes = 1 + (len(starts) - 1) * bool(line.ticks) if tall else 0
    words = len(starts) * leading * line_stretch(line.words)
    return words + tall * min(with_boxes, tick_lines(line, width, size, metrics))


def tick_lines(line: CardLine, width: float, size: float, metrics: Metrics) -> int:
    """The most lines over which the boxes of a line reach: each group stands in one."""
    glyphs = with_ticks(size, metrics)
    most = 1 + line_count(line.ticks, size, width, glyphs)
    groups = line.ticks.split(" ")
    return min(len(groups), most) if all(text_width(group, size, glyphs) <= width for group in groups) else most


def line_starts(
    line: CardLine, width: float, size: float, metrics: Metrics, glyph_width: Glyphs = letter_width
) -> list[int]:
    """The index at which each printed line of the words begins; an icon stands before the first."""
    first = ICON * size if line.icon else 0.0
    return break_widths(line.words, widths_in(line, size, metrics, glyph_width), width, first)


def widths_in(line: CardLine, size: float, metrics: Metrics, glyph_width: Glyphs) -> list[float]:
    """The width of each letter of a line's words, in points; behind each group of boxes is a gap."""
    glyphs, bold = with_ticks(size, metrics, glyph_width), len(line.head)
    widths = [glyph * size for glyph in (*map(bold_width, line.words[:bold]), *map(glyphs, line.words[bold:]))]
    behind = len(widths)
    for group in reversed(line.ticks.split(" ") if line.ticks else ()):
        widths[behind - 1] += TICKS_GAP
        behind -= len(group) + 1
    return widths


# --- dice ------------------------------------------------------------------------------------------------------------


def dice_height(line: CardLine, width: float, size: float, leading: float, metrics: Metrics) -> float:
    """The height of a weapon: its name and boxes, its dice beside these, its text below."""
    below = words_height(CardLine(text=line.text), width, size, leading, metrics) if line.text_is_below else 0.0
    heading, heading_leading = metrics.heading
    lines = (line_count(aside.label, heading, line.column - 2) for aside in line.asides if aside.label)
    labels = max(lines, default=0) * heading_leading
    room = name_room(line, width)
    of_name = room - line.boxes_beside - ICON * metrics.arm[0] * bool(line.icon)
    names = metrics.arm[1] * line_count(line.head, metrics.arm[0], of_name) if line.head else 0
    if line.text_beside:
        names += line_count(line.text, metrics.target[0], room) * metrics.target[1]
    if line.tracks and not line.has_box_column:
        high = groups_height(line.tracks, room, replace(metrics, tick_line=metrics.tick), title_width)
        names = max(names, high) if line.boxes_beside else names + high
    if not line.rows:
        box = (metrics.tick + heading_leading) * line.has_box_column
        dice = max(box, metrics.dice + (0 if line.is_flat else labels))
        return ITEM_GAP + ROW_RULE + max(dice, names + NAME_GAP * line.is_flat) + below
    target, target_leading = metrics.target
    lines = (line_count(row.target, target, room - TARGET_ICON * target) for row in line.rows)
    rows = sum(ROW_RULE + max(metrics.dice, 1 + target_leading * count) for count in lines)
    return ITEM_GAP + max(metrics.band, names + NAME_GAP, labels + NAME_GAP) + rows + below


def name_room(line: CardLine, width: float) -> float:
    """The width for a weapon's name and boxes before its dice."""
    return width - line.column * len(line.asides) - line.label_column


def boxes_width(line: CardLine, metrics: Metrics) -> float:
    """The width of a weapon's boxes with what they are, and of the gap before them; of a column with its heading."""
    if line.takes_box_column:
        return max(metrics.tick, text_width(line.tracks[0].label, metrics.heading[0], title_width)) + COLUMN_PADDING
    return text_width(line.ticks, metrics.caption[0], with_ticks(metrics.caption[0], metrics)) + GROUP_GAP + TICKS_GAP


def has_room_beside(line: CardLine, width: float, metrics: Metrics) -> bool:
    """Whether the boxes of a weapon have room right of its name, where no word of that is broken."""
    words = (text_width(word, metrics.arm[0], title_width) for word in re.split("[ -]", line.head))
    name = ICON * metrics.arm[0] * bool(line.icon) + max(words)
    return bool(line.tracks) and name + boxes_width(line, metrics) <= name_room(line, width)


def dice_column(line: CardLine, width: float, metrics: Metrics) -> float:
    """The width of a column of dice in a card's column so wide, all of which those without words share."""
    if line.is_flat and not line.asides[0].value:
        return 0.0
    if not (line.words or line.rows):
        return width / len(line.asides)
    least = max(LEAST_COLUMN, metrics.column * (NARROW if len(line.asides) >= MANY_COLUMNS else 1))
    value = text_width(line.asides[0].value, metrics.dice * FLAT, title_width) if line.is_flat else 0.0
    return min(max(least, value, dice_width(line, metrics)), MOST_DICE * width / len(line.asides))


def scaled(size: float, metrics: Metrics) -> float:
    """A size of letters, not smaller than the captions of large print."""
    return max(size, metrics.caption[0])


# --- boxes with figures ----------------------------------------------------------------------------------------------


@height.register
def figures_height(row: FigureRow, width: float, _size: float, _leading: float, metrics: Metrics) -> float:
    if row.listed:
        return list_height(row.figures, width, metrics)
    most = metrics.caption[1] * (row.lines - 1)
    return sum(boxes_height(figures, row.plain, width, metrics) + most + RULE_GAP for figures in row.rows)


def list_height(figures: Sequence[LabelledFigure], width: float, metrics: Metrics) -> float:
    """The height of figures below each other; on a small card each with its note in one line."""
    size, high = scaled(LISTED, metrics), 0.0
    if metrics.icons:
        size, leading, least, rule = IN_ROW
        for figure in figures:
            room = width - DICE_GAP - text_width(figure.value, least, title_width)
            lines = line_count(f"{figure.label} {figure.note}", size, room, title_width)
            high += max(least, leading * lines) + rule
        return high
    for figure in figures:
        value = metrics.dice * (LONG_VALUE if len(figure.value) > LONG_FIGURE else 1)
        room = width - text_width(f" {figure.value}", value, title_width)
        words = line_count(figure.label, size, room, bold_width) * size * LIST_LEADING
        words += line_count(figure.note, metrics.caption[0], room) * metrics.caption[1] if figure.note else 0
        high += max(metrics.dice, words) + LIST_RULE
    return high


def boxes_height(figures: Sequence[LabelledFigure], plain: bool, width: float, metrics: Metrics) -> float:
    """The height of boxes beside each other, whose labels may take several lines."""
    inner = width / len(figures) - (PLAIN_BOX_PADDING if plain else BOX_PADDING)
    labels = [(figure.label, figure.note) if figure.note else (figure.label,) for figure in figures]
    size, leading = metrics.caption
    most = max(sum(line_count(text, size, inner) for text in texts) for texts in labels)
    if plain:
        value_size, value_leading = scaled(PLAIN_VALUE[0], metrics), max(PLAIN_VALUE[1], leading)
        lines = max(line_count(figure.value, value_size, inner, bold_width) for figure in figures)
        return max(metrics.plain_figure, PLAIN_PADDING + value_leading * lines + most * leading)
    dials = any(figure.value == COMPASS for figure in figures)
    value = max(metrics.value, DIAL * dials)
    return max(metrics.figure, value + most * leading)


def stats_height(figures: Sequence[LabelledFigure], width: float, metrics: Metrics) -> float:
    """The height of a row of figures under the bar: labels of several lines, and notes, make it higher."""
    size, leading = metrics.caption
    inner = width / len(figures) - STAT_PADDING

    def high(figure: LabelledFigure) -> float:
        lines = sum(line_count(text, size, inner) for text in (figure.label, figure.note) if text)
        return (min(NOTED, metrics.stat) if figure.note else metrics.stat) + lines * leading + STAT_FRAME

    return max(metrics.stats, *map(high, figures))


@height.register
def strips_height(row: Strips, width: float, _size: float, _leading: float, metrics: Metrics) -> float:
    """A line of words above a large one, in boxes as wide as those ask; headings share the width that is left."""
    (size, leading), (large, large_leading) = metrics.heading, metrics.strip
    cells = [cell for strip in row.strips for cell in strip.cells]
    widths = (max(text_width(cell[0], size, title_width), text_width(cell[1], large, title_width)) for cell in cells)
    headings = [strip.heading for strip in row.strips if strip.heading]
    left = width - sum(own + STRIP_PADDING for own in widths)
    words = max((line_count(heading, size, left / len(headings) - STRIP_PADDING) for heading in headings), default=0)
    return STRIP_GAP + max((1 + (left < 0)) * leading + large_leading, words * leading)


def narrowed(item: CardItem, width: float, size: float, metrics: Metrics) -> CardItem:
    """An item for a column so wide: fewer figures side by side in a narrow one, dice in columns."""
    if isinstance(item, FigureRow) and not item.listed:
        if item.plain and (metrics.shields_across or (metrics.icons and item.across == 1)):
            item = replace(item, across=min(len(item.figures), 2 * item.across))
        least = widest_label(item) * metrics.caption[0] + BOX_PADDING
        most = max(1, int(width // max(metrics.column * 0.9, least)))
        rows = -(-len(item.figures) // most)
        return replace(item, across=-(-len(item.figures) // rows)) if item.across > most else item
    if isinstance(item, Frame):
        parts = (narrowed(part, width - 2 * FRAME, size, in_frame(metrics)) for part in item.items)
        return replace(item, items=cast(tuple[PlainItem, ...], tuple(parts)))
    if isinstance(item, BoxTable):
        return replace(item, widths=tuple(box_columns(item, width, metrics)))
    if isinstance(item, Plan):
        return replace(item, is_table=metrics.icons)
    return arranged(item, width, metrics) if isinstance(item, CardLine) and item.asides else item


def arranged(line: CardLine, width: float, metrics: Metrics) -> CardLine:
    """A table of dice with the widths of its columns, and of the heading before a single one."""
    label = text_width(line.asides[0].label, metrics.heading[0], title_width) + COLUMN_PADDING if line.is_flat else 0.0
    line = replace(line, column=dice_column(line, width, metrics), label_column=label)
    is_beside = metrics.boxes_beside and has_room_beside(line, width, metrics)
    return replace(line, boxes_beside=boxes_width(line, metrics) if is_beside else 0.0)


def dice_width(line: CardLine, metrics: Metrics) -> float:
    """The width of a column of dice that its heading asks for: all of it in one or two, else its longest word."""
    if line.is_flat:
        return 0.0
    words = (aside.label if len(line.asides) <= 2 else longest(aside.label) for aside in line.asides)
    return max(text_width(word, metrics.heading[0], title_width) for word in words) + COLUMN_PADDING


def longest(words: str) -> str:
    return max(words.split(" "), key=len)


def widest_label(row: FigureRow) -> float:
    """The width of the widest label of boxes with words, of the longest word in those of others, in ems."""
    words = (word for figure in row.figures for word in ([figure.label] if row.plain else figure.label.split()))
    return max((text_width(word, 1, title_width) for word in words), default=0)


@height.register
def writing_height(writing: Writing, width: float, size: float, leading: float, metrics: Metrics) -> float:
    label = line_count(writing.words, size, width, with_ticks(size, metrics, bold_width)) - 1
    return len(writing.labels) * metrics.write + label * leading


@height.register
def ticks_height(line: TickLine, width: float, _size: float, _leading: float, metrics: Metrics) -> float:
    rise = TICKED_RISE if any(TICKED in track.boxes for track in line.tracks) else TICK_RISE
    return groups_height(line.tracks, width, metrics) * (1 + rise / metrics.tick_line)


def groups_height(tracks: Iterable[Track], width: float, metrics: Metrics, letters: Glyphs = bold_width) -> float:
    """The height of groups of boxes one after the other; a group that is wider than a line is broken."""
    glyphs = with_ticks(metrics.caption[0], metrics, letters)
    lines, left = 1, width
    for track in tracks:
        need = text_width(f"{track.label} {track.boxes}", metrics.caption[0], glyphs) + GROUP_GAP
        if need - GROUP_GAP + TICKS_GAP > left and left < width:
            lines, left = lines + 1, width
        lines += int(need // width)
        left -= need % width
    return lines * metrics.tick_line


# --- boxes under headings --------------------------------------------------------------------------------------------


@height.register
def box_table_height(table: BoxTable, width: float, _size: float, _leading: float, metrics: Metrics) -> float:
    size, leading = metrics.caption
    columns = box_columns(table, width, metrics)
    labels = (
        leading * line_count(track.label, size, wide - CELL_GAP) + metrics.tick * bool(track.icon)
        for track, wide in zip(table.columns, columns, strict=True)
    )
    rules = TABLE_RULES + HEAD_GAP * bool(table.head)
    lines = (line_count(name, metrics.arm[0], width - sum(columns)) for name, _boxes in table.rows)
    rows = (max(metrics.tick_line, count * metrics.arm[1]) + ROW_RULE for count in lines)
    return rules + max(labels, default=0) + sum(rows)


def box_columns(table: BoxTable, width: float, metrics: Metrics) -> list[float]:
    """The width of each column of boxes: names to write in take what is left, else all columns do."""
    least = [least_column(table, number, metrics) for number in range(len(table.columns))]
    left = width - sum(least) - names_width(table, metrics)
    if left <= 0 or any(not name for name, _boxes in table.rows):
        return least
    return [own + left / len(least) for own in least]


def least_column(table: BoxTable, number: int, metrics: Metrics) -> float:
    """The width that a column of boxes needs: of its boxes, or of the longest word of its heading."""
    boxes = max(len(boxes[number].boxes) for _name, boxes in table.rows) * metrics.tick + 1
    return max(boxes, text_width(longest(table.columns[number].label), metrics.caption[0], title_width)) + CELL_GAP


def names_width(table: BoxTable, metrics: Metrics) -> float:
    size = metrics.arm[0]
    return max(text_width(name, size, title_width) for name, _boxes in table.rows) + CELL_GAP


def least_width(table: BoxTable, metrics: Metrics) -> float:
    """The width that a table of boxes needs."""
    columns = range(len(table.columns))
    return names_width(table, metrics) + sum(least_column(table, number, metrics) for number in columns)


# --- a plan ----------------------------------------------------------------------------------------------------------


@height.register
def plan_height(plan: Plan, width: float, size: float, leading: float, metrics: Metrics) -> float:
    title = max(PLAN_TITLE, metrics.caption[1])
    size, leading = min((size, leading), metrics.plan)
    if plan.is_table:
        return plan_rows_height(plan, width, size, leading)

    def high(region: Region, wide: float) -> float:
        lines = sum(line_count(words, size, wide - PLAN_NUMBER, prose_width) for _number, words in region.rows)
        return lines * leading + len(region.rows)

    side = (width - PLAN_RATIO * PLAN_SHAPE - SHAPE_GAP) / 2
    sides = max(title + high(region, side) for region in (plan.left, plan.right))
    ends = sum(high(end, width - PLAN_NAME * metrics.caption[0]) for end in (plan.front, plan.rear))
    return caption_height(plan, width, size, leading) + ends + max(sides, PLAN_SHAPE) + PLAN_GAP


def caption_height(plan: Plan, width: float, size: float, leading: float) -> float:
    """The height of what the numbers of all sides are."""
    return leading * line_count(plan.caption, size, width) if plan.caption else 0.0


def plan_rows_height(plan: Plan, width: float, size: float, leading: float) -> float:
    """The height of a plan without its drawing: the sides one below the other, named at the left."""
    high = PLAN_GAP / 2 + caption_height(plan, width, size, leading) + ROW_RULE
    for region in plan.regions:
        lines = [line_count(words, size, width * PLAN_WORDS - CELL_GAP, prose_width) for _number, words in region.rows]
        lines[0] = max(lines[0], line_count(region.title, size, width * PLAN_SIDES - 2))
        high += leading * sum(lines) + ROW_RULE * len(lines)
    return high


# --- states at the foot ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """A state at the foot of a card: its width, its left edge, its top below the rule, the lines of its note.

    flat -- whether its label stands beside its boxes
    """

    track: Track
    flat: bool = False
    note: tuple[str, ...] = ()
    width: float = 0.0
    left: float = 0.0
    top: float = 0.0

    @property
    def gap(self) -> float:
        """Behind it."""
        if self.flat and self.note:
            return STATE_GAP
        is_close = self.track.is_word or not self.track.label
        return WORD_GAP if is_close else SMALL_GAP if self.flat else STATE_GAP

    @property
    def note_lines(self) -> str:
        return "\n".join(self.note)

    @property
    def style(self) -> str:
        return f"left: {self.left:.1f}pt; top: {self.top:.1f}pt; width: {self.width:.1f}pt"


@dataclass(frozen=True, slots=True)
class Foot:
    """The states at the foot of a card, and the height that they take with the rule above them.

    is_row      -- all are single boxes, each above its label
    has_columns -- each stands under its heading
    """

    states: tuple[State, ...] = ()
    height: float = 0.0
    is_row: bool = False
    has_columns: bool = False

    @property
    def style(self) -> str:
        return f"height: {self.height:.1f}pt"


def foot_of(tracks: Sequence[Track], width: float, metrics: Metrics) -> Foot:
    """States beside each other; in a foot of icons with their names above them, where one line holds them.

    Else there the widest first, where that takes fewer lines.
    """
    if single := foot_in_row(tracks, width, metrics) or foot_in_columns(tracks, width, metrics):
        return single
    if not metrics.icons:
        return foot_in_lines(tracks, width, metrics)
    named = [replace(track, effect="", note="") for track in tracks]
    foot = foot_in_lines(named, width, replace(metrics, icons=False))
    is_one_line = foot.height <= FOOT_RULE + metrics.state
    boxes = [shortest(track) for track in tracks if track.boxes or not track.note]
    if is_one_line:
        return foot
    orders = [boxes]
    if all(track.boxes for track in boxes):  # no heading would leave its own
        orders.append(sorted(boxes, key=lambda track: state_width(track, True, (), metrics), reverse=True))
    return min((foot_in_lines(order, width, metrics) for order in orders), key=attrgetter("height"))


def foot_in_row(tracks: Sequence[Track], width: float, metrics: Metrics) -> Foot | None:
    """Single boxes in one row, each above its label in one line or two; None where something else is there."""
    size, leading = metrics.caption
    are_single = all(len(track.boxes) == 1 and not (track.is_word or track.effect or track.note) for track in tracks)
    for most in (1, 2) if are_single and len(tracks) > 1 else ():
        labels = [note_lines(track.label, most) for track in tracks]
        wide = [max(metrics.tick, *(text_width(words, size, title_width) for words in lines)) + 1 for lines in labels]
        gap = (width - sum(wide)) / (len(tracks) - 1)
        if gap >= SMALL_GAP:
            left = [sum(wide[:at]) + gap * at for at in range(len(tracks))]
            states = [
                State(track, note=lines, width=own, left=start, top=FOOT_RULE)
                for track, lines, own, start in zip(tracks, labels, wide, left, strict=True)
            ]
            return Foot(tuple(states), FOOT_RULE + metrics.tick + leading * max(map(len, labels)), is_row=True)
    return None


def foot_in_columns(tracks: Sequence[Track], width: float, metrics: Metrics) -> Foot | None:
    """Headings beside each other, with what stands under each in as few rows as have room; None where there is none.

    All must stand under a heading.
    """
    groups = [[track for track, _plain in group] for group in headed((track, track.is_plain) for track in tracks)]
    if not groups or any(group[0].boxes or len(group) == 1 for group in groups):
        return None
    top = FOOT_RULE + metrics.caption[1] + 2
    most = max(map(len, groups)) - 1
    for rows in range(1, most + 1):
        across = [ceil((len(group) - 1) / rows) for group in groups]
        columns = [[group[1 + at :: per] for at in range(per)] for group, per in zip(groups, across, strict=True)]
        wide = [[max(state_width(track, True, (), metrics) for track in part) for part in group] for group in columns]
        gap = (width - 1 - sum(sum(own) + SMALL_GAP * (len(own) - 1) for own in wide)) / max(1, len(groups) - 1)
        if gap < (2 * STATE_GAP if rows < most else SMALL_GAP):
            continue
        states, left = [], 0.0
        for (heading, *_under), group, own in zip(groups, columns, wide, strict=True):
            states.append(State(heading, width=sum(own) + SMALL_GAP * (len(own) - 1), left=left, top=FOOT_RULE))
            for part, one in zip(group, own, strict=True):
                for row, track in enumerate(part):
                    states.append(State(track, True, width=one, left=left, top=top + metrics.tick_line * row))
                left += one + SMALL_GAP
            left += gap - SMALL_GAP
        return Foot(tuple(states), top + rows * metrics.tick_line, has_columns=True)
    return None


def foot_in_lines(tracks: Sequence[Track], width: float, metrics: Metrics) -> Foot:
    """As many states as a line holds; boxes that their label says all about stand on lower lines.

    In a line of single boxes their labels stand beside them, as they do everywhere in a foot of icons.
    """
    states: list[State] = []
    tracks = [part for track in tracks for part in parts_of(track, int(width // metrics.tick))]
    top = float(FOOT_RULE)
    for line in foot_lines(tracks, width, metrics):
        beside = beside_boxes(line, metrics)
        line = beside if row_width(beside) <= width and all(len(state.track.boxes) <= 1 for state in line) else line
        left, bottom = 0.0, top + max(state_height(state, metrics) for state in line)
        for state in line:
            states.append(replace(state, left=left, top=bottom - state_height(state, metrics)))
            left += state.width + state.gap
        top = bottom
    return Foot(tuple(states), top) if states else Foot()


def parts_of(track: Track, most: int) -> list[Track]:
    """A state in parts of at most so many boxes, the first with its words."""
    if len(track.boxes) <= most:
        return [track]
    end = track.boxes.rfind(" ", 0, most) + 1 or most
    count = sum(sign in SIGNS for sign in track.boxes[:end])
    first = replace(
        track, boxes=track.boxes[:end], names=track.names[:count], fatal=track.fatal * (track.fatal <= count)
    )
    rest = Track("", track.boxes[end:], names=track.names[count:], fatal=max(0, track.fatal - count))
    return [first, *parts_of(rest, most)]


def foot_lines(tracks: Sequence[Track], width: float, metrics: Metrics) -> list[list[State]]:
    """Lines of states: one where all have room with their labels above.

    Else the heading of plain ones, a label without boxes, begins a line where not all under it has room.

    Plain ones stand together: behind others where all have room there. In a foot of icons a state stands in the first
    line of its kind that has room for it.
    """
    plain = [(track if track.boxes else below).is_plain for track, below in pairwise([*tracks, *tracks[-1:]])]
    above = [state_of(track, False, metrics) for track in tracks]
    if above and not metrics.icons and all(track.boxes for track in tracks) and row_width(above) <= width:
        apart = (width - row_width(above)) / len(above)
        return [[replace(state, width=state.width + apart) for state in above]]
    groups = headed(sorted(zip(tracks, plain, strict=True), key=itemgetter(1)))
    all_plain = [state_of(track, True, metrics) for group in groups for track, is_plain in group if is_plain]
    others = [state_of(track, False, metrics) for group in groups for track, is_plain in group if not is_plain]
    is_apart = bool(others) and row_width(others) > width  # a heading with its note stands above its tracks
    lines: list[list[State]] = []
    for group in groups:
        states = [state_of(track, is_plain, metrics) for track, is_plain in group]
        alike = [line for line in lines if group[0][1] == line[0].track.is_plain]
        open_lines = [*alike, *lines[-1:]] if metrics.icons else lines[-1:]
        if is_apart and lines and not lines[-1][-1].track.boxes:
            open_lines = []
        is_first_plain = group[0][1] and lines and not lines[-1][-1].track.is_plain
        if is_first_plain and not metrics.icons and row_width([*lines[-1], *all_plain]) > width:
            open_lines = []
        line = next((line for line in open_lines if has_room(line, states, width, metrics)), None)
        if line is not None:
            line.extend(states)
            continue
        if not (lines and metrics.icons):
            lines.append([])
        for state in states:
            if lines[-1] and row_width([*lines[-1], state]) > width:
                lines.append([])
            lines[-1].append(state)
    return lines


def has_room(line: Sequence[State], states: Sequence[State], width: float, metrics: Metrics) -> bool:
    """Whether more states have room in a line; under a heading only among single boxes, with their labels beside."""
    whole = [*line, *states]
    if len(states) > 1 and not metrics.icons:
        return all(len(state.track.boxes) <= 1 for state in line) and row_width(beside_boxes(whole, metrics)) <= width
    return row_width(whole) <= width


def headed(tracks: Iterable[tuple[Track, bool]]) -> list[list[tuple[Track, bool]]]:
    """Tracks one by one, but each heading, a label without boxes, with all that stand under it."""
    groups: list[list[tuple[Track, bool]]] = []
    for track, is_plain in tracks:
        if is_plain and track.boxes and groups and not groups[-1][0][0].boxes:
            groups[-1].append((track, is_plain))
        else:
            groups.append([(track, is_plain)])
    return groups


def state_of(track: Track, is_plain: bool, metrics: Metrics) -> State:
    flat = is_plain or metrics.icons or not track.label
    note = note_lines(track.note, metrics.note_lines)
    return State(track, flat, note, state_width(track, flat, note, metrics))


def state_height(state: State, metrics: Metrics) -> float:
    if state.flat:
        return metrics.tick_line
    return metrics.state if state.track.boxes or state.note else min(metrics.state, metrics.caption[1] + 1)


def row_width(line: Sequence[State]) -> float:
    return sum(state.width + state.gap for state in line[:-1]) + line[-1].width


def beside_boxes(line: Iterable[State], metrics: Metrics) -> list[State]:
    """The same states with label and note beside their boxes, in two lines."""
    states = []
    for state in line:
        note = note_lines(f"{state.track.label.upper()} {state.track.note}", metrics.note_lines)
        wide = metrics.tick + NOTE_GAP + max(text_width(words, metrics.caption[0], title_width) for words in note)
        icon = ICON * metrics.caption[0] * bool(state.track.icon)
        flat = replace(state, flat=True, note=note, width=wide + icon)
        states.append(state if state.flat else flat)
    return states


def shortest(track: Track) -> Track:
    """A track with the shortest of its words alone."""
    return replace(track, label=track.short or track.label, icon="", effect="", note="")


def state_width(track: Track, flat: bool, note: Sequence[str], metrics: Metrics) -> float:
    size = metrics.caption[0]
    caption = " · ".join(filter(None, (track.label.upper(), track.effect)))
    icon = 1.5 * size if track.icon else 0.0
    label = text_width(caption, size, title_width) + icon
    beside = max((text_width(line, size, title_width) for line in note), default=0.0)
    if track.is_word:
        return text_width(track.label, size, title_width) + WORD_PADDING
    boxes = len(track.boxes) * metrics.tick + WRITTEN * (track.boxes == NUMBER)
    return (
        label + boxes + (NOTE_GAP if caption else 1)
        if flat
        else max(label, boxes + (beside + NOTE_GAP if note else 0.0))
    )


def note_lines(note: str, most: int) -> tuple[str, ...]:
    """A note in two lines of about the same width, or in one where `most` is 1."""
    between = " · " if " · " in note else " "
    words = note.split(between)
    breaks = [(between.join(words[:at]), between.join(words[at:])) for at in range(1, len(words))]
    if not note or not breaks or most == 1:
        return (note,) if note else ()
    return min(breaks, key=lambda lines: max(text_width(line, 1, title_width) for line in lines))
