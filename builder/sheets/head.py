"""How high the head of a list is, counted before printing. Lengths are points."""

from collections.abc import Iterable
from dataclasses import replace

from builder.sheets.measure import foot_of
from builder.sheets.paper import Metrics
from builder.sheets.parts import Passage, Sheet, SheetFinding
from builder.sheets.tables import content_height, passage_height
from builder.sheets.widths import letter_width, line_count

FRAME, FRAME_PADDING = 18, 16  # around the text of a mission; beside it
TITLE, INDENT, LONGEST_LEVEL = 21, 8, "Good to know"  # of findings
FIGURES, WRITING, GAP = 40, 33, 3


def head_height(sheet: Sheet, width: float, metrics: Metrics, findings: Iterable[SheetFinding]) -> float:
    """The greatest height of what stands above the units of a list."""
    height = GAP + metrics.head + FIGURES * bool(sheet.head) + WRITING * len(sheet.writing)
    height += GAP + foot_of(sheet.tracks, width, metrics.on_first_page).height
    height += sum(frame_height(passage, width, metrics) for passage in sheet.brief)
    size, leading = metrics.small
    height += sum(
        GAP + leading * line_count(text, size, width, letter_width) for text in (*sheet.notes, sheet.credit) if text
    )
    texts = [f"{LONGEST_LEVEL} {finding.about} · {finding.text} {finding.cite}" for finding in findings]
    height += TITLE * bool(texts)
    return height + sum(leading * line_count(text, size, width - INDENT, letter_width) for text in texts)


def frame_height(passage: Passage, width: float, metrics: Metrics) -> float:
    """The height of a mission in its frame; its title stands before its text."""
    size, leading = metrics.facts
    if passage.matrix:
        return passage_height(passage, width, size, leading, metrics.cite[0])
    inner, words = width - FRAME_PADDING, f"{passage.title.upper()} {passage.text} {passage.place}"
    text = leading * line_count(words, size, inner, letter_width)
    return FRAME + text + content_height(replace(passage, text=""), inner, size, leading)
