"""What a game defines about gatherings: how its rosters are assembled, and how their units appear to each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from builder.registry import Registry
from rules.catalogue import Catalogue, Entry
from rules.document import Document
from rules.game import UnitAnalysis
from rules.text import Text, _

MOST_PIPS = 24

DocumentT = TypeVar("DocumentT", bound=Document)
UnitT = TypeVar("UnitT", bound=UnitAnalysis)


class Gauge(NamedTuple):
    """A number that is used up in play, such as life: its value now and at the start of a game."""

    label: Text | str
    now: int
    full: int

    @property
    def pips(self) -> tuple[bool, ...]:
        """A True for each point left and a False for each point lost; empty above `MOST_PIPS`."""
        if not 0 < max(self.now, self.full) <= MOST_PIPS:
            return ()
        return tuple(place < self.now for place in range(max(self.now, self.full)))

    @property
    def low(self) -> bool:
        return self.now <= 0 or self.now * 2 < self.full


class AttributeValue(NamedTuple):
    """A number with its name; `base` is the value before lasting changes, None where there are none."""

    label: Text | str
    value: int
    base: int | None = None


@dataclass(frozen=True)
class Condition:
    """How a unit is, for the other members. Texts are the player's own, marked ones, or `Text`s of the book.

    role    -- the slug of its role, or None
    state   -- alive, dead ... in words
    plays   -- whether it takes part in games: its role counts as filled
    played  -- whether a player leads it in games, against the others too: that player counts among a chapter's
    figures -- attributes and other numbers
    lines   -- (heading, texts): what it carries, what it suffers from ...
    score   -- the number that a chapter may require a minimum of, or None
    """

    name: str
    player: str
    role: str | None
    state: Text | str
    plays: bool
    played: bool
    gauges: tuple[Gauge, ...] = ()
    figures: tuple[AttributeValue, ...] = ()
    lines: tuple[tuple[str, tuple[Text | str, ...]], ...] = ()
    score: int | None = None


class CareerFigure(NamedTuple):
    """A number of a unit that is followed over time; `value` is None where nobody has noted it.

    name -- the slug of the number, the same at every time
    full -- what a game starts with, of a number that is used up in play
    """

    name: str
    label: Text | str
    value: int | None
    full: int | None = None


class Tally(NamedTuple):
    """A statistic: (label, count) in rows; `of` is the number of units counted."""

    title: Text | str
    rows: tuple[tuple[Text | str, int], ...]
    of: int


@dataclass(frozen=True)
class GatheringLabels:
    """What a game calls its gatherings, as marked texts; those of campaigns where it says nothing else.

    Names:
    title      -- a gathering
    create     -- the button that creates one
    member     -- a new unit, or list, that joins
    name       -- the label of its name
    nameless   -- what is said of one that has none, in a sentence

    Sentences:
    intro      -- on the page that creates a gathering
    invites    -- what the invitation link does
    visibility -- on the invitation: what the others see
    apart      -- what removing the gathering does
    noting     -- on the form that records a chapter
    account    -- what an account is good for
    taken      -- why one cannot join that has joined another gathering meanwhile

    Of gatherings whose lists are assembled alone:
    roles      -- the roles of members
    wanted     -- shown at a role that nobody has
    score      -- `Condition.score`
    take_on    -- the button that gives a member the role that was voted for it
    counts     -- a sentence above the game's statistics
    """

    member: str
    name: str
    intro: str
    noting: str
    title: str = _("Campaign")
    create: str = _("Start a campaign")
    nameless: str = _("The untitled list")
    invites: str = _("Anyone with this link can join, with an existing list or a new one.")
    visibility: str = _(
        "The others can see your list; only you can change it. Anyone with the campaign’s view link can see the "
        "lists’ names and battles. You can leave at any time."
    )
    apart: str = _("Everyone keeps their own list; this page, its results and its updates are deleted.")
    account: str = _("With an account, your list is with you on every device.")
    taken: str = _("This list has already joined another campaign.")
    roles: str = ""
    wanted: str = ""
    score: str = ""
    take_on: str = ""
    counts: str = ""


@dataclass(frozen=True)
class CareerSpec(Generic[UnitT]):
    """How a unit fares over time; texts are marked ones.

    title   -- of its page
    intro   -- the first sentence of that page
    choice  -- to let others see it
    shows   -- what they see then
    gone    -- what the line at the foot of a chart means: that the unit takes no part in games
    figures -- (analysed unit) -> its `CareerFigure`s
    """

    title: str
    intro: str
    choice: str
    shows: str
    gone: str
    figures: Callable[[UnitT], tuple[CareerFigure, ...]]


@dataclass(frozen=True)
class GatheringSpec(Generic[DocumentT, UnitT]):
    """A game's gatherings, over its documents and its analysed units.

    labels     -- what they are called
    assemble   -- (empty document, the members' documents) -> one document with all units, in order
    newcomer   -- (new document, name, player's name) -> the document of a new member; raises `BadEdit`
    condition  -- (analysed unit) -> its `Condition`
    roles      -- (catalogue) -> the roles that members vote on
    take_role  -- (index of a unit in its roster, slug of a role) -> the command that gives it the role
    statistics -- (analysed units, catalogue) -> `Tally`s, without names
    career     -- how a unit fares over time; None: nothing is shown of it
    """

    labels: GatheringLabels
    assemble: Callable[[DocumentT, Sequence[DocumentT]], DocumentT]
    newcomer: Callable[[DocumentT, str, str], DocumentT]
    condition: Callable[[UnitT], Condition]
    roles: Callable[[Catalogue], Sequence[Entry]]
    take_role: Callable[[int, str], str]
    statistics: Callable[[Sequence[UnitT], Catalogue], Sequence[Tally]]
    career: CareerSpec[UnitT] | None = None


GATHERINGS: Registry[GatheringSpec[Any, Any]] = Registry("GatheringSpec")
