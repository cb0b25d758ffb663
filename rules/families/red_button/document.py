"""The family's part of the roster document: a head, fighters and vehicles."""

from dataclasses import dataclass

from rules.document import Document, Unit, envelope, unit
from rules.shapes import Either, Flag, Integer, Map, Maybe, Record, Several, Shape, Slug, String
from rules.text import _

DRIVER_WHO_SHOOTS = "driver-gunner"
POSTS = ("driver", DRIVER_WHO_SHOOTS, "gunner", "passenger")  # what somebody does on a vehicle
DRIVING, SHOOTING = {"driver", DRIVER_WHO_SHOOTS}, {"gunner", DRIVER_WHO_SHOOTS}
AGREED_PRICES = ("arme-de-jet", "blindage", "blindage-lourd", "sidecar")


@dataclass(frozen=True, slots=True)
class Stats:
    T: str | int = "-"
    C: int = 5


@dataclass(frozen=True, slots=True)
class Weapon:
    item: str
    ammunition: tuple = ()


@dataclass(frozen=True, slots=True)
class Option:
    item: str
    demountable: bool = False
    ammunition: tuple = ()


@dataclass(frozen=True, slots=True)
class CrewMember:
    """Who sits in a vehicle: the index of a fighter, which of its copies, and what he does there."""

    unit: int
    copy: int = 0
    post: str = "driver"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Unit):
    kind: str = "fighter"
    force: str | None = None
    stats: Stats = Stats()
    slave: bool = False
    weapons: tuple = ()
    equipment: tuple = ()
    abilities: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Vehicle(Unit):
    kind: str = "vehicle"
    force: str | None = None
    type: str = "leger"
    flying: bool = False
    options: tuple = ()
    crew: tuple = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """What mercenaries borrow: one faction's advantage and two factions' drawbacks."""

    advantage: str | None = None
    drawbacks: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RedButtonList(Document):
    budget: int | None = None
    scenario: str | None = None
    role: str | None = None
    bonus: int = 0
    exotic: bool = False
    faction: str | None = None
    subfaction: str | None = None
    activity: str | None = None
    traits: Choices | None = None
    prices: tuple = ()


SLUGS = Several(Slug())
SOME_SLUG = Maybe(Slug())
T_VALUE = Either({str: String(), int: Integer()}, _("Whole number or “-” expected."))

FIGHTER = unit(
    Fighter,
    "fighter",
    force=SOME_SLUG,
    stats=Record(Stats, {"T": T_VALUE, "C": Integer()}),
    weapons=Several(Record(Weapon, {"item": Slug(), "ammunition": SLUGS}, short="item")),
    equipment=SLUGS,
    abilities=SLUGS,
)
OPTION = Record(Option, {"item": Slug(), "demountable": Flag(), "ammunition": SLUGS}, short="item")
SEAT = Record(CrewMember, {"unit": Integer(), "copy": Integer(), "post": Slug()})
VEHICLE = unit(Vehicle, "vehicle", force=SOME_SLUG, type=Slug(), options=Several(OPTION), crew=Several(SEAT))
CHOICES = Record(Choices, {"advantage": SOME_SLUG, "drawbacks": Several(Slug(), most=None)})
HEAD_FIELDS: dict[str, Shape] = {
    "scenario": SOME_SLUG,
    "role": SOME_SLUG,
    "faction": SOME_SLUG,
    "subfaction": SOME_SLUG,
    "activity": SOME_SLUG,
    "traits": Maybe(CHOICES),
    "prices": Map(AGREED_PRICES, Integer()),
}


def shape(cls: type[RedButtonList], game: str) -> Record:
    """The shape of a list's document, for one game of the family."""
    return envelope(cls, game, {"fighter": FIGHTER, "vehicle": VEHICLE}, **HEAD_FIELDS)
