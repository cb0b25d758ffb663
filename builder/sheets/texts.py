"""Brief and reference in columns: they continue beside before they continue overleaf."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.sheets.paper import COLUMN_GAP, POINTS, Metrics, Paper
from builder.sheets.parts import Passage, Sheet
from builder.sheets.widths import break_lines

BRIEF_COLUMNS, REFERENCE_COLUMNS = 2, 3
TITLE_LINES = 1.6  # a passage's title and the gap above it, in lines of its text
SAFETY = 0.96  # part of a page's height that is planned with, for the count is not exact
SEVERAL_PAGES = 3  # the number of the type of texts that do not fit one page
LEAST_ROOM = 120  # points below which texts begin overleaf
# Points of the head of a list, as in static/print.css.
TOP, FIGURES, FIGURES_ACROSS = 84, 45, 8
FACT_TYPE, FACT_LINE, SMALL_TYPE, SMALL_LINE, GAP, TITLE, RULES = 9, 11.5, 7.6, 9.2, 3, 21, 14


@dataclass(frozen=True, slots=True)
class TextPage:
    """Texts of one page: brief and reference in columns, in the type of this number; whether they begin overleaf."""

    type: int
    overleaf: bool
    brief: list[list[Passage]]
    reference: list[list[Passage]]


def text_pages(
    brief: Sequence[Passage], reference: Sequence[Passage], paper: Paper, above: float, metrics: Metrics
) -> list[TextPage]:
    """The pages of brief and reference below `above` points of the first; on one in the largest type if they fit."""
    if not brief and not reference:
        return []
    width, height = (length * POINTS for length in paper.content_size)
    whole = height * SAFETY - RULES
    across = columns_of(brief, BRIEF_COLUMNS), columns_of(reference, REFERENCE_COLUMNS)
    for room, overleaf in ((whole - above, False), (whole, True)):
        for number, (size, leading) in enumerate(metrics.texts):
            lines = longest(brief, across[0], width, size) + longest(reference, across[1], width, size)
            if lines * leading <= room:
                return [
                    TextPage(
                        number,
                        overleaf and above > 0,
                        in_columns(brief, across[0], width, size),
                        in_columns(reference, across[1], width, size),
                    )
                ]
    return list(several_pages(brief, reference, width, whole, above, metrics))


def columns_of(passages: Sequence[Passage], most: int) -> int:
    """In how many columns passages stand: a single one takes the whole width."""
    return max(1, min(most, len(passages)))


def several_pages(
    brief: Sequence[Passage], reference: Sequence[Passage], width: float, whole: float, above: float, metrics: Metrics
) -> Iterator[TextPage]:
    """Texts over several pages: each column is filled before the next one begins, the last page's are of one height."""
    number = min(SEVERAL_PAGES, len(metrics.texts) - 1)
    size, leading = metrics.texts[number]
    room, overleaf = (whole - above, False) if whole - above > LEAST_ROOM else (whole, True)
    across = columns_of(brief, BRIEF_COLUMNS), columns_of(reference, REFERENCE_COLUMNS)
    waiting = [
        broken(passages, columns, width, size, whole / leading)
        for passages, columns in zip((brief, reference), across, strict=True)
    ]
    while any(waiting):
        placed: list[list[list[Passage]]] = []
        lines = room / leading
        for kind, columns in enumerate(across):
            found, waiting[kind] = fill(waiting[kind], columns, width, size, lines, room == whole)
            lines -= highest(found, columns, width, size)
            placed.append(found)
        yield TextPage(number, (overleaf and above > 0) or room == whole, *placed)
        room, overleaf = whole, True


def broken(passages: Sequence[Passage], columns: int, width: float, size: float, lines: float) -> list[Passage]:
    """Passages of at most a column's height: a table that is higher is broken between its rows."""
    inner, parts = column_width(columns, width), []
    for passage in passages:
        if passage.rows and passage_lines(passage, inner, size) > lines:
            half = len(passage.rows) // 2
            first, second = (
                replace(passage, rows=passage.rows[:half]),
                replace(passage, text="", rows=passage.rows[half:]),
            )
            parts += broken([first, second], columns, width, size, lines) if half else [passage]
        else:
            parts.append(passage)
    return parts


def fill(
    passages: list[Passage], columns: int, width: float, size: float, lines: float, whole: bool
) -> tuple[list[list[Passage]], list[Passage]]:
    """(columns of at most so many lines, the passages left); if nothing is left, columns of about the same height.

    whole -- whether this is a whole page: a passage that is higher begins there
    """
    if lines <= 0 or not passages:
        return [[] for _column in range(columns)], passages
    heights = [passage_lines(one, column_width(columns, width), size) for one in passages]
    found = fill_columns(passages, heights, lines)[:columns]
    count = sum(map(len, found))
    if heights[0] > lines and not whole:
        return [[] for _column in range(columns)], passages
    if count == len(passages):
        return in_columns(passages, columns, width, size), []
    return found + [[] for _column in range(columns - len(found))], passages[count:]


def highest(columns: list[list[Passage]], number: int, width: float, size: float) -> float:
    inner = column_width(number, width)
    return max(sum(passage_lines(passage, inner, size) for passage in column) for column in columns)


def head_height(sheet: Sheet, paper: Paper, findings: bool = True) -> float:
    """The greatest height of the head of a list, with its findings or without, in points."""
    width = paper.content_size[0] * POINTS
    facts = " · ".join(f"{fact.label} {fact.value}" for fact in sheet.facts)
    tracks = " ".join(f"{track.label} {track.boxes}" for track in sheet.tracks)
    small = [*sheet.notes, *([sheet.credit] if sheet.credit else [])]
    broken_rules = [f"{one.rule} {one.about} {one.text} {one.cite}" for one in sheet.findings] if findings else []
    height: float = TOP + FIGURES * -(-len(sheet.figures) // FIGURES_ACROSS)
    height += GAP + FACT_LINE * line_count(facts, width, FACT_TYPE)
    height += GAP + 2 * SMALL_LINE * line_count(tracks, width * 0.6, FACT_TYPE) * bool(tracks)
    height += sum(GAP + SMALL_LINE * line_count(text, width, SMALL_TYPE) for text in small)
    return (
        height
        + bool(broken_rules) * TITLE
        + SMALL_LINE * sum(line_count(text, width, SMALL_TYPE) for text in broken_rules)
    )


def line_count(text: str, width: float, size: float) -> int:
    return len(break_lines(text, size, lambda _line: width))


def longest(passages: Sequence[Passage], number: int, width: float, size: float) -> float:
    """The height of the longest of `number` columns of passages, in lines."""
    return highest(in_columns(passages, number, width, size), number, width, size)


def in_columns(passages: Sequence[Passage], number: int, width: float, size: float) -> list[list[Passage]]:
    """Passages in `number` columns of about the same height. WeasyPrint's own balancing is slow."""
    inner = column_width(number, width)
    heights = [passage_lines(passage, inner, size) for passage in passages]
    most = sum(heights) / number
    while len(columns := fill_columns(passages, heights, most)) > number:
        most += 1
    return columns + [[] for _column in range(number - len(columns))]


def column_width(number: int, width: float) -> float:
    """The width of one of `number` columns without the gap."""
    return width / number - COLUMN_GAP


def fill_columns(passages: Sequence[Passage], heights: Sequence[float], most: float) -> list[list[Passage]]:
    """Passages in as few columns as possible, in order, each at most `most` high unless one passage is higher."""
    columns: list[list[Passage]] = []
    left = 0.0
    for passage, height in zip(passages, heights, strict=True):
        if height > left or not columns:
            columns.append([])
            left = most
        columns[-1].append(passage)
        left -= height
    return columns


def passage_lines(passage: Passage, width: float, size: float) -> float:
    """The approximate height of a passage with its title, in lines."""
    texts = [passage.text, *(f"{left} {right}" for left, right in passage.rows)]
    title = line_count(f"{passage.title} {passage.cite}", width, size)
    return TITLE_LINES * title + sum(line_count(text, width, size) for text in texts if text)
