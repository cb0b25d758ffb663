"""Reichbusters' part of the roster document: the team, its heroes and what is read from their cards."""

from dataclasses import dataclass

from rules.document import Document, Unit, envelope, unit
from rules.shapes import Flag, Integer, Map, Maybe, Record, Several, Shape, Slug, String

TYPES = ("attack", "defense", "joker")
NO_HEROISM = tuple((kind, 0) for kind in TYPES)  # as the exchange format prints the default
TOKENS = ("jammed", "discharged")


@dataclass(frozen=True, slots=True)
class WeaponSide:
    """One side of a weapon token; figures are None until they are written in. `range` is in zones."""

    type: str = "melee"
    range: int | None = None
    attack_dice: int | None = None
    noise_dice: int | None = None
    vril_dice: int | None = None
    keywords: tuple = ()


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon token as its player reads it: the figures of its first side, as in a `WeaponSide`.

    `improved` is the other side, None until it is written in; `upgraded` says that it is up (p. 19).
    """

    name: str = ""
    type: str = "melee"
    range: int | None = None
    attack_dice: int | None = None
    noise_dice: int | None = None
    vril_dice: int | None = None
    keywords: tuple = ()
    upgraded: bool = False
    token: str | None = None
    improved: WeaponSide | None = None

    @property
    def side(self) -> "Weapon | WeaponSide":
        """The side that is up: the first one too where nobody wrote the other in."""
        return self.improved if self.upgraded and self.improved else self

    @property
    def other_side(self) -> "Weapon | WeaponSide | None":
        """The side that lies down; None where only one is written in."""
        return self if self.side is self.improved else self.improved

    @property
    def sides(self) -> "tuple[Weapon | WeaponSide, ...]":
        return (self, self.improved) if self.improved else (self,)


@dataclass(frozen=True, slots=True)
class Object:
    """An object token; `globe` is true of globes of vril."""

    name: str = ""
    globe: bool = False
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """The rounds on the mission's track before and after the alarm; None where nobody wrote them in."""

    pre: int | None = None
    post: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hero(Unit):
    """A hero: the card chosen, the dashboard's weapons, skills and objects, and the state in play.

    `heroism` is a sorted tuple of (type, number); `hand` is None until it is counted.
    """

    kind: str = "hero"
    hero: str = ""
    player: str = ""
    defense: int | None = None
    weapons: tuple = ()
    skills: tuple = ()
    objects: tuple = ()
    heroism: tuple = ()
    wounds: int = 0
    captured: bool = False
    hand: int | None = None
    removed_cards: int = 0

    def __post_init__(self) -> None:
        if self.heroism == NO_HEROISM:
            object.__setattr__(self, "heroism", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Team(Document):
    game: str = "reichbusters"
    mode: str = "campaign"
    track: Track | None = None
    mission: str = ""
    faction: str = ""
    team: str = ""


SOME_NUMBER = Maybe(Integer())
TOKEN = Maybe(Slug())
SIDE: dict[str, Shape] = {
    "type": Slug(),
    "range": SOME_NUMBER,
    "attack_dice": SOME_NUMBER,
    "noise_dice": SOME_NUMBER,
    "vril_dice": SOME_NUMBER,
    "keywords": Several(String()),
}
IMPROVED = Maybe(Record(WeaponSide, SIDE))
WEAPON = Record(Weapon, {"name": String(), **SIDE, "upgraded": Flag(), "token": TOKEN, "improved": IMPROVED})
OBJECT = Record(Object, {"name": String(), "globe": Flag(), "token": TOKEN})
TRACK = Record(Track, {"pre": Integer(), "post": Integer()})
HERO = unit(
    Hero,
    "hero",
    copies=False,
    hero=Slug(),
    weapons=Several(WEAPON),
    skills=Several(String()),
    objects=Several(OBJECT),
    heroism=Map(None, Integer()),
)
SHAPE = envelope(Team, "reichbusters", {"hero": HERO}, mode=Slug(), track=Maybe(TRACK))
