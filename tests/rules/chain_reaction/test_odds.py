"""Exact odds, out of 6, 36 and 216, and how often each table leads to each row."""

from collections import Counter
from itertools import product

import pytest

from rules.games.chain_reaction.odds import dice_of, half, pass_odds, passes
from tests.rules.chain_reaction import make


@pytest.mark.parametrize(
    ("rep", "two", "one", "none"),
    [
        (5, 25, 10, 1),
        (4, 16, 16, 4),
        (3, 9, 18, 9),
        (2, 4, 16, 16),
        (1, 1, 10, 25),
        (6, 25, 10, 1),
        (0, 0, 0, 36),
        (-9, 0, 0, 36),
        (10**3999, 25, 10, 1),
    ],
)
def test_two_dice_against_rep(rep, two, one, none):
    assert pass_odds(rep) == (((2, two), (1, one), (0, none)), 36)


def test_one_and_three_dice_against_rep_where_three_passes_count_as_two():
    """Ruling cr-54: of 216 throws at REP 5, 125 have three passes and 75 have two."""
    assert pass_odds(4, 1) == (((1, 4), (0, 2)), 6)
    assert pass_odds(5, 3) == (((2, 200), (1, 15), (0, 1)), 216)


def test_passes_are_dice_up_to_rep_and_a_6_always_fails():
    assert [passes(rep, (3, 4, 6)) for rep in (2, 3, 4, 6)] == [0, 1, 2, 2]


def test_half_a_die_is_rounded_up():
    assert [half(die) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]


TABLES = {
    "draw-generic": ({"rep-5": 1, "rep-4": 4, "rep-3": 1}, 6),
    "draw-military": ({"sous-officier": 6, "veteran": 9, "soldat": 11, "recrue": 10}, 36),
    "draw-insurgent": ({"chef": 1, "soldat-entraine": 5, "experimente": 20, "recrue": 10}, 36),
    "draw-police": ({"swat": 1, "inspecteur": 2, "veteran": 3, "officier": 20, "recrue": 10}, 36),
    "draw-gang": ({"chef": 1, "gros-dur": 5, "homme-de-main": 20, "punk": 7, "aspirant": 3}, 36),
    "attribute-kind": ({"avantage": 4, "desavantage": 2}, 6),
    "weather": ({"degage": 15, "variable": 15, "mauvais": 5, "tres-mauvais": 1}, 36),
    "time-of-day": (
        {
            "nuit-2": 1,
            "aube": 5,
            "matin-5": 4,
            "matin-6": 5,
            "apres-midi-7": 6,
            "apres-midi-8": 9,
            "soiree": 5,
            "nuit-12": 1,
        },
        36,
    ),
    "insurgent-weapons": (
        {"fusil-d-assaut": 3, "mitrailleuse-legere": 1, "lance-roquettes": 1, "fusil-simple-action": 1},
        6,
    ),
    "star-power": ({"moindre": 3, "rendu": 2, "perdu": 1}, 6),
    "rider-hit": ({"monture": 3, "cavalier": 3}, 6),
}


def ways(slug):
    """How many throws lead to each row of a table with dice, by slug, and how many throws there are."""
    table = make.BOOK.tables[slug]
    number, sides = dice_of(table)
    rows = Counter(table.row(sum(dice)).slug for dice in product(range(1, sides + 1), repeat=number))
    return dict(rows), rows.total()


@pytest.mark.parametrize("slug", TABLES)
def test_how_often_a_table_leads_to_a_row(slug):
    assert ways(slug) == TABLES[slug]


@pytest.mark.parametrize("slug", ["advantages", "disadvantages"])
def test_each_attribute_falls_on_one_face(slug):
    assert set(ways(slug)[0].values()) == {1}
