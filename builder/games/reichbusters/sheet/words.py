"""Names, figures and boxes as a team's sheet writes them."""

from builder.sheets.parts import BOX, clean
from rules.text import Text

DONE = "☑"
BLANK = "\u00a0"  # the value of a box that is to be filled in
NONE = "–"
RULE = "_" * 38  # a line to write on
WIDEST = 3  # characters in the box of a figure; what is longer stands in full among the lines
MOST_BOXES = 24


def called(hero, language):
    """The hero's name as typed, else what the card says."""
    return clean(hero.unit.name) or card_name(hero, language) or NONE


def card_name(hero, language):
    return hero.title.into(language) if isinstance(hero.title, Text) else hero.title


def figure(number):
    """A figure to play with: an empty box where nobody copied it."""
    return BOX if number is None else str(number)


def short(number):
    """A figure in a large box: blank where nobody copied it, dots where it has no room."""
    if number is None:
        return BLANK
    return str(number) if len(str(number)) <= WIDEST else "…"


def tick(words, done=False):
    """A box and what it says, which no line end parts."""
    return f"{DONE if done else BOX} {words}".replace(" ", BLANK)


def ticks(*pairs):
    return f"{BLANK}{BLANK} ".join(tick(words, done) for words, done in pairs)


def boxes(number, done=0):
    """So many boxes, the first of them ticked; never more than a line holds."""
    number = max(0, min(number, MOST_BOXES))
    ticked = max(0, min(done, number))
    return " ".join(filter(None, (DONE * ticked, BOX * (number - ticked))))
