"""The widths that sheets count with are never below those of the fonts."""

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from builder.sheets.pdf import static_root
from builder.sheets.widths import WIDTHS, break_lines, letter_width, title_width


def advances(name, **axes):
    font = TTFont(static_root() / name)
    font = instantiateVariableFont(font, axes) if axes else font
    widths, em = font["hmtx"], font["head"].unitsPerEm
    return {chr(code): widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def too_narrow(counted, drawn):
    return {letter for letter, width in drawn.items() if letter in WIDTHS and width > counted(letter) + 1e-6}


def test_no_letter_of_a_text_is_wider_than_counted():
    for weight in (400, 600):
        assert too_narrow(letter_width, advances("fonts/bivouac-sans.woff2", wght=weight)) == set()


def test_no_letter_of_a_name_is_wider_than_counted():
    for weight in (600, 700):
        drawn = advances(f"fonts/barlow-condensed-{weight}.woff2")
        assert too_narrow(title_width, drawn) <= {"‚"}


def test_no_tick_is_wider_than_counted():
    assert too_narrow(letter_width, advances("print/ticks.woff2")) == set()


def test_a_text_breaks_between_words():
    assert break_lines("aa aa aa", 10, lambda _line: 30) == [0, 6]


def test_a_word_wider_than_a_line_breaks_anywhere():
    assert break_lines("a " + "m" * 5, 10, lambda _line: 18) == [0, 2, 4, 6]


def test_a_text_takes_the_width_of_each_line():
    assert break_lines("aa aa aa aa", 10, lambda line: 30 if line else 15) == [0, 3, 9]
