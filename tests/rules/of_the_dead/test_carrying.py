"""Objects, hands, pocket and containers, followers: each rule on both sides of its edge."""

import pytest

from tests.rules.of_the_dead import make


def carrying(*carries):
    return make.found(make.alone(equipment=make.things(*carries)))


@pytest.mark.parametrize(
    "carries", [(), ("one-hand",), ("one-hand", "one-hand"), ("two-hands",), ("two-hands", "worn", "pocket")]
)
def test_two_hands(carries):
    assert carrying(*carries) == []


@pytest.mark.parametrize(
    "carries", [("one-hand",) * 3, ("two-hands", "one-hand"), ("two-hands", "two-hands"), ("one-hand",) * 40]
)
def test_a_third_hand(carries):
    assert carrying(*carries) == [("otd.hands", 0)]


def test_one_object_in_the_pocket():
    assert carrying("pocket") == []
    assert carrying("pocket", "pocket") == [("otd.pocket", 0)]


def test_whatever_is_worn():
    assert carrying(*["worn"] * 40) == []


def with_bags(stowed, *capacities):
    bags = tuple(make.thing("container", capacity, name="Sac") for capacity in capacities)
    return make.broken(make.alone(equipment=(*make.things(*["stowed"] * stowed), *bags)))


@pytest.mark.parametrize(("stowed", "capacities"), [(0, (0,)), (2, (2,)), (3, (2, 1)), (1, (1, 0))])
def test_as_much_as_the_containers_take(stowed, capacities):
    assert with_bags(stowed, *capacities) == ["otd.container-user-value"]


@pytest.mark.parametrize(("stowed", "capacities"), [(1, (0,)), (3, (2,)), (4, (2, 1))])
def test_more_than_the_containers_take(stowed, capacities):
    assert with_bags(stowed, *capacities) == ["otd.container-user-value", "otd.stowed"]


def test_the_number_of_objects_needs_no_plural():
    gang = make.alone(equipment=(make.thing("container", 1, name="Sac"), *make.things("stowed", "stowed")))
    assert make.messages(gang) == {
        "otd.container-user-value": "Your own number, to check on the card: Sac (objects: 1).",
        "otd.stowed": "Objects stowed: 2. The containers take 1.",
    }


def test_nothing_is_stowed_without_a_container():
    assert carrying("stowed") == [("otd.stowed", 0)]


def test_a_capacity_means_nothing_elsewhere():
    worn = make.thing("worn", 5)
    assert make.broken(make.alone(equipment=(worn,))) == []
    assert make.broken(make.alone(equipment=(worn, make.thing("stowed")))) == ["otd.stowed"]


def test_a_container_below_nothing():
    gang = make.alone(equipment=(make.thing("container", -1, name="Trou"), make.thing("container", 2)))
    assert make.broken(gang) == ["otd.container-user-value", "otd.equipment"]
    assert make.judge(gang).analysis.units[0].capacity == 2


@pytest.mark.parametrize("name", ["", "  "])
def test_an_object_without_a_name(name):
    gang = make.alone(equipment=(make.thing(), make.thing("worn", name=name)))
    assert make.messages(gang) == {"otd.equipment": "Object without a name: no. 2."}


def test_a_way_of_carrying_nobody_knows():
    assert carrying("mouth") == [("otd.equipment", 0)]


@pytest.mark.parametrize("state", ["alive", "dead", "zombie", "reincarnated"])
def test_carrying_is_judged_in_every_state(state):
    gang = make.alone(state=state, equipment=make.things(*["one-hand"] * 3))
    assert "otd.hands" in make.broken(gang)


@pytest.mark.parametrize("kind", make.catalogue_rows("followers"))
def test_followers_of_the_book(kind):
    assert make.broken(make.alone(followers=(make.follower(kind),))) == []


@pytest.mark.parametrize("kind", ["chien", "", "zonard"])
def test_followers_of_no_book(kind):
    gang = make.alone(followers=(make.follower(), make.follower(kind)))
    assert make.found(gang) == [("otd.follower-type", 0)]
