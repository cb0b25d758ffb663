"""Brief and reference in columns: they continue beside before they continue overleaf."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import gettext as _

from builder.sheets.measure import groups_height
from builder.sheets.paper import COLUMN_GAP, LARGE, NORMAL, POINTS, Metrics, Paper
from builder.sheets.parts import Passage, Sheet
from builder.sheets.widths import Glyphs, bold_width, break_lines, letter_width, text_width

BRIEF_COLUMNS, REFERENCE_COLUMNS = 2, 3
TITLE_GAP, TITLE_LINES = 0.35, 1.18  # the gap above a passage's title and a line of it, in lines of its text
TITLE_TYPE = 1.15  # of its text's type
PART = 2  # the least rows of a table at the foot of a column and above the next
LEAST_ROOM = 120  # points below which texts begin overleaf
# Points of the head of a list, as in static/print.css.
TOP, FIGURES_ACROSS = 84, 8
GAP, TITLE, RULES = 3, 21, 14
WRITING, TRACK_LINE = 33, 16
INDENT, LONGEST_LEVEL = 8, "Good to know"  # of a finding


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
    """The pages of brief and reference below `above` points of the first.

    They are as few as in the smallest type, in the largest type that takes no more.
    """
    if not brief and not reference:
        return []
    least = several_pages(brief, reference, paper, above, len(metrics.texts) - 1, metrics)
    larger = (
        several_pages(brief, reference, paper, above, number, metrics) for number in range(len(metrics.texts) - 1)
    )
    return next((pages for pages in larger if whole_count(pages) <= whole_count(least)), least)


def whole_count(pages: list[TextPage]) -> int:
    """The number of pages with the first one, which may hold no texts."""
    return len(pages) + pages[0].overleaf


def columns_of(passages: Sequence[Passage], most: int) -> int:
    """In how many columns passages stand: a single one takes the whole width."""
    return max(1, min(most, len(passages)))


def several_pages(
    brief: Sequence[Passage], reference: Sequence[Passage], paper: Paper, above: float, number: int, metrics: Metrics
) -> list[TextPage]:
    """Texts in the type of this number: each column is filled before the next begins, the last page's are even."""
    width, height = (length * POINTS for length in paper.content_size)
    size, leading = metrics.texts[number]
    whole = (height - RULES) / leading
    lines = whole - above / leading
    across = columns_of(brief, BRIEF_COLUMNS), columns_of(reference, REFERENCE_COLUMNS)
    waiting = [broken(brief, across[0], width, size, whole), broken(reference, across[1], width, size, whole)]
    pages: list[TextPage] = []
    if lines * leading < LEAST_ROOM:
        lines = whole
    while any(waiting):
        overleaf, left = bool(pages) or (above > 0 and lines == whole), lines
        placed: list[list[list[Passage]]] = []
        for kind, columns in enumerate(across):
            must = lines == whole and not any(map(any, placed))
            found, waiting[kind] = fill(waiting[kind], columns, width, size, left, must)
            left = 0 if waiting[kind] else left - highest(found, columns, width, size)
            placed.append(found)
        pages += [TextPage(number, overleaf, *placed)] if any(map(any, placed)) else []
        lines = whole
    return pages


def broken(passages: Sequence[Passage], columns: int, width: float, size: float, lines: float) -> list[Passage]:
    """Passages of at most a column's height: a table that is higher is broken between its rows."""
    inner, parts = column_width(columns, width), []
    for passage in passages:
        if passage.rows and passage_lines(passage, inner, size) > lines:
            half = len(passage.rows) // 2
            first, second = replace(passage, rows=passage.rows[:half]), continued(passage, half)
            parts += broken([first, second], columns, width, size, lines) if half else [passage]
        else:
            parts.append(passage)
    return parts


def fill(
    passages: list[Passage], columns: int, width: float, size: float, lines: float, must: bool
) -> tuple[list[list[Passage]], list[Passage]]:
    """(columns of at most so many lines, the passages left); if nothing is left, columns of about the same height.

    must -- the first passage is placed even if it is higher
    """
    inner = column_width(columns, width)
    found, left = fill_columns(passages, columns, inner, size, lines, must=1 if must else 0)
    return (found, left) if left else (in_columns(passages, columns, width, size), [])


def highest(columns: list[list[Passage]], number: int, width: float, size: float) -> float:
    inner = column_width(number, width)
    return max(sum(passage_lines(passage, inner, size) for passage in column) for column in columns)


def head_height(sheet: Sheet, paper: Paper, metrics: Metrics, findings: bool = True) -> float:
    """The greatest height of the head of a list, with its findings or without, in points."""
    width = paper.content_size[0] * POINTS
    facts = " · ".join(f"{fact.label} {fact.value}" for fact in sheet.facts)
    small = [*sheet.notes, *([sheet.credit] if sheet.credit else [])]
    shown = sheet.findings_by_text if findings else []
    broken_rules = [f"{LONGEST_LEVEL} {finding.about} · {finding.text} {finding.cite}" for finding in shown]
    fact_size, fact_leading = metrics.facts
    small_size, small_leading = metrics.small
    height: float = TOP + metrics.head_figure * -(-len(sheet.printed_figures) // FIGURES_ACROSS)
    height += GAP + fact_leading * line_count(facts, width, fact_size)
    height += WRITING * len(sheet.writing)
    if sheet.tracks:
        height += GAP + groups_height(sheet.tracks, width, replace(metrics, foot_type=fact_size, tick_line=TRACK_LINE))
    height += sum(GAP + small_leading * line_count(text, width, small_size) for text in small)
    height += TITLE * bool(broken_rules)
    return height + small_leading * sum(line_count(text, width - INDENT, small_size) for text in broken_rules)


def line_count(text: str, width: float, size: float, glyph_width: Glyphs = letter_width, bold: int = 0) -> int:
    return len(break_lines(text, size, lambda _line: width, glyph_width, bold))


def in_columns(passages: Sequence[Passage], number: int, width: float, size: float) -> list[list[Passage]]:
    """Passages in `number` columns of about the same height. WeasyPrint's own balancing is slow."""
    inner = column_width(number, width)
    most = sum(passage_lines(passage, inner, size) for passage in passages) / number
    while True:
        columns, left = fill_columns(passages, number, inner, size, most, must=number)
        if not left:
            return columns
        most += 1


def column_width(number: int, width: float) -> float:
    """The width of one of `number` columns without the gap."""
    return width / number - COLUMN_GAP


def fill_columns(
    passages: Sequence[Passage], number: int, width: float, size: float, most: float, must: int
) -> tuple[list[list[Passage]], list[Passage]]:
    """(`number` columns of at most `most` lines, filled one after the other; the passages left).

    must -- in so many columns the first passage is placed even if it is higher
    """
    columns: list[list[Passage]] = []
    left = list(passages)
    for column in range(number):
        placed, left = fill_column(left, width, size, most, column < must)
        columns.append(placed)
    return columns, left


def fill_column(
    passages: list[Passage], width: float, size: float, most: float, must: bool
) -> tuple[list[Passage], list[Passage]]:
    """(the passages of a column of at most `most` lines, those left); a long table may go on in the next column."""
    for index, passage in enumerate(passages):
        height = passage_lines(passage, width, size)
        if height > most and not (must and index == 0):
            head, tail = parted(passage, width, size, most)
            return [*passages[:index], *head], [tail, *passages[index + 1 :]]
        most -= height
    return passages, []


def parted(passage: Passage, width: float, size: float, most: float) -> tuple[list[Passage], Passage]:
    """([the rows of a table that take at most `most` lines], the other rows), or ([], passage) where it stays whole."""
    for count in range(len(passage.rows) - PART, PART - 1, -1):
        head = replace(passage, rows=passage.rows[:count])
        if passage_lines(head, width, size) <= most:
            return [head], continued(passage, count)
    return [], passage


def continued(passage: Passage, first: int) -> Passage:
    """The rows of a table from the one with this number, under its title."""
    mark = _("(continued)")
    title = passage.title if passage.title.endswith(mark) else f"{passage.title} {mark}".strip()
    return Passage(title, rows=passage.rows[first:])


@lru_cache(maxsize=10_000)
def passage_lines(passage: Passage, width: float, size: float) -> float:
    """The approximate height of a passage with its title, in lines."""
    title = TITLE_GAP + title_lines(passage, width, size) if passage.title else 0
    text = line_count(passage.text, width, size) if passage.text else 0
    rows = (line_count(f"{left} {right}", width, size, bold=len(left)) for left, right in passage.rows)
    return title + text + sum(rows)


def title_lines(passage: Passage, width: float, size: float) -> float:
    """The height of a passage's title, in lines of its text; a citation without room beside it stands below it."""
    cite_size, cite_leading = LARGE.cite if size >= LARGE.cite[0] else NORMAL.cite
    title = text_width(passage.title, TITLE_TYPE * size, bold_width)
    if title + text_width(f" {passage.cite}", cite_size) <= width:
        return TITLE_LINES
    lines = TITLE_LINES * line_count(passage.title, width, TITLE_TYPE * size, bold_width)
    below = line_count(passage.cite, width, cite_size) * cite_leading / size
    return lines + max(TITLE_LINES, below) * bool(passage.cite)
