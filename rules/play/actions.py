"""An action as a value: what it asks, its dice with their reasons, the exact chances, what dice mean and mark."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import cos, sin, tau
from typing import Any

from rules.play.dice import Dice
from rules.play.marks import Mark, command
from rules.text import Message, Text

Words = str | Message | Text
DIRECTIONS = 6  # of something that deviates: the faces of a die


@dataclass(frozen=True)
class Choice:
    """Something to choose: (slug, what it is called, what it means or "")."""

    slug: str
    name: Words
    text: Words = ""


@dataclass(frozen=True)
class Reason:
    """Why so many dice (or one less, or another figure): "+2", what for, where it stands.

    counts -- False for what something else takes its effect from
    worth  -- by how much it changes the chance that matters; None where that was not asked
    """

    value: str
    text: Words
    cite: str = ""
    counts: bool = True
    worth: Fraction | None = None


@dataclass(frozen=True)
class Chance:
    """An outcome and how likely it is, exactly.

    table -- rows of one table exclude each other, and one of them comes; None: it may come beside any of them
    """

    text: Words
    chance: Fraction
    table: int | None = 0


@dataclass(frozen=True)
class Field:
    """A choice of an action's form: a field of its address.

    kind -- "choice" (one of `options`), "either" (of two), "number", "text", "flag" (ticked or not), "buttons" (one
            of `options`, each a button)
    folded -- mostly as the marks say or as usual: behind one line, which says what is chosen unless that is `quiet`
    """

    name: str
    label: Words
    options: Sequence[Choice] = ()
    value: str = ""
    kind: str = "choice"
    least: int = 0
    most: int = 99
    folded: bool = False
    quiet: str = ""


@dataclass(frozen=True)
class Proposal:
    """Marks that are offered for acceptance, and what they mean."""

    text: Words
    marks: Sequence[Mark]
    cite: str = ""

    @property
    def commands(self) -> list[str]:
        return [*map(str, self.marks)]

    @property
    def command(self) -> str:
        """All of them as one command."""
        return command(self.marks)


@dataclass(frozen=True)
class Deviation:
    """Where something comes down that is off its spot; lengths in inches.

    direction -- 1 to 6, each a sixth of a turn on from the one before, 1 is straight on; blast: the disc's diameter
    """

    inches: int
    direction: int
    blast: int

    @property
    def radius(self) -> float:
        return self.blast / 2

    @property
    def spot(self) -> tuple[float, float]:
        """How far to the right and down."""
        turn = tau * (self.direction - 1) / DIRECTIONS
        return round(self.inches * sin(turn), 2), round(-self.inches * cos(turn), 2)


@dataclass(frozen=True)
class Outcome:
    """What dice say: lines with their citations, what may be marked then, what may be done next as in `Attempt`."""

    lines: Sequence[Reason]
    proposals: Sequence[Proposal] = ()
    onward: Sequence[tuple[str, Words]] = ()
    deviation: Deviation | None = None


@dataclass(frozen=True)
class Attempt:
    """An action as it is chosen so far.

    fields  -- its form
    dice    -- what is rolled, such as "5D6"; "" while something is still to be chosen
    against -- the figure that decides, in words ("4+")
    reasons -- where the dice come from
    notes   -- what else is to be minded, such as that a weapon cannot reach
    chances -- of each outcome
    reads   -- (dice) -> the outcome; it takes as many dice as the book asks for, re-rolls too
    proposals -- what may be marked without dice
    onward  -- what may be done next: (slug and query of an `Action`, such as "shoot?unit=others/2", its name)
    valued  -- its reasons, each with what it is worth, worked out when somebody asks
    """

    fields: Sequence[Field]
    dice: str = ""
    against: str = ""
    reasons: Sequence[Reason] = ()
    notes: Sequence[Reason] = ()
    chances: Sequence[Chance] = ()
    reads: Callable[[Dice], Outcome] | None = None
    proposals: Sequence[Proposal] = ()
    onward: Sequence[tuple[str, Words]] = ()
    valued: Callable[[], Sequence[Reason]] | None = None

    def read(self, dice: Dice) -> Outcome:
        """What all of these dice mean, where some are rolled. Raises `BadDice`, also where too many were typed in."""
        if self.reads is None:
            raise ValueError("no dice are rolled")
        outcome = self.reads(dice)
        dice.all_used()
        return outcome

    @property
    def has_folded(self) -> bool:
        """Whether some of its form stands behind a line."""
        return any(field.folded for field in self.fields)

    @property
    def is_chosen(self) -> bool:
        """Whether its form has more than buttons, and so a button of its own."""
        return any(field.kind != "buttons" for field in self.fields)


@dataclass(frozen=True)
class Action:
    """Something that is done with dice: a shot, a charge, a morale test.

    icon    -- in static/icons.svg
    attempt -- (context, fields of the address) -> `Attempt`; "unit" is the path of the unit that acts
    kinds   -- of the units that offer it on their cards; empty: it is the table's
    suits   -- (battle, path of the unit) -> whether this unit may
    actor   -- the field that says who acts: the path of a unit, or the number of a side; "": nobody. What the dice of
               one's own do to others one may mark, too
    tells   -- the fields that the log says of a roll: with what, at whom
    """

    title: Words
    attempt: Callable[[Any, Mapping[str, str]], Attempt]
    icon: str = "dice"
    kinds: Sequence[str] = ()
    suits: Callable[[Any, str], bool] | None = None
    actor: str = "unit"
    tells: Sequence[str] = ("weapon", "foe", "target", "target2", "target3", "target4")

    def suits_unit(self, battle: Any, path: str) -> bool:
        """Whether the unit at a path may do it."""
        return battle.units_by_path[path].kind in self.kinds and (self.suits is None or self.suits(battle, path))


@dataclass(frozen=True)
class Notice:
    """Something that is due now, such as a morale test: on a page until it is no longer so.

    side -- whom it concerns; None: everybody
    dice -- so many dice, in words ("2D6"); "" if none
    action -- slug and query of an `Action` that does it, such as "morale?side=0"; `button`: what its button says,
              "" where it rolls
    mark   -- a command that its button does, with `does`, what the button says
    page   -- slug of the `BattlePage` that does it
    opens  -- where it is the first, all that is due is shown at once
    """

    text: Words
    cite: str = ""
    side: int | None = None
    dice: str = ""
    action: str = ""
    mark: str = ""
    does: Words = ""
    page: str = ""
    button: Words = ""
    opens: bool = False


def together(*outcomes: Outcome) -> Outcome:
    """Several outcomes as one."""
    return Outcome(
        [line for outcome in outcomes for line in outcome.lines],
        [proposal for outcome in outcomes for proposal in outcome.proposals],
        [step for outcome in outcomes for step in outcome.onward],
        next((outcome.deviation for outcome in outcomes if outcome.deviation), None),
    )
