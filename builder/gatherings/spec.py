"""What shared code may ask of a game whose rosters several people gather: a gang of characters, a campaign."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

MOST_PIPS = 24


class Gauge(NamedTuple):
    """Markers of one kind: how many there are now, and how many a game starts with."""

    label: Any
    now: int
    full: int

    @property
    def pips(self):
        """A True for each marker that is there and a False for each that is gone; none where they are past drawing."""
        if not 0 < max(self.now, self.full) <= MOST_PIPS:
            return ()
        return tuple(place < self.now for place in range(max(self.now, self.full)))

    @property
    def low(self):
        return self.now <= 0 or self.now * 2 < self.full


class AttributeValue(NamedTuple):
    """A number with its name; `base` is what it was before it changed for good, None where it never did."""

    label: Any
    value: int
    base: int | None = None


@dataclass(frozen=True)
class Condition:
    """How a unit is, as its companions read it. Texts are the player's own, marked ones, or `Text`s of the book.

    role    -- the slug of what it does for the others, or None
    state   -- alive, dead ... in words; `plays`: whether it is there with a role of its own
    lines   -- (heading, texts): what it carries, what it suffers from
    score   -- what a chapter may ask of it, or None
    """

    name: str
    player: str
    role: str | None
    state: Any
    plays: bool
    gauges: tuple = ()
    figures: tuple = ()
    lines: tuple = ()
    score: int | None = None


class Tally(NamedTuple):
    """How many of `of` units are what: rows of (label, count)."""

    title: Any
    rows: tuple
    of: int


@dataclass(frozen=True)
class GatheringLabels:
    """What a game calls the gathering and what belongs to it, as marked texts.

    one, found    -- the gathering, the button that founds one
    member, name  -- a newcomer, and the label of its name
    roles, wanted -- what members do for each other, and what stands at a role that nobody has
    score         -- what a chapter may ask for

    The others are sentences: intro (to who founds one), invites (about the invitation), seen (to who is invited),
    apart (to who breaks it up), noting (to who records a chapter), counts (over the statistics), and take_on, the
    link to a member's own roster where the votes stand.
    """

    one: str
    found: str
    member: str
    name: str
    roles: str
    wanted: str
    score: str
    intro: str
    invites: str
    visibility: str
    apart: str
    noting: str
    counts: str
    take_on: str


@dataclass(frozen=True)
class GatheringSpec:
    """A game's gatherings.

    words      -- what they are called
    assemble   -- (empty list, the members' lists) -> the list of them all, their units in order
    newcomer   -- (new list, its name, its player's name) -> the list with which somebody joins
    condition  -- (surveyed unit) -> its `Condition`
    roles      -- (catalogue) -> entries with slug and name: the roles among which a gathering votes
    statistics -- (surveyed units, catalogue) -> `Tally`s, without names
    """

    labels: GatheringLabels
    assemble: Callable[..., Any]
    newcomer: Callable[..., Any]
    condition: Callable[..., Any]
    roles: Callable[..., Any]
    statistics: Callable[..., Any]
