"""Of the dead's part of the roster document: the gang and its characters."""

from dataclasses import dataclass
from typing import Annotated

from rules.document import Document, Reference, Unit, envelope, unit
from rules.shapes import Integer, Map

ATTRIBUTES = ("physique", "psychique", "reflexes", "combat")
MARKERS = ("panic", "stun", "bleeding", "fire", "sprint", "prudence", "zele")
NO_MARKERS = tuple(sorted((key, 0) for key in MARKERS))  # as the exchange format prints the default
STATES = ("alive", "dead", "zombie", "reincarnated")
DOMAINS = ("physical", "mental")
Numbers = Annotated[tuple[tuple[str, int], ...], Map(None, Integer())]
MODIFIED = (*ATTRIBUTES, "initiative")  # what equipment and traumas may change
Modifier = Annotated[tuple[tuple[str, int], ...], Map(MODIFIED, Integer(-9, 9))]
FOLLOWER_GAUGES = ("life", "morale", "lifetime")  # kept between games
CARRIES = ("one-hand", "two-hands", "pocket", "stowed", "container", "worn")


@dataclass(frozen=True, slots=True)
class Trauma:
    """A wound of body or mind; a permanent one stays until death.

    modifier -- sorted pairs (one of `MODIFIED`, so much more or less)
    """

    name: str = ""
    domain: Reference = "physical"
    permanent: bool = False
    modifier: Modifier = ()


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece of equipment and how it is carried; `capacity` is how many stowed objects a container takes.

    modifier -- as of a trauma
    """

    name: str = ""
    carry: Reference = "one-hand"
    capacity: int = 0
    modifier: Modifier = ()


@dataclass(frozen=True, slots=True)
class Follower:
    """Who follows a character; `life`, `morale` and `lifetime` as it keeps them between games, None where not noted."""

    name: str = ""
    type: Reference = ""
    life: int | None = None
    morale: int | None = None
    lifetime: int | None = None

    @property
    def gauges(self) -> tuple[tuple[str, int | None], ...]:
        """(one of `FOLLOWER_GAUGES`, its number)."""
        return tuple((key, getattr(self, key)) for key in FOLLOWER_GAUGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(Unit):
    """A player's character. `attributes` are the base; `modifiers` lasting changes to it; both, like `markers`,
    are sorted tuples of (key, number). `life` and `morale` are the current ones, None where they are the first ones.
    """

    kind: str = "character"
    player: str = ""
    attributes: Numbers = ()
    modifiers: Numbers = ()
    vocation: Reference | None = None
    state: Reference = "alive"
    zombie_type: Reference | None = None
    traumas: tuple[Trauma, ...] = ()
    equipment: tuple[Thing, ...] = ()
    followers: tuple[Follower, ...] = ()
    life: int | None = None
    morale: int | None = None
    reputation: int | None = None
    survival: int | None = None
    markers: Numbers = ()

    def __post_init__(self) -> None:
        if self.markers == NO_MARKERS:
            object.__setattr__(self, "markers", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Gang(Document):
    game: str = "of-the-dead"


SHAPE = envelope(Gang, "of-the-dead", {"character": unit(Character, "character", copies=False)})
