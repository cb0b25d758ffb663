"""How high the head of a list is, counted before printing. Lengths are points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from builder.sheets.icons import icon_letter
from builder.sheets.measure import note_lines
from builder.sheets.paper import Metrics
from builder.sheets.parts import BOX, SIGNS, Passage, Sheet, SheetFinding, Track
from builder.sheets.tables import passage_height
from builder.sheets.widths import letter_width, line_count, text_width, title_width

FRAME, FRAME_PADDING = 18, 16  # around the text of a mission; beside it
TITLE, INDENT, LONGEST_LEVEL = 21, 8, "Good to know"  # of findings
FIGURES, WRITING, GAP, LARGE = 40, 33, 3, 12
BOXES = 22.0, 17.0, 15.6, 14.2, 12.8, 11.6  # sizes of the boxes of a list: the largest that fit
LARGE_BOXES = 18.4, 16.0, 14.2
CAPTION = 9.0, 10.2  # (size, leading) of the words above them
TRACKERS_GAP, MOST_GAP, TRACKERS_FRAME = 9, 40, 10  # between two of them, at least and at most; above and below all
STEP = 20  # by which rows of them are tried shorter


@dataclass(frozen=True, slots=True)
class Tracker:
    """Boxes that count something of a list, below what they are and bring in one line or two."""

    track: Track
    caption: tuple[str, ...]
    width: float
    gap: float = 0.0

    @property
    def style(self) -> str:
        return f"width: {self.width:.1f}pt; margin-right: {self.gap:.1f}pt"


@dataclass(frozen=True, slots=True)
class Trackers:
    """All of a list, in rows; `box` is the size of their boxes, `height` that of all."""

    rows: tuple[tuple[Tracker, ...], ...]
    box: float
    height: float


def trackers_of(tracks: Sequence[Track], width: float, metrics: Metrics) -> Trackers:
    """The boxes of a list in one row, as large as fit, with one line above them where that can be."""
    tracks = [numbered(track) for track in tracks]
    size, leading = (max(own, least) for own, least in zip(CAPTION, metrics.caption, strict=True))
    sizes = LARGE_BOXES if size >= LARGE else BOXES
    for box, most in product(sizes, (1, 2)):
        row = [tracker_of(track, box, most, size) for track in tracks]
        free = width - sum(tracker.width for tracker in row)
        if free >= TRACKERS_GAP * (len(row) - 1):
            break
    rows = broken_rows(row, width)
    lines = sum(max(len(tracker.caption) for tracker in row) for row in rows)
    boxes = len(rows) * (box + 0.5 + GAP) - GAP
    return Trackers(rows, box, TRACKERS_FRAME * bool(tracks) + lines * leading + boxes)


def tracker_of(track: Track, box: float, most: int, size: float) -> Tracker:
    """A track with boxes of this size."""
    words = " ".join(filter(None, [icon_letter(track.icon), track.label, track.effect]))
    boxes = sum(box + 0.8 if sign in SIGNS else box / 4 for sign in track.boxes)
    is_long = text_width(words, size, title_width) > boxes
    caption = note_lines(words, most if is_long else 1)
    width = max([boxes + 1, *(text_width(line, size, title_width) + 2 for line in caption)])
    return Tracker(track, caption, width)


def broken_rows(row: Sequence[Tracker], width: float) -> tuple[tuple[Tracker, ...], ...]:
    """Trackers in as many rows as they need, about equally full and spread over the width."""
    rows = within(row, width)
    for limit in range(int(width), 0, -STEP):
        tried = within(row, limit)
        rows = tried if len(tried) == len(rows) else rows
    return tuple(spread(row, width) for row in rows)


def within(row: Sequence[Tracker], width: float) -> list[list[Tracker]]:
    """Trackers one after the other in rows of this width, each of which has one at least."""
    rows: list[list[Tracker]] = []
    left = 0.0
    for tracker in row:
        if not rows or tracker.width > left:
            rows.append([])
            left = width
        rows[-1].append(tracker)
        left -= tracker.width + TRACKERS_GAP
    return rows


def spread(row: Sequence[Tracker], width: float) -> tuple[Tracker, ...]:
    free = width - sum(tracker.width for tracker in row)
    gap = min(MOST_GAP, free / max(1, len(row) - 1))
    return tuple(replace(tracker, gap=gap) for tracker in row[:-1]) + tuple(row[-1:])


def numbered(track: Track) -> Track:
    """A track with its boxes numbered, where they have no names; a single box needs none."""
    count = sum(sign in SIGNS for sign in track.boxes)
    is_counted = count > 1 and not track.names and BOX in track.boxes
    return replace(track, names=tuple(map(str, range(1, count + 1)))) if is_counted else track


def head_height(sheet: Sheet, width: float, metrics: Metrics, findings: Iterable[SheetFinding]) -> float:
    """The greatest height of what stands above the units of a list."""
    height = GAP + metrics.head + FIGURES * bool(sheet.head) + WRITING * len(sheet.writing)
    height += trackers_of(sheet.tracks, width, metrics).height
    height += sum(frame_height(passage, width, metrics) for passage in sheet.brief)
    size, leading = metrics.small
    notes = [*sheet.notes, *filter(None, [sheet.credit])]
    height += sum(GAP + leading * line_count(text, size, width, letter_width) for text in notes)
    texts = [f"{LONGEST_LEVEL} {finding.about} · {finding.text} {finding.cite}" for finding in findings]
    height += TITLE * bool(texts)
    return height + sum(leading * line_count(text, size, width - INDENT, letter_width) for text in texts)


def frame_height(passage: Passage, width: float, metrics: Metrics) -> float:
    """The height of a mission in its frame; its title stands before its text, each label before what it says."""
    size, leading = metrics.facts
    if passage.matrix:
        return passage_height(passage, width, size, leading, metrics.cite[0])
    texts = [f"{passage.title.upper()} {passage.text} {passage.place}", *map(" ".join, passage.rows)]
    return FRAME + sum(leading * line_count(text, size, width - FRAME_PADDING, letter_width) for text in texts)
