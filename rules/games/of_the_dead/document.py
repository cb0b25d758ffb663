"""Of the dead's part of the roster document: the gang and its characters."""

from dataclasses import dataclass

from rules.document import Document, Unit, envelope, unit
from rules.shapes import Flag, Integer, Map, Maybe, Record, Several, Slug, String

ATTRIBUTES = ("physique", "psychique", "reflexes", "combat")
MARKERS = ("panic", "stun", "bleeding", "fire", "sprint", "prudence", "zele")
NO_MARKERS = tuple(sorted((key, 0) for key in MARKERS))  # as the exchange format prints the default
STATES = ("alive", "dead", "zombie", "reincarnated")
DOMAINS = ("physical", "mental")
CARRIES = ("one-hand", "two-hands", "pocket", "stowed", "container", "worn")


@dataclass(frozen=True, slots=True)
class Trauma:
    """A wound of body or mind; a permanent one stays until death."""

    name: str = ""
    domain: str = "physical"
    permanent: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece of equipment and how it is carried; `capacity` is how many stowed objects a container takes."""

    name: str = ""
    carry: str = "one-hand"
    capacity: int = 0


@dataclass(frozen=True, slots=True)
class Follower:
    name: str = ""
    type: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(Unit):
    """A player's character. `attributes` are the base; `modifiers` lasting changes to it; both, like `markers`,
    are sorted tuples of (key, number). `life` and `morale` are the current ones, None where they are the first ones.
    """

    kind: str = "character"
    player: str = ""
    attributes: tuple = ()
    modifiers: tuple = ()
    vocation: str | None = None
    state: str = "alive"
    zombie_type: str | None = None
    traumas: tuple = ()
    equipment: tuple = ()
    followers: tuple = ()
    life: int | None = None
    morale: int | None = None
    reputation: int | None = None
    survival: int | None = None
    markers: tuple = ()

    def __post_init__(self) -> None:
        if self.markers == NO_MARKERS:
            object.__setattr__(self, "markers", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Gang(Document):
    game: str = "of-the-dead"


NUMBERS = Map(None, Integer())
SOME_SLUG = Maybe(Slug())
TRAUMA = Record(Trauma, {"name": String(), "domain": Slug(), "permanent": Flag()})
THING = Record(Thing, {"name": String(), "carry": Slug(), "capacity": Integer()})
FOLLOWER = Record(Follower, {"name": String(), "type": Slug()})
CHARACTER = unit(
    Character,
    "character",
    copies=False,
    attributes=NUMBERS,
    modifiers=NUMBERS,
    vocation=SOME_SLUG,
    state=Slug(),
    zombie_type=SOME_SLUG,
    traumas=Several(TRAUMA),
    equipment=Several(THING),
    followers=Several(FOLLOWER),
    markers=NUMBERS,
)
SHAPE = envelope(Gang, "of-the-dead", {"character": CHARACTER})
