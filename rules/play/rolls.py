"""Dice that are read as one figure on rows: one table gives the dice, the exact chances and the outcome."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from rules.play.actions import Attempt, Chance, Field, Outcome, Proposal, Reason, Words, together
from rules.play.dice import Dice
from rules.play.entries import Modifier, each_left_out, signed
from rules.play.form import ActionForm
from rules.play.marks import Mark

SIDES = 6
NOTHING_MORE = Outcome([])

Reads = Callable[[Sequence[int]], int]


@dataclass(frozen=True)
class Row:
    """From the figure `least` on: what it says, and what may be marked for it.

    marks    -- offered as `proposal`, or as `text` where that is empty
    lines    -- what it says beside `text`
    follows  -- what is rolled for next with the same dice; the rows of a `Roll` stand among the chances in its place
    chance   -- its name among the chances, `text` where that is empty
    again    -- why the roll is made once more where this row comes: the second stands
    """

    least: int
    text: Words
    marks: Sequence[Mark] = ()
    proposal: Words = ""
    lines: Sequence[Reason] = ()
    follows: "Callable[[Dice], Outcome] | Roll | None" = None
    chance: Words = ""
    again: Reason | None = None

    @property
    def name(self) -> Words:
        """The first outcome that it leads to, as the chances call it."""
        return self.follows.rows[0].name if isinstance(self.follows, Roll) else self.chance or self.text


@dataclass(frozen=True)
class Roll:
    """So many D6, read as one figure by `reads` (sum, max ...) on rows; the lowest is for all that is below it, too.

    modifiers -- dice more or fewer, and what is added to the figure; cite -- where the rows stand
    shows -- (dice) -> how they are written, where it is neither their sum nor each of them
    whole -- rows that cannot come stand among the chances, too
    """

    rows: Sequence[Row]
    cite: str
    number: int = 1
    reads: Reads = sum
    modifiers: Sequence[Modifier] = ()
    shows: Callable[[Sequence[int]], str] | None = None
    whole: bool = False

    @property
    def due(self) -> int:
        """How many dice are rolled: always one."""
        return max(1, self.number + sum(modifier.dice for modifier in self.modifiers if modifier.counts))

    @property
    def gains(self) -> list[int]:
        return [modifier.figure for modifier in self.modifiers if modifier.counts and modifier.figure]

    @property
    def shows_total(self) -> bool:
        """Whether the dice are written as their total with what is added."""
        return self.reads is sum and not self.shows

    @property
    def dice(self) -> str:
        return f"{self.due}D6{signed(sum(self.gains)) if self.shows_total and self.gains else ''}"

    def row(self, figure: int) -> Row:
        """The highest row that a figure reaches; the lowest where it reaches none."""
        total = figure + sum(self.gains)
        reached = [row for row in self.rows if total >= row.least]
        return max(reached, key=least_of) if reached else min(self.rows, key=least_of)

    def chances(self) -> Iterator[Chance]:
        """How likely each row is in their order, those of one name together, those that cannot come left out."""
        parts = [*self.parts()]
        for number, part in enumerate(parts):
            if all(part.text != earlier.text for earlier in parts[:number]):
                alike = (other.chance for other in parts[number:] if other.text == part.text)
                yield Chance(part.text, sum(alike, Fraction(0)))

    def parts(self) -> Iterator[Chance]:
        figures = faces(self.due, self.reads)
        for row in self.rows:
            ways = sum(times for figure, times in figures.items() if self.row(figure) is row)
            likely = Fraction(ways, SIDES**self.due)
            follows = self.without_again(row) if row.again else row.follows
            if isinstance(follows, Roll):
                yield from (Chance(part.text, part.chance * likely) for part in follows.parts() if likely)
            elif likely or self.whole:
                yield Chance(row.chance or row.text, likely)

    def read(self, dice: Dice) -> Outcome:
        """What dice say; raises `BadDice` where typed ones do not fit."""
        thrown = dice.several(self.due)
        row = self.row(self.reads(thrown))
        line = Reason(self.shown(thrown), row.text, self.cite)
        if row.again:
            return together(Outcome([line]), self.without_again(row).read(dice))
        proposals = [Proposal(row.proposal or row.text, row.marks, self.cite)] if row.marks else []
        outcome = Outcome([line, *row.lines], proposals)
        follows = row.follows.read if isinstance(row.follows, Roll) else row.follows
        return together(outcome, follows(dice)) if follows else outcome

    def shown(self, thrown: Sequence[int]) -> str:
        if self.shows_total:
            return str(sum(thrown) + sum(self.gains)).replace("-", "−")
        return (self.shows or beside)(thrown) + self.plus()

    def plus(self) -> str:
        """What is added, in words: " + 2 − 1"."""
        return "".join(f" {'−' if gain < 0 else '+'} {abs(gain)}" for gain in self.gains)

    def with_free_modifier(self, form: ActionForm) -> "Roll":
        """The same with what the table adds to it."""
        return replace(self, modifiers=[*self.modifiers, *form.free_modifier(of_figure=True)])

    def attempt(
        self,
        form: ActionForm,
        why: Words = "",
        against: str = "",
        more: Sequence[Reason] = (),
        notes: Sequence[Reason] = (),
    ) -> Attempt:
        """The action that makes this roll, with what the table adds to it.

        why -- when it is made, beside its dice; more -- reasons that are no modifiers
        """
        roll = self.with_free_modifier(form)
        plain = [Reason(f"{self.number}D6", why, self.cite)] if why else []
        return roll.chosen(form.fields, against, [*plain, *more], notes)

    def chosen(
        self, fields: Sequence[Field], against: str = "", more: Sequence[Reason] = (), notes: Sequence[Reason] = ()
    ) -> Attempt:
        """The action that makes this roll as it is."""
        without = [*self.without_each()]
        reasons = [*more, *(reason for reason, _roll in without)]

        def valued() -> list[Reason]:
            return [*more, *(replace(reason, worth=self.likely - roll.likely) for reason, roll in without)]

        chances = [*self.chances()]
        return Attempt(
            fields, self.dice, against, reasons, notes, chances, self.read, valued=valued if without else None
        )

    @property
    def likely(self) -> Fraction:
        """How likely its first outcome is."""
        return sum((part.chance for part in self.parts() if part.text == self.rows[0].name), Fraction(0))

    def without_each(self) -> "Iterator[tuple[Reason, Roll]]":
        """Each of its modifiers, of its rows that roll again and of further rolls, and the roll without it."""
        for modifier, others in each_left_out(self.modifiers):
            yield modifier.reason(), replace(self, modifiers=others)
        for row in self.rows:
            if row.again:
                yield row.again, self.without_again(row)
            elif isinstance(row.follows, Roll):
                for reason, roll in row.follows.without_each():
                    yield reason, self.with_row(row, replace(row, follows=roll))

    def without_again(self, row: Row) -> "Roll":
        return self.with_row(row, replace(row, again=None))

    def with_row(self, row: Row, instead: Row) -> "Roll":
        return replace(self, rows=[instead if other is row else other for other in self.rows])


def read_each(rolls: Iterable[Roll], dice: Dice, after: Outcome = NOTHING_MORE) -> Outcome:
    """What several rolls say, one after the other; `after`: what comes whatever they say."""
    return together(*(roll.read(dice) for roll in rolls), after)


def least_of(row: Row) -> int:
    return row.least


def beside(thrown: Sequence[int]) -> str:
    """Dice beside each other."""
    return " ".join(map(str, thrown))


@lru_cache(maxsize=64)
def faces(number: int, reads: Reads) -> Counter[int]:
    """How many throws of so many dice give each figure."""
    return Counter(map(reads, product(range(1, SIDES + 1), repeat=number)))
