"""Reichbusters' part of the roster document: the team, its heroes and what is read from their cards."""

from dataclasses import dataclass
from typing import Annotated

from rules.document import Document, Reference, Unit, envelope, unit
from rules.shapes import Integer, Map

TYPES = ("attack", "defense", "joker")
NO_HEROISM = tuple((kind, 0) for kind in TYPES)  # as the exchange format prints the default
TOKENS = ("jammed", "discharged")


@dataclass(frozen=True, slots=True)
class WeaponSide:
    """One side of a weapon token; figures are None until they are written in. `range` is in zones."""

    type: Reference = "melee"
    range: int | None = None
    attack_dice: int | None = None
    noise_dice: int | None = None
    vril_dice: int | None = None
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon token as its player reads it: the figures of its first side, as in a `WeaponSide`.

    `improved` is the other side, None until it is written in; `upgraded` says that it is up (p. 19).
    """

    name: str = ""
    type: Reference = "melee"
    range: int | None = None
    attack_dice: int | None = None
    noise_dice: int | None = None
    vril_dice: int | None = None
    keywords: tuple[str, ...] = ()
    upgraded: bool = False
    token: Reference | None = None
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
    token: Reference | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """The rounds on the mission's track before and after the alarm; None where nobody wrote them in."""

    pre: Annotated[int | None, Integer()] = None
    post: Annotated[int | None, Integer()] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hero(Unit):
    """A hero: the card chosen, the dashboard's weapons, skills and objects, and the state in play.

    `heroism` is a sorted tuple of (type, number); `hand` is None until it is counted.
    """

    kind: str = "hero"
    hero: Reference = ""
    player: str = ""
    defense: int | None = None
    weapons: tuple[Weapon, ...] = ()
    skills: tuple[str, ...] = ()
    objects: tuple[Object, ...] = ()
    heroism: Annotated[tuple[tuple[str, int], ...], Map(None, Integer())] = ()
    wounds: int = 0
    captured: bool = False
    hand: int | None = None
    removed_cards: int = 0

    @property
    def things(self) -> "tuple[Weapon | Object, ...]":
        """Its weapons and its objects."""
        return (*self.weapons, *self.objects)

    def __post_init__(self) -> None:
        if self.heroism == NO_HEROISM:
            object.__setattr__(self, "heroism", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Team(Document):
    game: str = "reichbusters"
    mode: Reference = "campaign"
    track: Track | None = None
    mission: str = ""
    faction: str = ""
    team: str = ""


SHAPE = envelope(Team, "reichbusters", {"hero": unit(Hero, "hero", copies=False)})
