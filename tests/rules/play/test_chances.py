"""Exact chances against everything that can fall."""

from fractions import Fraction

from rules.play import chances

COIN = chances.die(lambda face: (face,), 2)


def test_a_die_gathers_the_faces_that_are_worth_the_same():
    assert chances.die(lambda face: (int(face >= 5),)) == {(0,): Fraction(2, 3), (1,): Fraction(1, 3)}


def test_several_dice_add_up():
    assert chances.times(COIN, 2) == {(2,): Fraction(1, 4), (3,): Fraction(1, 2), (4,): Fraction(1, 4)}
    assert chances.times(COIN, 0) == {(0,): Fraction(1)}
    assert sum(chances.times(chances.die(lambda face: (face,)), 5).values()) == 1


def test_one_roll_leads_to_another():
    def doubled(counts):
        return chances.times(COIN, 1) if counts == (2,) else chances.certain((0,))

    assert chances.then(COIN, doubled) == {(0,): Fraction(1, 2), (1,): Fraction(1, 4), (2,): Fraction(1, 4)}


def test_two_rolls_stand_beside_each_other():
    both = chances.beside(COIN, COIN)
    assert both == {(a, b): Fraction(1, 4) for a in (1, 2) for b in (1, 2)}
    assert chances.chance(both, lambda counts: counts[0] > counts[1]) == Fraction(1, 4)
    assert chances.chance(both, lambda counts: False) == 0
