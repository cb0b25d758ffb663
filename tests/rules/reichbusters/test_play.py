"""Heroes in play: each rule on both sides of its edge."""

import pytest

from tests.rules.reichbusters import make
from tests.rules.reichbusters.make import broken, found, messages


@pytest.mark.parametrize(("wounds", "ids"), [(0, []), (4, []), (20, []), (-1, ["rb.wounds"])])
def test_wounds_are_counted_from_0_up(wounds, ids):
    assert found(make.party(wounds=wounds)) == [(id, 0) for id in ids]


def test_there_are_twenty_wound_cards():
    assert broken(make.team(make.hero(wounds=11), make.hero("sarge", wounds=9))) == []
    assert found(make.team(make.hero(wounds=11), make.hero("sarge", wounds=10))) == [("rb.wound-supply", None)]


def test_a_debt_of_wounds_pays_for_nobody():
    assert broken(make.team(make.hero(wounds=21), make.hero("sarge", wounds=-5))) == ["rb.wound-supply", "rb.wounds"]


@pytest.mark.parametrize("kind", ["attack", "defense", "joker"])
def test_heroism_is_of_three_kinds_and_not_below_0(kind):
    assert broken(make.party(heroism=((kind, 0),))) == []
    assert found(make.party(heroism=((kind, -1),))) == [("rb.heroism", 0)]


@pytest.mark.parametrize("number", [0, 1, -1])
def test_there_is_no_fourth_kind_of_heroism(number):
    assert broken(make.party(heroism=(("luck", number),)))[:1] == ["rb.heroism"]


@pytest.mark.parametrize("kind", ["attack", "defense", "joker"])
def test_there_are_eight_tokens_of_a_kind(kind):
    tokens = ((kind, 5),)
    assert broken(make.team(make.hero(heroism=tokens), make.hero("sarge", heroism=((kind, 3),)))) == []
    assert found(make.team(make.hero(heroism=tokens), make.hero("sarge", heroism=((kind, 4),)))) == [
        ("rb.heroism-supply", None)
    ]


def test_eight_of_each_kind_are_twenty_four():
    assert broken(make.party(heroism=(("attack", 8), ("defense", 8), ("joker", 8)))) == []


def test_tokens_below_0_lend_none():
    rich, poor = (make.hero(heroism=(("joker", 9),)), make.hero("sarge", heroism=(("joker", -1),)))
    assert broken(make.team(rich, poor)) == ["rb.heroism", "rb.heroism-supply"]


def test_every_kind_that_ran_out_is_named():
    message = "Heroism tokens in the team, Attack, Joker: 9, 10; there are 8 of each type."
    assert messages(make.party(heroism=(("attack", 9), ("joker", 10)))) == {"rb.heroism-supply": message}


@pytest.mark.parametrize(
    ("hand", "removed", "ids"),
    [
        (None, 0, []),
        (None, 12, []),
        (None, 13, ["rb.cards"]),
        (None, -1, ["rb.cards"]),
        (0, 0, []),
        (12, 0, []),
        (13, 0, ["rb.cards"]),
        (-1, 0, ["rb.cards"]),
        (9, 3, []),
        (10, 3, ["rb.cards"]),
        (0, 12, []),
        (1, 12, ["rb.cards"]),
        (5, 13, ["rb.cards"]),
        (13, -1, ["rb.cards"]),
        (10**3999, 10**3999, ["rb.cards"]),
    ],
)
def test_cards_come_out_of_twelve(hand, removed, ids):
    assert found(make.party(hand=hand, removed_cards=removed)) == [(id, 0) for id in ids]


@pytest.mark.parametrize(
    ("removed", "message"),
    [
        (0, "Cards in hand: 13; possible: 0 to 12."),
        (1, "Cards in hand: 13; possible: 0 to 11, with 1 out of the game."),
        (3, "Cards in hand: 13; possible: 0 to 9, with 3 out of the game."),
    ],
)
def test_cards_out_of_the_game_are_told_where_there_are_some(removed, message):
    assert messages(make.party(hand=13, removed_cards=removed)) == {"rb.cards": message}


@pytest.mark.parametrize(("wounds", "ids"), [(4, []), (5, []), (3, ["rb.captured-not-down"])])
def test_a_captured_hero_is_down(wounds, ids):
    assert found(make.party(captured=True, wounds=wounds)) == [(id, 0) for id in ids]
    assert found(make.party(captured=False, wounds=wounds)) == []
