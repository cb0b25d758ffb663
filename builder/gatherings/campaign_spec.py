"""What a game brings to its campaigns: scenarios played one after the other, each of which sets something for the next.

Texts are marked ones, `Message`s or `Text`s of the book. Everything is a pure function of what chapters note (`Stage`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from builder.gatherings.spec import GATHERINGS, GatheringLabels, GatheringSpec
from builder.lists.edits import BadEdit
from builder.registry import Registry
from rules.catalogue import Catalogue
from rules.document import SHAPES, Document, Reference
from rules.play.actions import Words
from rules.shapes import LONGEST_TEXT, Integer, Maybe
from rules.text import Text, _

WON, LOST, DRAWN = "won", "lost", "drawn"
RowNumber = Annotated[int | None, Maybe(Integer(1))]


@dataclass(frozen=True)
class Part:
    """One side of a campaign's battle.

    member  -- the pk of the membership; None: nobody yet
    role    -- its slug; None in a scenario without roles
    reached -- the slugs of the `Goal`s that it reached
    """

    member: RowNumber = None
    role: Reference | None = None
    reached: tuple[Reference, ...] = ()


@dataclass(frozen=True)
class Stage:
    """What a chapter of a campaign notes of its battle.

    scenario -- its slug
    after    -- the pk of the chapter whose result counts for it, or None
    parts    -- the sides, in the order of the scenario's roles
    accepted -- the slugs of those `Consequence`s of `after` that the players accepted
    """

    scenario: Reference
    after: RowNumber = None
    parts: tuple[Part, ...] = ()
    accepted: tuple[Reference, ...] = ()


STAGE = SHAPES.record(Stage)


@dataclass(frozen=True)
class Goal:
    """Something that a side may reach; `single`: at most one side of a battle does."""

    slug: str
    name: Words
    cite: str = ""
    single: bool = False


@dataclass(frozen=True)
class StageScenario:
    """A scenario as it is chosen for a chapter.

    roles   -- (slug, name) of each side; (None, "") in a scenario without roles
    goals   -- what is noted of each side
    follows -- it is part of the campaign's chain, not inserted into it
    """

    slug: str
    name: Text
    cite: str
    roles: tuple[tuple[str | None, Words], ...]
    goals: tuple[Goal, ...]
    follows: bool = True


@dataclass(frozen=True)
class Score:
    """How a battle ended.

    outcomes -- WON, LOST, DRAWN of each side, "" where nothing is noted
    grade    -- what the victory is called, or None
    """

    outcomes: tuple[str, ...]
    grade: Text | None = None
    cite: str = ""

    @property
    def winner(self) -> int | None:
        """The number of the side that won."""
        return self.outcomes.index(WON) if WON in self.outcomes else None


@dataclass(frozen=True)
class Line:
    """A sentence with its book and page."""

    text: Words
    cite: str = ""


@dataclass(frozen=True)
class Consequence:
    """What a result sets for the next battle; players accept it or not.

    role  -- the slug of the side that it is for in the next scenario
    facts -- what the next battle keeps of it: {name: value}
    """

    slug: str
    text: Words
    cite: str
    role: str
    facts: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True)
class NextStage:
    """What follows a battle.

    casting      -- {slug of a role: pk of the membership that plays it}
    lines        -- how the roles come about, and what stays as usual
    consequences -- to accept
    """

    scenario: str
    casting: Mapping[str, int] = field(default_factory=dict)
    lines: Sequence[Line] = ()
    consequences: Sequence[Consequence] = ()


@dataclass(frozen=True)
class CampaignSpec:
    """A game's campaigns.

    labels    -- what they are called
    about     -- (catalogue) -> how a campaign goes, in short
    scenarios -- (catalogue) -> those to choose from, in the order of the book
    openings  -- (catalogue) -> slugs of scenarios with which a campaign may begin, with what speaks for each
    score     -- (stage, catalogue) -> its `Score`; None while nobody's goals are noted
    follows   -- (stage, catalogue) -> what follows it; None where nothing does
    take_on   -- (stage, number of a side, its consequences) -> the command by which that side's list takes on the
                 scenario, its role and what was accepted
    open      -- (catalogue) -> what the book leaves open
    """

    labels: GatheringLabels
    about: Callable[[Catalogue], Sequence[Line]]
    scenarios: Callable[[Catalogue], Sequence[StageScenario]]
    openings: Callable[[Catalogue], Sequence[tuple[str, Line]]]
    score: Callable[[Stage, Catalogue], Score | None]
    follows: Callable[[Stage, Catalogue], NextStage | None]
    take_on: Callable[[Stage, int, Sequence[Consequence]], str]
    open: Callable[[Catalogue], Sequence[Line]]

    career: None = None  # lists have none in campaigns

    @staticmethod
    def newcomer(document: Document, name: str, _player: str) -> Document:
        """An empty list with a name. Raises `BadEdit` for a name that no list holds."""
        if len(name) > LONGEST_TEXT:
            raise BadEdit(_("Name too long: shorten it."))
        return replace(document, name=name)


CAMPAIGNS: Registry[CampaignSpec] = Registry("CampaignSpec")


def spec_of(game: str) -> GatheringSpec[Any, Any] | CampaignSpec | None:
    """How the lists of a game (its slug) gather: assembled into one, or in a campaign; None: not at all."""
    return GATHERINGS.get(game) or CAMPAIGNS.get(game)
