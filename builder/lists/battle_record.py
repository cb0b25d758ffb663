"""The battles of a list and how it fared in them, as the list's own pages show them; a folder above finds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.dispatch import Signal

from builder.lists.models import Roster
from builder.web.signals import answers
from rules.text import _

WON, LOST, DRAWN = "won", "lost", "drawn"
OUTCOME_WORDS = {WON: _("won"), LOST: _("lost"), DRAWN: _("drawn"), "": _("over")}
PICTURED = 12  # battles that a picture has room for, the latest ones
HEIGHT, STEP = 36, 10  # of a picture, and from one battle to the next
OUTCOME_PLACES = {WON: (2, 14), LOST: (20, 14), DRAWN: (14, 8), "": (17, 2)}  # from the top, and the height


@dataclass(frozen=True)
class BattleEntry:
    """A battle that a list was in.

    address         -- of its page
    day             -- on which it began
    over            -- somebody has ended it
    outcome         -- a key of `OUTCOME_WORDS`
    standing, units -- how many copies of units were left at the end, of how many; None while it goes on
    """

    address: str
    name: str
    day: date
    over: bool = False
    outcome: str = ""
    standing: int | None = None
    units: int | None = None

    @property
    def words(self) -> str:
        """The outcome, as a marked text."""
        return OUTCOME_WORDS[self.outcome] if self.over else _("in progress")


@dataclass(frozen=True)
class Column:
    """What a picture draws for a battle: a rectangle; `kind` is its outcome."""

    kind: str
    x: int
    y: int
    height: int


@dataclass(frozen=True)
class BattleRecord:
    """All battles of a list, latest first."""

    entries: Sequence[BattleEntry]

    @cached_property
    def over(self) -> list[BattleEntry]:
        return [entry for entry in self.entries if entry.over]

    @cached_property
    def outcomes(self) -> Counter[str]:
        """How many of them ended in each way."""
        return Counter(entry.outcome for entry in self.over)

    @property
    def units(self) -> int:
        """How many copies of units went into battles that are over."""
        return sum(entry.units or 0 for entry in self.over)

    @property
    def survived(self) -> int:
        """How many of them were left at the end."""
        return sum(entry.standing or 0 for entry in self.over)

    @property
    def pictured(self) -> list[BattleEntry]:
        """Those that a picture shows, oldest first."""
        return self.over[:PICTURED][::-1]

    @property
    def outcome_columns(self) -> list[Column]:
        """Up for a battle that was won, down for one that was lost, in the middle for one that was drawn."""
        outcomes = [entry.outcome for entry in self.pictured]
        return [Column(outcome, at * STEP, *OUTCOME_PLACES[outcome]) for at, outcome in enumerate(outcomes)]

    @property
    def survival_columns(self) -> list[Column]:
        """As high as the part of the units that were left."""
        return [
            Column("", at * STEP, HEIGHT - height, height)
            for at, entry in enumerate(self.pictured)
            if (height := survival_height(entry))
        ]


def survival_height(entry: BattleEntry) -> int:
    return (entry.standing or 0) * HEIGHT // entry.units if entry.units else 0


battles_requested = Signal()  # sent with `roster`; receivers return the `BattleEntry`s of its battles, latest first


def battle_record(roster: Roster) -> BattleRecord:
    """The battles of a list."""
    return BattleRecord([entry for entries in answers(battles_requested, Roster, roster=roster) for entry in entries])
