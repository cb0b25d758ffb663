"""What a sheet says, as frozen dataclasses of plain strings and numbers, in one language, for any game."""

from dataclasses import dataclass
from unicodedata import category

BOX = "◻"
FREE_BOX = "⬚"  # a box to tick that costs nothing yet
AIM = "◉"
CIRCLE = "◯"  # a marker of life or the like
COMPASS = "⌖"  # to draw hands into
SEPARATOR = "\u00a0· "
VISIBLE = {"Cc": " ", "Zl": " ", "Zp": " ", "Cf": "", "Cs": "", "Cn": "", "Co": ""}
JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class LabelledFigure:
    """A number in a box."""

    label: str
    value: str
    note: str = ""
    loud: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Track:
    """Boxes to tick at the table."""

    label: str
    boxes: str


@dataclass(frozen=True, slots=True)
class Aside:
    """Figures at the right of a line: what they are for, and the figures."""

    label: str
    value: str = ""

    @property
    def words(self):
        return f"{self.label} {self.value}".strip()


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card. `title` marks the head of a group, `splits` a text that may go on elsewhere."""

    head: str = ""
    text: str = ""
    ticks: str = ""
    asides: tuple = ()
    title: bool = False
    splits: bool = False

    @property
    def words(self):
        return " ".join(part for part in (self.head, self.text, self.ticks) if part)


@dataclass(frozen=True, slots=True)
class Card:
    """One copy of a unit: figures in boxes, lines, and the boxes to tick at its foot."""

    stats: tuple
    lines: tuple
    tracks: tuple


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the list. `cards` has one `Card` a copy, of the size that `format` names (see `paper.FORMATS`);
    `summary` is all of it in a line or two; costs are points, None where the game has none.
    """

    index: int
    kind: str
    name: str
    count: int
    badges: tuple
    cost: int | None
    points: int | None
    summary: str
    findings: tuple
    cards: tuple
    format: str = "sixth"

    @property
    def number(self):
        return f"#{self.index + 1}"

    @property
    def card(self):
        return self.cards[0]

    @property
    def is_legal(self):
        return not any(one.error for one in self.findings)


@dataclass(frozen=True, slots=True)
class Passage:
    """Something to read: a text, or rows of two columns, and where the book has it."""

    title: str
    text: str = ""
    rows: tuple = ()
    cite: str = ""


@dataclass(frozen=True, slots=True)
class SheetFinding:
    """A finding in words; `unit` is the index of its unit, `about` the unit's name."""

    rule: str
    error: bool
    text: str
    cite: str
    unit: int | None
    about: str


@dataclass(frozen=True, slots=True)
class Total:
    """What the units of one kind come to."""

    label: str
    count: int
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A list as its players read it. `points_word` names the points; `figures` are the loud numbers of its head.

    Without points (`spent` None) `counted` says how large the list is; `credit` is what the game's licence asks for.
    """

    language: str
    game: str
    name: str
    subtitle: str
    points_word: str
    legal: bool
    verdict: str
    spent: int | None
    budget: int | None
    figures: tuple
    facts: tuple
    tracks: tuple
    brief: tuple
    findings: tuple
    units: tuple
    totals: tuple
    reference: tuple
    tables: tuple
    notes: tuple
    counted: str = ""
    credit: str = ""

    @property
    def score(self):
        """How large the list is, in a word or two: 286/300 PC, 5 figures."""
        if self.spent is None:
            return self.counted
        return f"{self.spent}/{'–' if self.budget is None else self.budget} {self.points_word}"


def clean(text):
    """Text as one line: line ends and control characters are spaces, invisible marks are gone."""
    return "".join([VISIBLE.get(category(one), one) if one not in JOINERS else one for one in text]).strip()
