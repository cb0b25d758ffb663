"""How wide text is in the sheet's faces, to count before printing how many lines it takes."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path

# (the width in thousandths of an em, the letters) of each face, from the fonts by `make vendor`.
FACES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("letter_widths.json").read_text("utf-8"))
REGULAR, BOLD, PROSE, TITLE, STENCIL = (
    {letter: int(width) / 1000 for width, letters in FACES[face].items() for letter in letters}
    for face in ("regular", "bold", "prose", "title", "stencil")
)
# Other letters by the ranges of their codes, in ems, in the fonts that the stylesheet names last.
OTHER_LATIN, OTHER_SCRIPT, SIGN, PHRASE = 1.35, 1.45, 2.05, 12.0
IDEOGRAPH = 1.02  # with its part of the spaces between ideographs, which are wider in their font
RANGES = (
    (0x0, 0x24F, OTHER_LATIN),
    (0x1400, 0x169F, SIGN),  # Canadian syllables, Ogham
    (0x2000, 0x2E7F, SIGN),
    (0x2E80, 0xA4CF, IDEOGRAPH),  # Chinese, Japanese
    (0xAC00, 0xD7FF, IDEOGRAPH),  # Korean
    (0xF900, 0xFAFF, IDEOGRAPH),
    (0xFB00, 0xFB1C, SIGN),
    (0xFDF0, 0xFDFF, PHRASE),  # signs that are whole Arabic phrases
    (0xFF00, 0xFFEF, IDEOGRAPH),
    (0x1D000, 0x1FAFF, SIGN),  # music, emoji
    (0x20000, 0x3FFFF, IDEOGRAPH),
)
# Signs wider than the others of their range.
WIDER = dict.fromkeys("ǄǅǱǲԪ", 1.6) | dict.fromkeys("🗺⸺𝁵", 2.4) | {"⸻": 3.0}
OTHER_STRETCH = 1.05
BREAKS = re.compile(r" (?![:;!?/)\]}])")  # no line begins with these signs, whatever stands before them
Glyphs = Callable[[str], float]  # (letter) -> its width in ems


def other_width(letter: str) -> float:
    """The greatest width of a letter that the sheet's own fonts do not have, in ems."""
    code = ord(letter)
    by_range = (width for first, last, width in RANGES if first <= code <= last)
    return WIDER[letter] if letter in WIDER else next(by_range, OTHER_SCRIPT)


def line_stretch(text: str) -> float:
    """How much higher a line is than its leading: letters of another font stand a little higher or lower."""
    return 1.0 if REGULAR.keys() >= set(text) else OTHER_STRETCH


@cache
def letter_width(letter: str) -> float:
    """The width of a letter in the regular text face, in ems."""
    return REGULAR[letter] if letter in REGULAR else other_width(letter)


@cache
def bold_width(letter: str) -> float:
    """The width of a letter in the bold text face, in ems."""
    return BOLD[letter] if letter in BOLD else other_width(letter)


@cache
def prose_width(letter: str) -> float:
    """The width of a letter in the condensed face of prose in tables, in ems; what it has not is in the text face."""
    return PROSE[letter] if letter in PROSE else letter_width(letter)


@cache
def title_width(letter: str) -> float:
    """The width of a letter in the condensed face of names, in ems; what it has not is in the bold text face."""
    return TITLE[letter] if letter in TITLE else bold_width(letter)


@cache
def stencil_width(letter: str) -> float:
    """The width of a letter in the stencil face of names, in ems; what it has not is in the condensed one."""
    return STENCIL[letter] if letter in STENCIL else title_width(letter)


def text_width(text: str, size: float, glyph_width: Glyphs = letter_width) -> float:
    """The width of `text` in points, in letters of `size` points."""
    return sum([glyph_width(letter) for letter in text]) * size


def line_count(text: str, size: float, width: float, glyph_width: Glyphs = title_width) -> int:
    """How many lines `text` takes at most."""
    return len(break_lines(text, size, width, glyph_width))


def break_lines(text: str, size: float, width: float, glyph_width: Glyphs = letter_width, bold: int = 0) -> list[int]:
    """The index in `text` at which each line of `width` points begins, where lines break as early as they may.

    bold -- so many letters at the beginning are bold

    Words are parted by spaces, but not before signs that begin no line; a word wider than a line is broken anywhere, as
    the stylesheet does.
    """
    widths = [*map(bold_width, text[:bold]), *map(glyph_width, text[bold:])]
    return break_widths(text, [own * size for own in widths], width)


def break_widths(text: str, widths: Sequence[float], width: float, indent: float = 0) -> list[int]:
    """As `break_lines`, where each letter of the text has its own width in points; indent: of the first line."""
    ends = list(accumulate(widths, initial=0.0))
    starts, left, index = [0], width - indent, 0
    for word in BREAKS.split(text):
        end = index + len(word)
        need = ends[end] - ends[index]
        first_in_line = index == starts[-1]
        if not first_in_line:
            left -= ends[index] - ends[index - 1]
        if need > left and not first_in_line:
            starts.append(index)
            left = width
        left = break_word(range(index, end), text, ends, starts, left, width) if need > left else left - need
        index = end + 1
    return starts


def break_word(letters: range, text: str, ends: list[float], starts: list[int], left: float, width: float) -> float:
    """Break a word behind a hyphen or anywhere: adds to `starts`, returns the width left on its last line.

    letters -- the word's place in the text
    ends    -- where each letter begins in the text set in one line, in points
    """
    part_end = letters.start
    for index in letters:
        if index == part_end:
            hyphen = text.find("-", index, letters.stop - 1)
            part_end = letters.stop if hyphen < 0 else hyphen + 1
            need = ends[part_end] - ends[index]
        else:
            need = ends[index + 1] - ends[index]
        if need > left and index > starts[-1]:
            starts.append(index)
            left = width
        left -= ends[index + 1] - ends[index]
    return left
