"""Names, figures and boxes as a team's sheet writes them."""

from builder.sheets.common import NO_BREAK, short, text_in
from builder.sheets.parts import BOX, TICKED
from builder.wording import clean
from rules.games.reichbusters.analysis import HeroAnalysis

BLANK = NO_BREAK  # the value of a box that is to be filled in
NONE = "–"
WIDEST = 3  # characters in the box of a figure
MOST_BOXES = 24


def display_name(hero: HeroAnalysis) -> str:
    """The hero's name as typed, else what the card says."""
    return clean(hero.unit.name) or text_in(hero.title) or NONE


def short_figure(number: int | None) -> str:
    """A figure in a large box: blank where nobody copied it."""
    return BLANK if number is None else short(number, WIDEST)


def boxes(number: int, done: int = 0) -> str:
    """So many boxes, the first of them ticked; never more than a line holds."""
    number = max(0, min(number, MOST_BOXES))
    ticked = max(0, min(done, number))
    return TICKED * ticked + BOX * (number - ticked)
