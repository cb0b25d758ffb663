"""The content of a sheet, for any game: frozen dataclasses of plain strings and numbers, in one language."""

from __future__ import annotations

from dataclasses import dataclass

from builder.lists.findings import BAD, MIND, TODO

BOX = "◻"
FREE_BOX = "⬚"  # a box to tick that costs nothing yet
AIM = "◉"
CIRCLE = "◯"  # a marker of life or the like
COMPASS = "⌖"  # a dial on which players draw the hands
SEPARATOR = "\u00a0· "


@dataclass(frozen=True, slots=True)
class LabelledFigure:
    """A number in a box; `loud` prints it large."""

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
    """Figures at the right of a line, with their label."""

    label: str
    value: str = ""

    @property
    def words(self) -> str:
        return f"{self.label} {self.value}".strip()


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card. `title`: the heading of a group of lines; `splits`: may continue in the appendix."""

    head: str = ""
    text: str = ""
    ticks: str = ""
    asides: tuple[Aside, ...] = ()
    title: bool = False
    splits: bool = False

    @property
    def words(self) -> str:
        return " ".join(part for part in (self.head, self.text, self.ticks) if part)


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One copy of a unit: figures in boxes, lines, and boxes to tick at the bottom."""

    stats: tuple[LabelledFigure, ...]
    lines: tuple[CardLine, ...]
    tracks: tuple[Track, ...]


@dataclass(frozen=True, slots=True)
class SheetUnit:
    """A unit of the list.

    cost, points -- of one copy and of all; None in a game without points
    summary      -- the whole unit in a line or two
    cards        -- one `SheetCard` a copy, of the size `format` (a key of `paper.FORMATS`)
    """

    index: int
    kind: str
    name: str
    count: int
    badges: tuple[str, ...]
    cost: int | None
    points: int | None
    summary: str
    findings: tuple[SheetFinding, ...]
    cards: tuple[SheetCard, ...]
    format: str = "sixth"

    @property
    def number(self) -> str:
        return f"#{self.index + 1}"

    @property
    def card(self) -> SheetCard:
        return self.cards[0]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text or rows of two columns, with the citation of the book."""

    title: str
    text: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    cite: str = ""


@dataclass(frozen=True, slots=True)
class SheetFinding:
    """A finding as text; `unit` is the index of its unit, `about` the unit's name.

    requirement -- something is still missing; else it is a prohibition or a warning
    """

    rule: str
    error: bool
    text: str
    cite: str
    unit: int | None
    about: str
    requirement: bool = False

    @property
    def level(self) -> str:
        """How a screen marks it: BAD, TODO or MIND, as the editor does (`FoundTogether.level`)."""
        return MIND if not self.error else TODO if self.requirement else BAD


@dataclass(frozen=True, slots=True)
class Total:
    """The number and points of the units of one kind."""

    label: str
    count: int
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The content of a printed or shared list.

    points_word   -- the unit of `spent` and `budget`, both None in a game without points
    figures       -- the large numbers of the head
    brief         -- what to know before the game; reference: rules of what the list has
    tables        -- what the cards show, for layouts without cards
    counted       -- the size of a list without points: "5 figures"
    credit        -- the sentence that the game's licence asks for
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
    figures: tuple[LabelledFigure, ...]
    facts: tuple[Fact, ...]
    tracks: tuple[Track, ...]
    brief: tuple[Passage, ...]
    findings: tuple[SheetFinding, ...]
    units: tuple[SheetUnit, ...]
    totals: tuple[Total, ...]
    reference: tuple[Passage, ...]
    tables: tuple[Passage, ...]
    notes: tuple[str, ...]
    counted: str = ""
    credit: str = ""

    @property
    def is_incomplete(self) -> bool:
        """Whether it is illegal only because something is still missing."""
        return not self.legal and all(one.level != BAD for one in self.findings)

    @property
    def score(self) -> str:
        """The size of the list: "286/300 PC" or "5 figures"."""
        if self.spent is None:
            return self.counted
        return f"{self.spent}/{'–' if self.budget is None else self.budget} {self.points_word}"
