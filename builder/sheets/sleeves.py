"""What stands on a card of 63 x 88 mm, and in which order: all figures and boxes, then words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from builder.sheets.common import uncapitalised
from builder.sheets.fit import breaks
from builder.sheets.parts import (
    COMPASS,
    SEPARATOR,
    CardItem,
    CardLine,
    FigureRow,
    Frame,
    LabelledFigure,
    Passage,
    Plan,
    SheetCard,
    SheetUnit,
    Strips,
    TickLine,
    Track,
    Writing,
    without_frames,
)

SHORT = 3  # letters of the cells of strips of which two have room beside each other
MANY_DICE = 4  # columns of dice beside which no name has room


def sleeve_card(card: SheetCard) -> SheetCard:
    """A card whose plates are figures like others: what is rolled and counted with them first, then their boxes."""
    panels = [item for item in card.lines if isinstance(item, Frame) and item.plate]
    items = list(without_frames(panels))
    boxes = [figure for item in items if isinstance(item, FigureRow) and not item.listed for figure in item.figures]
    others = [item for item in card.lines if item not in panels]
    dials = [figure for figure in boxes if figure.value == COMPASS][1:]  # of followers, whose gauges are below
    own = [figure for figure in boxes if figure not in dials]
    row = [FigureRow(tuple(own), across=len(own))] if own else []
    at = max((number for number, item in enumerate(others, start=1) if isinstance(item, TickLine)), default=0)
    others[at:at] = [FigureRow(tuple(dials), lines=2)] if at and dials else []
    stats = tuple(replace(figure, note="") for figure in card.stats)
    return replace(card, stats=stats, lines=(*filter(is_of_play, items), *row, *others)) if panels else card


def is_of_play(item: CardItem) -> bool:
    """Whether it is a gauge or a list of rolls, which a plate is the heading of."""
    return (isinstance(item, FigureRow) and item.listed) or (isinstance(item, CardLine) and item.gauge)


def sleeve_items(card: SheetCard) -> list[CardItem]:
    """The items of a card in the order of sleeves; what boxes bring stands below, where room is left.

    Whatever stands under a title stays there. Beside a vehicle's plan its strips come last of the figures and boxes.
    """
    blank = [*takewhile(is_spare_line, reversed(card.lines))][::-1]
    groups = parts_of(card.lines[: len(card.lines) - len(blank)])
    has_plan = any(isinstance(item, Plan) for item in card.lines)
    ordered = sorted(groups, key=lambda group: (rank(group), has_plan and isinstance(group[0], Strips)))
    kept = [item for group in ordered for item in group]
    return [*kept, *blank]


def is_spare_line(item: CardItem) -> bool:
    return isinstance(item, Writing) and item.spare


def parts_of(lines: Iterable[CardItem]) -> Iterator[Sequence[CardItem]]:
    """What stands together: all that is in a frame, what stands under a title, each other line alone."""
    for framed, run in groupby(lines, lambda item: isinstance(item, Frame)):
        if framed:
            yield from (list(prepared(without_frames([frame]))) for frame in run)
        else:
            yield from grouped(prepared(run))


def prepared(items: Iterable[CardItem]) -> Iterator[CardItem]:
    return apart(map(joined, map(unaligned, items)))


def joined(item: CardItem) -> CardItem:
    """A list of rolls with those of equal dice in one row, without what they are against: tables of the game say it."""
    if not (isinstance(item, FigureRow) and item.listed):
        return item
    labels: dict[str, list[str]] = {}
    for figure in item.figures:
        labels.setdefault(figure.value, []).append(figure.label)
    rows = ((", ".join([named[0], *map(uncapitalised, named[1:])]), value) for value, named in labels.items())
    return replace(item, figures=tuple(LabelledFigure(*row) for row in rows))


def unaligned(item: CardItem) -> CardItem:
    """A line without columns that are there only so that dice line up down a card; a gauge of boxes alone."""
    if isinstance(item, CardLine) and item.gauge:
        tracks = tuple(replace(track, label=track.label and (track.short or track.label)) for track in item.tracks)
        return replace(item, text="", tracks=tracks, gauge=False)
    if isinstance(item, CardLine) and not item.rows:
        return replace(item, asides=tuple(aside for aside in item.asides if aside.words))
    return item


def apart(items: Iterable[CardItem]) -> Iterator[CardItem]:
    """Items with each strip in a row of its own, but for those of a few letters: others have no room beside them.

    Many dice stand below the name, the boxes below these.
    """
    for item in items:
        strips = item.strips if isinstance(item, Strips) else ()
        if isinstance(item, CardLine) and len(item.asides) >= MANY_DICE:
            yield replace(item, asides=(), rows=(), tracks=())
            yield replace(item, head="", text="", icon="", tracks=())
            if item.tracks:
                yield TickLine(item.tracks)
        elif all(len(cell[1]) <= SHORT for strip in strips for cell in strip.cells):
            yield item
        else:
            yield from (Strips((strip,)) for strip in strips)


def grouped(items: Iterable[CardItem]) -> Iterator[list[CardItem]]:
    """Items one by one, and from the first title on each title with what stands under it, up to the next column."""
    group: list[CardItem] = []
    for item in items:
        if group and (item.title or breaks(item) or not group[0].title):
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def rank(group: Sequence[CardItem]) -> int:
    """Figures and boxes, then the plan of a vehicle, then words."""
    if all(map(is_words, group)):
        return 2
    return int(isinstance(group[0], Plan))


def is_words(item: CardItem) -> bool:
    """Whether an item is a line of words, or one to write on without boxes."""
    if isinstance(item, Writing):
        return not item.ticks
    return isinstance(item, CardLine) and not (item.asides or item.tracks)


def effects(tracks: Sequence[Track]) -> Iterator[CardLine]:
    """What boxes bring, in words: where they have no room for it beside them."""
    for track in tracks:
        if words := meaning(track):
            yield CardLine(track.label, words, icon=track.sign)


def meaning(track: Track) -> str:
    """What a box brings and what is done about it."""
    return SEPARATOR.join(filter(None, (track.effect, track.note)))


def states_table(
    units: Iterable[SheetUnit], play: Iterable[Passage] = (), reference: Iterable[Passage] = ()
) -> Passage:
    """What the boxes of these units bring, each once: for cards without room for it.

    play      -- tables of the game: what has one of its own there, or a row, is not in it
    reference -- further ones: one about several of these states begins it
    """
    cards = [card for unit in units for card in unit.cards]
    gauges = (
        item for card in cards for item in without_frames(card.lines) if isinstance(item, CardLine) and item.gauge
    )
    tracks = [replace(item.tracks[0], label=item.head) for item in gauges if item.tracks[0].note]
    tracks += [track for card in cards for track in card.tracks]
    named = ((capfirst(track.short or track.label), meaning(track)) for track in tracks)
    rows = list(dict.fromkeys(row for row in named if all(row)))
    full = next((table for table in reference if len(dict(rows).keys() & dict(table.rows)) > 1), Passage(_("States")))
    known = {label for table in (full, *play) for label in (table.title.partition(" (")[0], *dict(table.rows))}
    return replace(full, rows=(*full.rows, *(row for row in rows if row[0] not in known)))
