"""What a character's numbers come to: life, morale, initiative, throws, rescues."""

import pytest

from tests.rules.of_the_dead import make


def test_life_and_morale_are_twice_an_attribute():
    character = make.analysed(attributes=make.spread(4, 3, 1, 1))
    assert (character.first_life, character.first_morale, character.life, character.morale) == (8, 6, 8, 6)


def test_lasting_changes_count_in_what_is_derived():
    character = make.analysed(modifiers=make.pairs(physique=-1, psychique=1, reflexes=1))
    assert (character.first_life, character.first_morale, character.first_initiative) == (4, 6, 13)
    assert (character.spent, character.left) == (9, 0)


def test_nothing_falls_below_nothing():
    character = make.analysed(modifiers=make.pairs(physique=-9, psychique=-9))
    assert (character.first_life, character.first_morale, character.throw_range, character.rescues) == (0, 0, 0, 0)


def test_initiative_is_reflexes_and_what_life_and_morale_are_now():
    assert make.analysed().initiative == 12
    assert make.analysed(life=1, morale=2).initiative == 5


@pytest.mark.parametrize(
    ("markers", "change"),
    [
        ({}, 0),
        ({"panic": 1}, -1),
        ({"panic": 4}, -1),
        ({"stun": 3}, -2),
        ({"bleeding": 1}, -2),
        ({"fire": 1}, -2),
        ({"panic": 1, "stun": 1, "bleeding": 1, "fire": 1}, -7),
        ({"sprint": 1}, 1),
        ({"prudence": 2}, 1),
        ({"sprint": 1, "prudence": 1}, 1),
        ({"sprint": 1, "panic": 1}, 0),
        ({"zele": 3}, 0),
        ({"panic": -2, "unknown": 5}, 0),
    ],
)
def test_markers_change_the_initiative_once_each(markers, change):
    assert make.analysed(markers=make.pairs(**markers)).initiative_change == change


def test_a_throw_goes_as_many_paces_as_physique():
    assert make.analysed().throw_range == 9


@pytest.mark.parametrize(("physique", "most"), [(1, 0), (2, 0), (3, 1), (6, 4)])
def test_carrying_somebody_alone_takes_two_points_more(physique, most):
    assert make.analysed(attributes=make.attributes(physique=physique)).rescues == most


def test_panic_stuns_at_the_morale_of_the_moment():
    assert (make.analysed().panic_limit, make.analysed(morale=1).panic_limit) == (4, 1)


def test_hands_pocket_and_room():
    bag = make.thing("container", 3)
    character = make.analysed(equipment=(bag, *make.things("two-hands", "pocket", "stowed", "worn", "mouth")))
    assert (character.hands, character.pockets, character.stowed, character.capacity) == (2, 1, 1, 3)
