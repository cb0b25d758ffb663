"""The first page's texts: what stands above them, the type they are set in, and their columns."""

from builder.sheets.paper import COLUMN_GAP, POINTS, TEXT_TYPES
from builder.sheets.widths import broken

BRIEF_COLUMNS, REFERENCE_COLUMNS = 2, 3
TITLE_LINES = 1.6  # a passage's title and the gap above it, in lines of its text
SAFE = 0.95  # of the height of a page: what is counted here is not quite what is drawn
# Points of the head of a list as static/print.css has it.
TOP, FIGURES, FIGURES_ACROSS = 76, 45, 8
FACT_TYPE, FACT_LINE, SMALL_TYPE, SMALL_LINE, GAP, TITLE, RULES = 8.4, 10.5, 7.4, 8.8, 3, 21, 14


def text_type(brief, reference, paper, above):
    """Which of `TEXT_TYPES` brief and reference are set in: the largest that keeps them on one page, else the last.

    above -- points of the page that what stands above them takes
    """
    width, height = (length * POINTS for length in paper.room)
    room = height * SAFE - RULES - above
    for number, (size, leading) in enumerate(TEXT_TYPES):
        lines = column_lines(brief, BRIEF_COLUMNS, width, size)
        lines += column_lines(reference, REFERENCE_COLUMNS, width, size)
        if lines * leading <= room:
            return number
    return number


def head_height(sheet, paper):
    """How many points the head of a list and its findings take at most."""
    width = paper.room[0] * POINTS
    facts = " · ".join(f"{fact.label} {fact.value}" for fact in sheet.facts)
    tracks = " ".join(f"{track.label} {track.boxes}" for track in sheet.tracks)
    small = [*sheet.notes, *([sheet.credit] if sheet.credit else [])]
    found = [f"{one.rule} {one.about} {one.text} {one.cite}" for one in sheet.findings]
    height = TOP + FIGURES * -(-len(sheet.figures) // FIGURES_ACROSS)
    height += sum(GAP + FACT_LINE * line_count(text, width, FACT_TYPE) for text in (facts, tracks))
    height += sum(GAP + SMALL_LINE * line_count(text, width, SMALL_TYPE) for text in small)
    return height + bool(found) * TITLE + SMALL_LINE * sum(line_count(text, width, SMALL_TYPE) for text in found)


def line_count(text, measure, size):
    return len(broken(text, size, lambda _line: measure))


def column_lines(passages, number, width, size):
    """How many lines the longest of `number` columns of passages has."""
    columns = in_columns(passages, number, width, size)
    measure = column_measure(number, width)
    return max(sum(passage_lines(passage, measure, size) for passage in column) for column in columns)


def in_columns(passages, number, width, size):
    """Passages in columns of much the same height; the renderer would take its time to balance them."""
    measure = column_measure(number, width)
    heights = [passage_lines(passage, measure, size) for passage in passages]
    room = sum(heights) / number
    while len(columns := filled(passages, heights, room)) > number:
        room += 1
    return columns + [[]] * (number - len(columns))


def column_measure(number, width):
    return width / number - COLUMN_GAP


def filled(passages, heights, room):
    """Columns of passages, one after the other, each at most `room` high where it can be."""
    columns, left = [], 0
    for passage, height in zip(passages, heights, strict=True):
        if height > left or not columns:
            columns.append([])
            left = room
        columns[-1].append(passage)
        left -= height
    return columns


def passage_lines(passage, measure, size):
    """Roughly how many lines a passage takes, its title counted."""
    texts = [passage.text, *(f"{left} {right}" for left, right in passage.rows)]
    title = line_count(f"{passage.title} {passage.cite}", measure, size)
    return TITLE_LINES * title + sum(line_count(text, measure, size) for text in texts if text)
