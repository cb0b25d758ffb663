"""Name, nine points over four attributes, lasting changes: each rule on both sides of its edge."""

from itertools import product

import pytest

from tests.rules.of_the_dead import make

SPLITS = [split for split in product(range(1, 7), repeat=4) if sum(split) == 9]


@pytest.mark.parametrize("name", ["A", "…", "x" * 200, "\u200bA"])
def test_a_name(name):
    assert make.broken(make.alone(name=name)) == []


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u200b", "\u200c\u200d \ufeff", "\u2060\u00ad"])
def test_a_blank_name(name):
    assert make.found(make.alone(name=name)) == [("otd.name", 0)]


def test_every_split_of_nine_points_is_legal():
    assert [split for split in SPLITS if make.broken(make.alone(attributes=make.spread(*split)))] == []


def test_initiative_at_the_start_runs_from_5_to_15():
    initiatives = {make.analysed(attributes=make.spread(*split)).first_initiative for split in SPLITS}
    assert (min(initiatives), max(initiatives)) == (5, 15)


@pytest.mark.parametrize("split", [(2, 2, 2, 2), (3, 3, 2, 2), (1, 1, 1, 1), (6, 2, 1, 1), (5, 5, 5, 5)])
def test_more_or_less_than_nine_points(split):
    assert make.found(make.alone(attributes=make.spread(*split))) == [("otd.attr-total", 0)]


def test_what_is_left_and_what_is_too_much_is_said():
    left = make.messages(make.alone(attributes=make.spread(2, 2, 2, 1)))["otd.attr-total"]
    over = make.messages(make.alone(attributes=make.spread(3, 3, 3, 2)))["otd.attr-total"]
    assert left == "Points placed: 7 of 9, 2 left."
    assert over == "Points placed: 11 of 9, 2 over."


@pytest.mark.parametrize("split", [(6, 1, 2, 0), (0, 3, 3, 3), (-3, 4, 4, 4), (7, 1, 1, 0)])
def test_an_attribute_below_one(split):
    assert make.found(make.alone(attributes=make.spread(*split))) == [("otd.attr-min", 0)]


@pytest.mark.parametrize("split", [(3, 3, 3), (9,), ()])
def test_an_attribute_that_is_missing(split):
    total = ["otd.attr-total"] if sum(split) != 9 else []
    assert make.broken(make.alone(attributes=make.spread(*split))) == ["otd.attr-keys", *total]


def test_an_attribute_that_the_game_has_not():
    assert make.found(make.alone(attributes=(*make.attributes(), ("moral", 4)))) == [("otd.attr-keys", 0)]


def test_attributes_that_are_missing_or_too_many_are_named():
    missing = make.alone(attributes=make.pairs(physique=5, psychique=2, reflexes=2))
    strange = make.alone(attributes=(*make.attributes(), ("moral", 4)))
    assert [make.messages(gang) for gang in (missing, strange)] == [
        {"otd.attr-keys": "Attribute without a value: Combat."},
        {"otd.attr-keys": "Not an attribute: moral."},
    ]


def test_an_attribute_in_the_place_of_another():
    gang = make.alone(attributes=make.pairs(physique=3, psychique=2, reflexes=2, chance=2))
    assert make.found(gang) == [("otd.attr-keys", 0), ("otd.attr-total", 0)]
    message = make.messages(gang)["otd.attr-keys"]
    assert message == "No value: Combat. Not an attribute: chance."


@pytest.mark.parametrize("key", ["physique", "psychique", "reflexes", "combat"])
@pytest.mark.parametrize("change", [-1, 0, 1, 5])
def test_lasting_changes_do_not_count_in_the_nine(key, change):
    assert make.broken(make.alone(modifiers=make.pairs(**{key: change}))) == []


@pytest.mark.parametrize("key", ["moral", "vie", "Physique", "réflexes"])
def test_a_change_to_what_is_no_attribute(key):
    assert make.found(make.alone(modifiers=((key, 1),))) == [("otd.modifier", 0)]


@pytest.mark.parametrize(("change", "expected"), [(-1, []), (-2, [("otd.attr-below-1", 0)])])
def test_changes_that_leave_nothing_of_an_attribute(change, expected):
    assert make.found(make.alone(modifiers=make.pairs(combat=change))) == expected


def test_an_attribute_below_one_without_a_change_is_the_bases_fault():
    assert make.broken(make.alone(attributes=make.spread(0, 3, 3, 3))) == ["otd.attr-min"]


def test_numbers_of_four_thousand_digits():
    huge = 10**3_999
    gang = make.alone(attributes=make.spread(huge, huge, huge, huge), modifiers=make.pairs(combat=-huge), life=huge)
    assert make.broken(gang) == ["otd.attr-below-1", "otd.attr-total"]
    assert make.messages(gang)["otd.attr-total"].startswith("Points placed: 4000")
