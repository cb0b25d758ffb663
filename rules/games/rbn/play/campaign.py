"""The campaign Merc City as the book has it: its stages, and what a battle gives for the next (RBN p. 34 to 38)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.text import Text


@dataclass(frozen=True)
class CitedText:
    """A sentence of the campaign; `scenario`: the one that it opens with, `ruling`: the one that says so."""

    text: Text
    cite: str
    scenario: str = ""
    ruling: str = ""


@dataclass(frozen=True)
class Gain:
    """What the winner of a stage has in the next one.

    rounds  -- so many of its first rounds; None: all
    amounts -- by the grade of the victory; `base` is had anyway
    """

    slug: str
    cite: str
    text: Text
    rounds: int | None = None
    amounts: dict[str, int] = field(default_factory=dict)
    base: int = 0

    def amount(self, grade: str) -> int:
        return self.amounts[grade] if self.amounts else 0

    def words(self, amount: int) -> Text:
        """What it gives, with its amount."""
        figures = {"amount": amount, "sum": self.base + amount}
        return Text(self.text.fr.format(**figures), self.text.en.format(**figures))


@dataclass(frozen=True)
class CampaignStage:
    """A scenario of the campaign.

    next    -- the scenario that follows
    winner, loser -- their roles there; without them roles stay
    won, nobody   -- what is said where somebody won, and where nobody did; nobody_wins: the outcome then, for both
    """

    cite: str
    next: str = ""
    winner: str = ""
    loser: str = ""
    won: CitedText | None = None
    nobody: CitedText | None = None
    nobody_wins: str = ""
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CampaignBook:
    """goals: the names of the missions; open: what the book leaves open."""

    cite: str
    about: tuple[CitedText, ...]
    goals: dict[str, Text]
    openings: tuple[CitedText, ...]
    stages: dict[str, CampaignStage]
    open: tuple[CitedText, ...]

    def gains_in(self, scenario: str | None) -> Iterator[Gain]:
        """What a side may have in a scenario from the battle before."""
        for stage in self.stages.values():
            if scenario and stage.next == scenario:
                yield from stage.gains
