"""The greatest width of text in the sheet's two faces, to count before printing how many lines it takes."""

from collections.abc import Callable
from functools import cache

# Letters by their width in ems in Bivouac Sans, regular or semi-bold, whichever is wider; a test reads the font.
GROUPS = {
    0.20: " \u00a0\u202f\u2009",
    0.28: "',.:;|¦ijl·ìíîïĩīĭįıĵĺļ‘’‚",
    0.32: "!f¡IÌÍÎÏĨĪĬĮİ‹›",
    0.38: "()-[]{}ł‐‑•/\\ª°rt²³¹ºŕŗřţťŧț",
    0.46: "*sśŝşšș?z«®»¿źżž",
    0.50: 'cxçćĉċč–"J_vyýÿĴŷ“”„',
    0.52: "#$+0123456789<=>FLY^aeg~¢£¤¥§¬±×Ýàáâãäåèéêë÷āăąēĕėęěĝğġģĹĻĽĿŶŸ−≈≠≤≥",
    0.56: "EVXZkÈÉÊËĒĔĖĘĚĳķĸŁŹŻŽAST`hnouðñòóôõöøùúûüÀÁÂÃÄÅĀĂĄĥńņňŋōŏőŚŜŞŠŢŤŦũūŭůűųȘȚ",
    0.60: "CbdpqµÇþĆĈĊČđħĲBKPR¶ÞďĶŔŖŘ●",
    0.64: "ß←↑→↓&DGĎĜĞĠĢ✓",
    0.68: "NUÐÑÙÚÛÜĐŃŅŇŊŨŪŬŮŰŲHOQÒÓÔÕÖØĤŌŎŐ",
    0.80: "ĦMw©ŵæW¼Ŵ—",
    0.88: "¾½Æœ%mŒ@",
    0.98: "…◻⬚◉◯⌖",
    1.60: "ǄǅǱǲԪ",
    2.40: "🗺⸺𝁵",
    3.00: "⸻",
}
WIDTHS = {letter: width for width, letters in GROUPS.items() for letter in letters}
# Other letters by the ranges of their codes, in ems, in the fonts that the stylesheet names last.
OTHER_LATIN, OTHER_SCRIPT, SIGN, IDEOGRAPH, PHRASE = 1.35, 1.45, 2.05, 1.00, 12.0
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
Glyphs = Callable[[str], float]  # (letter) -> its width in ems
# Factors from the widths above to those of the condensed face of names: letters and figures, everything else.
TITLE_LETTERS, TITLE_SIGNS = 0.98, 1.25


@cache
def letter_width(letter: str) -> float:
    """The width of a letter in the text face, in ems."""
    listed = WIDTHS.get(letter)
    if listed is not None:
        return listed
    code = ord(letter)
    return next((width for first, last, width in RANGES if first <= code <= last), OTHER_SCRIPT)


@cache
def title_width(letter: str) -> float:
    """The width of a letter in the condensed face of names, in ems."""
    plain = letter in WIDTHS and letter.isalnum()
    return letter_width(letter) * (TITLE_LETTERS if plain else TITLE_SIGNS)


def text_width(text: str, size: float, glyph_width: Glyphs = letter_width) -> float:
    """The greatest width of `text` in points, in letters of `size` points."""
    return sum([glyph_width(letter) for letter in text]) * size


def break_lines(
    text: str, size: float, line_width: Callable[[int], float], glyph_width: Glyphs = letter_width
) -> list[int]:
    """The index in `text` at which each line begins, where lines break as early as they may.

    line_width -- the width in points of a line, by its number from 0

    Words are parted by spaces; a word wider than a line is broken anywhere, as the stylesheet does.
    """
    starts, left, index = [0], line_width(0), 0
    space = glyph_width(" ") * size
    for word in text.split(" "):
        need = text_width(word, size, glyph_width)
        first_in_line = index == starts[-1]
        if not first_in_line:
            left -= space
        if need > left and not first_in_line:
            starts.append(index)
            left = line_width(len(starts) - 1)
        if need > left:
            left = break_word(word, index, starts, left, line_width, size, glyph_width)
        else:
            left -= need
        index += len(word) + 1
    return starts


def break_word(
    word: str,
    index: int,
    starts: list[int],
    left: float,
    line_width: Callable[[int], float],
    size: float,
    glyph_width: Glyphs,
) -> float:
    """Break a word wider than a line: adds to `starts` and returns the width left on its last line."""
    for offset, letter in enumerate(word):
        need = glyph_width(letter) * size
        if need > left and index + offset > starts[-1]:
            starts.append(index + offset)
            left = line_width(len(starts) - 1)
        left -= need
    return left
