"""Mortars and cars of a group: what a player does with them and with their crews, and how the editor shows them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from builder.lists.edits import (
    HEAD,
    BadEdit,
    Edit,
    Fields,
    entry_at,
    of_list,
    replaced,
    toggled,
    unit_at,
    with_one_more,
    without,
    words,
)
from builder.lists.loaded import LoadedRoster
from builder.wording import local
from rules.catalogue import Catalogue
from rules.document import NAME
from rules.games.chain_reaction.analysis import StarGroupAnalysis
from rules.games.chain_reaction.document import Car, Mortar, StarGroup
from rules.text import Text, _


@dataclass(frozen=True)
class CrewedLine:
    """A mortar or a car in the editor.

    who      -- the names of its figures
    note     -- what it is by the book
    removal, renaming -- commands; no `renaming` of a mortar
    """

    name: Text
    icon: str
    who: str
    removal: str
    note: Text = Text()
    renaming: str = ""
    own_name: str = ""


def crewed_lines(loaded: LoadedRoster) -> Iterator[CrewedLine]:
    """The mortars of a group, then its cars."""
    document = loaded.document
    analysis: Any = loaded.analysis
    for position, mortar in enumerate(document.mortars):
        name, row = analysis.mortar_names[position], analysis.context.crew_row(mortar)
        who = names_of(analysis, mortar.crew)
        yield CrewedLine(name, "mortar", who, f"remove-mortar {position}", row.name if row else Text())
    for position, car in enumerate(document.cars):
        name, who = analysis.car_names[position], names_of(analysis, car.figures)
        yield CrewedLine(name, "jeep", who, f"remove-car {position}", Text(), f"name-car {position}", car.name)


def names_of(analysis: StarGroupAnalysis, indexes: Iterable[int]) -> str:
    """The names of these figures, in the language that is on; strangers to the group are left out."""
    figures = [(index, analysis.units[index]) for index in indexes if 0 <= index < len(analysis.units)]
    return ", ".join(str(local(figure.numbered(index))) for index, figure in figures)


def add_mortar(document: StarGroup, size: str, catalogue: Catalogue) -> StarGroup:
    if size not in catalogue.tables["mortars"].rows:
        raise BadEdit(_("Choose a name from the list."))
    return replace(document, mortars=with_one_more(document.mortars, Mortar(size)))


def toggle_crew(document: StarGroup, index: int, position: int) -> StarGroup:
    """A figure serves a mortar, or no more."""
    unit_at(document, index)
    mortar = entry_at(document.mortars, position)
    mortar = replace(mortar, crew=toggled(mortar.crew, index))
    return replace(document, mortars=replaced(document.mortars, position, mortar))


def name_car(document: StarGroup, position: int, fields: Fields) -> StarGroup:
    car = entry_at(document.cars, position)
    return with_car(document, position, replace(car, name=words(fields, "car-name", NAME, car.name)))


def toggle_driver(document: StarGroup, index: int, position: int) -> StarGroup:
    """A figure drives a car, instead of whoever did, or no more."""
    unit_at(document, index)
    car = entry_at(document.cars, position)
    return with_car(document, position, replace(car, driver=None if car.driver == index else index))


def toggle_passenger(document: StarGroup, index: int, position: int) -> StarGroup:
    """A figure rides along in a car, or no more."""
    unit_at(document, index)
    car = entry_at(document.cars, position)
    return with_car(document, position, replace(car, passengers=toggled(car.passengers, index)))


def with_car(document: StarGroup, position: int, car: Car) -> StarGroup:
    return replace(document, cars=replaced(document.cars, position, car))


CREW_EDITS = {
    "add-mortar": Edit(add_mortar, ("slug", "catalogue"), HEAD, _("{item} added")),
    "remove-mortar": Edit(of_list("mortars", without), ("position",), HEAD, _("Mortar removed")),
    "toggle-crew": Edit(toggle_crew, ("unit", "position"), HEAD, _("{unit}: mortar changed")),
    "add-car": Edit(of_list("cars", lambda cars: with_one_more(cars, Car())), (), HEAD, _("Car added")),
    "remove-car": Edit(of_list("cars", without), ("position",), HEAD, _("Car removed")),
    "name-car": Edit(name_car, ("position", "fields"), HEAD, _("Car renamed"), form={"car-name": NAME}),
    "toggle-driver": Edit(toggle_driver, ("unit", "position"), HEAD, _("{unit}: car changed")),
    "toggle-passenger": Edit(toggle_passenger, ("unit", "position"), HEAD, _("{unit}: car changed")),
}
