"""Dice that are read as one figure on rows: one table gives the dice, the exact chances and the outcome."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from rules.play.actions import Attempt, Chance, Field, Outcome, Proposal, Reason, Words, together
from rules.play.dice import Dice

SIDES = 6

Reads = Callable[[Sequence[int]], int]


@dataclass(frozen=True)
class Row:
    """From the figure `least` on: what it says, and what may be marked for it.

    commands -- the marks, offered as `proposal`, or as `text` where that is empty
    lines    -- what it says beside `text`
    follows  -- what is rolled for next with the same dice; the rows of a `Roll` stand among the chances in its place
    chance   -- its name among the chances, `text` where that is empty
    """

    least: int
    text: Words
    commands: Sequence[str] = ()
    proposal: Words = ""
    lines: Sequence[Reason] = ()
    follows: "Callable[[Dice], Outcome] | Roll | None" = None
    chance: Words = ""


@dataclass(frozen=True)
class Roll:
    """So many D6, read as one figure by `reads` (sum, max ...) on rows, of which one begins at the least figure.

    added -- to the figure, such as 1 for each marker; cite -- where the rows stand
    shows -- (dice) -> how they are written, where it is neither their sum nor each of them
    whole -- rows that cannot come stand among the chances, too
    """

    rows: Sequence[Row]
    cite: str
    number: int = 1
    reads: Reads = sum
    added: int = 0
    shows: Callable[[Sequence[int]], str] | None = None
    whole: bool = False

    @property
    def dice(self) -> str:
        return f"{self.number}D6+{self.added}" if self.added else f"{self.number}D6"

    def row(self, figure: int) -> Row:
        """The highest row that a figure reaches."""
        reached = (row for row in self.rows if figure + self.added >= row.least)
        return max(reached, key=lambda row: row.least)

    def chances(self) -> Iterator[Chance]:
        """How likely each row is in their order, those of one name together, those that cannot come left out."""
        parts = [*self.parts()]
        for number, part in enumerate(parts):
            if all(part.text != earlier.text for earlier in parts[:number]):
                alike = (other.chance for other in parts[number:] if other.text == part.text)
                yield Chance(part.text, sum(alike, Fraction(0)))

    def parts(self) -> Iterator[Chance]:
        figures = faces(self.number, self.reads)
        for row in self.rows:
            ways = sum(times for figure, times in figures.items() if self.row(figure) is row)
            likely = Fraction(ways, SIDES**self.number)
            if isinstance(row.follows, Roll):
                yield from (Chance(part.text, part.chance * likely) for part in row.follows.parts() if likely)
            elif likely or self.whole:
                yield Chance(row.chance or row.text, likely)

    def read(self, dice: Dice) -> Outcome:
        """What dice say; raises `BadDice` where typed ones do not fit."""
        thrown = dice.several(self.number)
        row = self.row(self.reads(thrown))
        proposals = [Proposal(row.proposal or row.text, row.commands, self.cite)] if row.commands else []
        outcome = Outcome([Reason(self.shown(thrown), row.text, self.cite), *row.lines], proposals)
        follows = row.follows.read if isinstance(row.follows, Roll) else row.follows
        return together(outcome, follows(dice)) if follows else outcome

    def shown(self, thrown: Sequence[int]) -> str:
        if self.shows:
            return self.shows(thrown)
        return str(sum(thrown) + self.added) if self.reads is sum else " ".join(map(str, thrown))

    def attempt(
        self,
        why: Words,
        against: str = "",
        fields: Sequence[Field] = (),
        more: Sequence[Reason] = (),
        notes: Sequence[Reason] = (),
    ) -> Attempt:
        """The action that makes this roll; `why`: when it is made, beside its dice; `more`: further reasons."""
        reasons = [Reason(f"{self.number}D6", why, self.cite), *more]
        return Attempt(fields, self.dice, against, reasons, notes, [*self.chances()], self.read)


@lru_cache(maxsize=64)
def faces(number: int, reads: Reads) -> Counter[int]:
    """How many throws of so many dice give each figure."""
    return Counter(map(reads, product(range(1, SIDES + 1), repeat=number)))
