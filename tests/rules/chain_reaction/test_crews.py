"""Mortars and cars of a list: each rule on both sides of its edge, and what becomes of crews when units move."""

import pytest

from builder.games.chain_reaction.edits import EDITS
from rules.document import read, write
from rules.games.chain_reaction.document import Car, Mortar
from rules.registry import GAMES
from tests.rules.chain_reaction import make


def with_mortar(size, *crew):
    return make.broken(make.group(mortars=(Mortar(size, crew),)))


@pytest.mark.parametrize(("size", "least"), [("petit-mortier", 1), ("gros-mortier", 1), ("enorme-mortier", 2)])
def test_a_mortar_needs_a_crew_that_shoots(size, least):
    assert with_mortar(size, *range(least)) == []
    assert with_mortar(size, *range(least - 1)) == ["cr.mortar-crew"]
    assert with_mortar(size, *range(5)) == []


def test_a_figure_that_serves_twice_is_no_second_crew():
    assert with_mortar("enorme-mortier", 1, 1) == ["cr.crew-twice", "cr.mortar-crew"]


def test_only_sizes_of_the_book():
    assert with_mortar("mortier-moyen", 1) == ["cr.mortar-unknown"]


def test_crews_are_figures_of_the_group():
    assert with_mortar("petit-mortier", 5) == []
    assert with_mortar("petit-mortier", 6) == ["cr.crew-unknown"]
    assert make.broken(make.group(cars=(Car(driver=-1),))) == ["cr.crew-unknown"]


def test_nobody_serves_a_mortar_and_drives():
    both = make.group(mortars=(Mortar("petit-mortier", (1,)),), cars=(Car(driver=1),))
    assert make.found(both) == [("cr.crew-twice", 1)]
    apart = make.group(mortars=(Mortar("petit-mortier", (1,)),), cars=(Car(driver=2, passengers=(3, 4)),))
    assert make.found(apart) == []


def test_a_dog_rides_along_but_does_not_drive():
    dog = make.npc(figure="attack-dog", weapons=())
    assert make.broken(make.group(dog, cars=(Car(driver=1, passengers=(5,)),))) == ["cr.dog-slot"]
    assert make.broken(make.group(dog, cars=(Car(driver=5),))) == ["cr.crew-kind", "cr.dog-slot"]


def test_a_car_needs_a_driver():
    assert make.broken(make.group(cars=(Car("Jeep"), Car(driver=0)))) == ["cr.car-driver"]


def test_older_documents_stay_as_they_were():
    old = {"format": "bivouac-roster/1", "game": "chain-reaction", "units": [{"kind": "star"}]}
    document = read(old, GAMES)
    assert (document.mortars, document.cars) == ((), ())
    assert write(document, GAMES) == old


def test_the_canonical_form_leaves_out_defaults():
    document = make.group(mortars=(Mortar("petit-mortier"),), cars=(Car(),))
    data = write(document, GAMES)
    assert (data["mortars"], data["cars"]) == ([{"size": "petit-mortier"}], [{}])
    assert read(data, GAMES) == document


CREWED = make.group(mortars=(Mortar("petit-mortier", (1, 3)),), cars=(Car(driver=2, passengers=(0, 4)),))


@pytest.mark.parametrize(
    ("edit", "arguments", "crew", "driver", "passengers"),
    [
        ("remove", (1,), (2,), 1, (0, 3)),
        ("remove", (2,), (1, 2), None, (0, 3)),
        ("duplicate", (0,), (2, 4), 3, (0, 5)),
        ("move", (3, -1), (1, 2), 3, (0, 4)),
    ],
)
def test_crews_stay_who_they_are_when_units_move(edit, arguments, crew, driver, passengers):
    document = EDITS[edit].run(CREWED, *arguments)
    assert document.mortars == (Mortar("petit-mortier", crew),)
    assert document.cars == (Car("", driver, passengers),)
