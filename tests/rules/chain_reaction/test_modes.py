"""Zombies and insurgents that the game brings in."""

import pytest

from rules.games.chain_reaction.modes import insurgents_enter, standard_level, weapon_row, zombies_enter, zombies_stir
from rules.play.dice import BadDice, Thrown
from tests.rules.chain_reaction import make

BOOK = make.BOOK


@pytest.mark.parametrize("number", [1, 6])
@pytest.mark.parametrize(("die", "marker"), [(1, 1), (5, 5), (6, None)])
def test_zombies_enter(number, die, marker):
    arrival = zombies_enter(BOOK, make.typed(number, die))
    assert (arrival.number, arrival.marker, arrival.point.dice, arrival.armed) == (number, marker, (die,), ())


def test_insurgents_enter_each_with_a_weapon():
    dice = make.typed(6, 2, 1, 2, 3, 4, 5, 6)
    arrival = insurgents_enter(BOOK, dice)
    dice.all_used()
    assert (arrival.number, arrival.marker) == (6, 2)
    assert [(row.slug, n) for row, n in arrival.armed] == [
        ("fusil-d-assaut", 3),
        ("mitrailleuse-legere", 1),
        ("lance-roquettes", 1),
        ("fusil-simple-action", 1),
    ]


def test_a_die_for_each_insurgent():
    with pytest.raises(BadDice):
        insurgents_enter(BOOK, make.typed(2, 1, 4))


def test_weapons_have_the_figures_of_the_generic_table():
    rows = BOOK.tables["insurgent-weapons"].rows.values()
    figures = [weapon_row(BOOK, row).figures for row in rows]
    assert [(figure["range"], figure["rate"], figure["impact"]) for figure in figures] == [
        (48, 3, 3),
        (48, 4, 3),
        (48, None, 5),
        (48, 1, 3),
    ]


@pytest.mark.parametrize(("level", "markers"), [("niveau-1", [1]), ("niveau-2", [1, 2]), ("niveau-3", [1, 2, 3])])
def test_zombies_stir_at_markers_up_to_the_level(level, markers):
    stirred = zombies_stir(BOOK, level, make.typed(1, 2, 3, 4, 6), markers=5)
    assert [one.marker for one in stirred if one.appears] == markers
    assert [(one.marker, one.die) for one in stirred] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6)]


def test_the_standard_level_is_2():
    assert standard_level(BOOK) == "niveau-2"


def test_markers_have_an_end():
    assert len(zombies_stir(BOOK, "niveau-1", Thrown("x"), markers=10**9)) == 40
    assert zombies_stir(BOOK, "niveau-1", make.typed(), markers=-3) == ()
