"""Brief and reference: the height of the head above them, their type, and their columns."""

from collections.abc import Sequence

from builder.sheets.paper import COLUMN_GAP, POINTS, TEXT_TYPES, Paper
from builder.sheets.parts import Passage, Sheet
from builder.sheets.widths import break_lines

BRIEF_COLUMNS, REFERENCE_COLUMNS = 2, 3
TITLE_LINES = 1.6  # a passage's title and the gap above it, in lines of its text
SAFETY = 0.95  # part of a page's height that is planned with, for the count is not exact
# Points of the head of a list, as in static/print.css.
TOP, FIGURES, FIGURES_ACROSS = 76, 45, 8
FACT_TYPE, FACT_LINE, SMALL_TYPE, SMALL_LINE, GAP, TITLE, RULES = 8.4, 10.5, 7.4, 8.8, 3, 21, 14


def text_type(brief: Sequence[Passage], reference: Sequence[Passage], paper: Paper, above: float) -> int:
    """The type of brief and reference, as an index into `TEXT_TYPES`: the largest that keeps them on one page.

    above -- points of the page that are taken above them

    If none does, the smallest.
    """
    width, height = (length * POINTS for length in paper.content_size)
    height = height * SAFETY - RULES - above
    for number, (size, leading) in enumerate(TEXT_TYPES):
        lines = longest_column(brief, BRIEF_COLUMNS, width, size)
        lines += longest_column(reference, REFERENCE_COLUMNS, width, size)
        if lines * leading <= height:
            return number
    return number


def head_height(sheet: Sheet, paper: Paper) -> float:
    """The greatest height of the head of a list with its findings, in points."""
    width = paper.content_size[0] * POINTS
    facts = " · ".join(f"{fact.label} {fact.value}" for fact in sheet.facts)
    tracks = " ".join(f"{track.label} {track.boxes}" for track in sheet.tracks)
    small = [*sheet.notes, *([sheet.credit] if sheet.credit else [])]
    findings = [f"{one.rule} {one.about} {one.text} {one.cite}" for one in sheet.findings]
    height: float = TOP + FIGURES * -(-len(sheet.figures) // FIGURES_ACROSS)
    height += sum(GAP + FACT_LINE * line_count(text, width, FACT_TYPE) for text in (facts, tracks))
    height += sum(GAP + SMALL_LINE * line_count(text, width, SMALL_TYPE) for text in small)
    return height + bool(findings) * TITLE + SMALL_LINE * sum(line_count(text, width, SMALL_TYPE) for text in findings)


def line_count(text: str, width: float, size: float) -> int:
    return len(break_lines(text, size, lambda _line: width))


def longest_column(passages: Sequence[Passage], number: int, width: float, size: float) -> float:
    """The height of the longest of `number` columns of passages, in lines."""
    columns = in_columns(passages, number, width, size)
    inner = column_width(number, width)
    return max(sum(passage_lines(passage, inner, size) for passage in column) for column in columns)


def in_columns(passages: Sequence[Passage], number: int, width: float, size: float) -> list[list[Passage]]:
    """Passages in `number` columns of about the same height. WeasyPrint's own balancing is slow."""
    inner = column_width(number, width)
    heights = [passage_lines(passage, inner, size) for passage in passages]
    most = sum(heights) / number
    while len(columns := fill_columns(passages, heights, most)) > number:
        most += 1
    return columns + [[]] * (number - len(columns))


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
