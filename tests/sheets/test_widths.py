"""The widths that sheets count with are never below those of the fonts."""

import re
import subprocess
from unicodedata import category

import pytest
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from builder.sheets.pdf import static_root
from builder.sheets.widths import FACES, break_lines, break_widths, letter_width
from tests.conftest import missing, program

UNSET = {"Co", "Cn"}  # of private use, or no letter at all


def other_families():
    """The fonts of the system that sheets name last."""
    named = re.search(
        r'^html \{ font: .*?"DejaVu Sans", (.*?), sans-serif;',
        (static_root() / "print.css").read_text("utf-8"),
        re.MULTILINE,
    )[1]
    return [one.strip('"') for one in named.split(", ")]


def installed(family):
    """The file of a font of the system; without it a test is skipped, or fails where CI is set."""
    listed = [program("fc-list", package="fonts"), f":family={family}", "file"]
    files = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split(":")
    if not files[0]:
        missing(f"the font {family} is not installed (as root, make test-deps brings it)")
    return TTFont(files[0].strip(), fontNumber=0)


def advances(name, **axes):
    font = TTFont(static_root() / name)
    return widths_of(instantiateVariableFont(font, axes) if axes else font)


def widths_of(font):
    widths, em = font["hmtx"], font["head"].unitsPerEm
    return {chr(code): widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}


@pytest.mark.parametrize(("face", "weight"), [("regular", 400), ("bold", 600)])
def test_letters_of_texts_are_as_wide_as_counted(face, weight):
    drawn = advances("print/ticks.woff2") | advances("fonts/bivouac-sans.woff2", wght=weight)
    assert counted(face) == {letter: pytest.approx(width, abs=0.001) for letter, width in drawn.items()}


def test_letters_of_prose_in_tables_are_as_wide_as_counted():
    drawn = advances("print/barlow-condensed-500.woff2")
    assert counted("prose") == {letter: pytest.approx(width, abs=0.001) for letter, width in drawn.items()}


def test_no_letter_of_a_name_is_wider_than_counted():
    semi, bold = (advances(f"fonts/barlow-condensed-{weight}.woff2") for weight in (600, 700))
    assert counted("title") == {one: pytest.approx(max(semi[one], bold[one]), abs=0.001) for one in semi}


def counted(face):
    return {letter: int(width) / 1000 for width, letters in FACES[face].items() for letter in letters}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", other_families())
def test_no_letter_of_a_font_of_the_system_is_wider_than_counted(family):
    own = advances("fonts/bivouac-sans.woff2", wght=400).keys() | advances("print/ticks.woff2").keys()
    drawn = [one for one in widths_of(installed(family)).items() if one[0] not in own and category(one[0]) not in UNSET]
    assert {letter: width for letter, width in drawn if width > letter_width(letter) + 1e-6} == {}


def test_a_text_breaks_between_words():
    assert break_lines("aa aa aa", 10, 30) == [0, 6]


def test_a_word_wider_than_a_line_breaks_anywhere():
    assert break_lines("a " + "m" * 5, 10, 18) == [0, 2, 4, 6]


def test_bold_letters_take_more():
    assert break_lines("aaa aaa", 10, 32.5) == [0]
    assert break_lines("aaa aaa", 10, 32.5, bold=7) == [0, 4]


def test_a_word_wider_than_a_line_breaks_behind_a_hyphen_first():
    assert break_lines("aaa-aaaa", 10, 25) == [0, 4]


def test_no_line_begins_with_a_sign():
    assert break_lines("aa aa : b", 10, 24) == [0, 3]


def test_the_first_line_may_be_shorter():
    assert break_widths("aa aa aa aa", [10 * letter_width(letter) for letter in "aa aa aa aa"], 30, indent=15) == [
        0,
        3,
        9,
    ]
