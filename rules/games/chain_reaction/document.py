"""Chain Reaction's part of the roster document: the group, its Star and its other figures, its mortars and cars."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.document import POSITION, SHAPES, Document, Name, NewIndex, Reference, Unit, envelope, followed, unit
from rules.shapes import Either, Integer, Maybe, Record, Refused, Schema, Several, String
from rules.text import _

GENERIC = "generic"
SEED = Either({str: String(), int: Integer(), type(None): Maybe(Integer())}, _("Number or text expected."))


@dataclass(frozen=True, slots=True)
class Draw:
    """How a figure was drawn: the table, the dice that fell, and their seed where the server threw them."""

    table: Reference = GENERIC
    dice: tuple[int, ...] = ()
    seed: Annotated[str | int | None, SEED] = None


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon of the book; the same name means other figures in another period."""

    period: Reference
    item: Reference


@dataclass(frozen=True, slots=True)
class OwnWeapon:
    """A weapon that the players made up: range in inches; `rate` is its class, the D6 it shoots with.

    None where there is no such figure; an impact of None is missing (`cr.weapon-custom`).
    """

    name: str = ""
    range: int | None = None
    rate: int | None = None
    impact: int | None = None


class Arm:
    """The shape of a weapon: one of the book's where `item` or `period` is named, else one of the players' own."""

    listed = SHAPES.record(Weapon)
    own = Record(
        OwnWeapon,
        {"name": String(), "range": Maybe(Integer()), "class": Maybe(Integer()), "impact": Integer()},
        names={"class": "rate"},  # `class` is a word of Python's own
    )
    choices = listed, own

    def read(self, value: Any) -> Any:
        if type(value) is not dict:
            raise Refused(_("Object expected."))
        if value.keys() & self.listed.fields.keys():
            return self.listed.read({"period": GENERIC} | value)
        return self.own.read(value)

    def write(self, value: Weapon | OwnWeapon) -> Any:
        return (self.listed if isinstance(value, Weapon) else self.own).write(value)

    def schema(self) -> Schema:
        listed = self.listed.schema()
        return {"anyOf": [listed | {"required": ["item"]}, self.own.schema()]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(Unit):
    """The Star or an NPC (`kind`): a human, a dog or a zombie (`figure`)."""

    kind: str = "npc"
    figure: Reference = "human"
    rep: int = 5
    draw: Draw | None = None
    weapons: Annotated[tuple[Weapon | OwnWeapon, ...], Several(Arm())] = ()
    attributes: tuple[Reference, ...] = ()
    phobia: str = ""
    vest: bool = False
    mounted: bool = False
    next_game_rep: int = 0


@dataclass(frozen=True, slots=True)
class Mortar:
    """A mortar of one of the book's sizes, and the indexes of the figures that serve it."""

    size: Reference
    crew: Annotated[tuple[int, ...], Several(POSITION)] = ()

    @property
    def figures(self) -> tuple[int, ...]:
        """The indexes of all who are busy with it."""
        return self.crew


@dataclass(frozen=True, slots=True)
class Car:
    """A car with the indexes of who drives it, None without a driver, and of who rides along."""

    name: Name = ""
    driver: Annotated[int | None, Maybe(POSITION)] = None
    passengers: Annotated[tuple[int, ...], Several(POSITION)] = ()

    @property
    def figures(self) -> tuple[int, ...]:
        """The indexes of all who are in it."""
        return self.passengers if self.driver is None else (self.driver, *self.passengers)


@dataclass(frozen=True, slots=True, kw_only=True)
class StarGroup(Document):
    game: str = "chain-reaction"
    period: Reference = GENERIC
    campaign: bool = False
    leader: Annotated[int | None, Maybe(POSITION)] = None
    mortars: tuple[Mortar, ...] = ()
    cars: tuple[Car, ...] = ()

    def renumbered(self, where: NewIndex) -> "StarGroup":
        """The same after units moved: leader, crews and whoever is in a car are those that they were, or gone."""
        mortars = tuple(replace(mortar, crew=followed(mortar.crew, where)) for mortar in self.mortars)
        cars = tuple(
            replace(car, driver=new_index(car.driver, where), passengers=followed(car.passengers, where))
            for car in self.cars
        )
        return replace(self, leader=new_index(self.leader, where), mortars=mortars, cars=cars)


def new_index(index: int | None, where: NewIndex) -> int | None:
    return None if index is None else where(index)


SHAPE = envelope(StarGroup, "chain-reaction", {kind: unit(Figure, kind, copies=False) for kind in ("star", "npc")})
