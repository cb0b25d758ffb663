"""The icons of sheets are letters of a font that `make vendor` writes from the same sprite."""

from fontTools.ttLib import TTFont

from builder.sheets.icons import icon_letters
from builder.sheets.pdf import static_root


def test_each_icon_has_the_letter_that_the_font_draws_it_with():
    drawn = TTFont(static_root() / "print" / "icons.woff2").getBestCmap()
    letters = {chr(code): name for code, name in drawn.items()}
    assert {letter: name for name, letter in icon_letters().items()} == letters
