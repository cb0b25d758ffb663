"""The family's part of the roster document: a head, fighters and vehicles."""

from dataclasses import dataclass
from typing import Annotated

from rules.document import POSITION, SHAPES, Document, Reference, Unit, envelope, unit
from rules.shapes import Either, Integer, Map, Record, Several, Slug, String
from rules.text import _

DRIVER_WHO_SHOOTS = "driver-gunner"
POSTS = ("driver", DRIVER_WHO_SHOOTS, "gunner", "passenger")  # what somebody does on a vehicle
DRIVING, SHOOTING = {"driver", DRIVER_WHO_SHOOTS}, {"gunner", DRIVER_WHO_SHOOTS}
AGREED_PRICES = ("arme-de-jet", "blindage", "blindage-lourd", "sidecar")


T_VALUE = Either({str: String(), int: Integer()}, _("Whole number or “-” expected."))


@dataclass(frozen=True, slots=True)
class Stats:
    T: Annotated[str | int, T_VALUE] = "-"
    C: int = 5


@dataclass(frozen=True, slots=True)
class Weapon:
    item: Reference
    ammunition: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    item: Reference
    demountable: bool = False
    ammunition: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class CrewMember:
    """Who sits in a vehicle: the index of a fighter, which of its copies, and what he does there."""

    unit: Annotated[int, POSITION]
    copy: Annotated[int, POSITION] = 0
    post: Reference = "driver"


WEAPON, OPTION = (Record(cls, SHAPES.fields(cls), short="item") for cls in (Weapon, Option))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Unit):
    kind: str = "fighter"
    force: Reference | None = None
    stats: Stats = Stats()
    slave: bool = False
    weapons: Annotated[tuple[Weapon, ...], Several(WEAPON)] = ()
    equipment: tuple[Reference, ...] = ()
    abilities: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Vehicle(Unit):
    kind: str = "vehicle"
    force: Reference | None = None
    type: Reference = "leger"
    flying: bool = False
    options: Annotated[tuple[Option, ...], Several(OPTION)] = ()
    crew: tuple[CrewMember, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """What mercenaries borrow: one faction's advantage and two factions' drawbacks."""

    advantage: Reference | None = None
    drawbacks: Annotated[tuple[str, ...], Several(Slug(), most=None)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RedButtonList(Document):
    budget: int | None = None
    scenario: Reference | None = None
    role: Reference | None = None
    bonus: int = 0
    exotic: bool = False
    faction: Reference | None = None
    subfaction: Reference | None = None
    activity: Reference | None = None
    traits: Choices | None = None
    prices: Annotated[tuple[tuple[str, int], ...], Map(AGREED_PRICES, Integer())] = ()


def shape(cls: type[RedButtonList], game: str) -> Record:
    """The shape of a list's document, for one game of the family."""
    return envelope(cls, game, {"fighter": unit(Fighter, "fighter"), "vehicle": unit(Vehicle, "vehicle")})
