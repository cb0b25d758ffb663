"""Life, markers, traumas, death and what comes after it: each rule on both sides of its edge."""

import pytest

from tests.rules.of_the_dead import make

MARKERS = make.catalogue_rows("markers")


@pytest.mark.parametrize("domain", ["physical", "mental"])
@pytest.mark.parametrize("permanent", [True, False])
def test_a_trauma(domain, permanent):
    assert make.broken(make.alone(traumas=(make.trauma(domain=domain, permanent=permanent),))) == []


@pytest.mark.parametrize("trauma", [make.trauma(""), make.trauma(" "), make.trauma(domain="social")])
def test_a_trauma_out_of_order(trauma):
    assert make.found(make.alone(traumas=(trauma,))) == [("otd.trauma", 0)]


def test_traumas_are_numbered_from_1():
    gang = make.alone(traumas=(make.trauma(""), make.trauma(), make.trauma(" ")))
    assert make.messages(gang) == {"otd.trauma": "Trauma without a name: no. 1, 3."}


@pytest.mark.parametrize("key", MARKERS)
def test_a_marker(key):
    assert make.broken(make.alone(markers=((key, 0),))) == []
    assert make.broken(make.alone(markers=((key, 9),))) == []
    assert make.found(make.alone(markers=((key, -1),))) == [("otd.markers", 0)]


def test_a_marker_that_the_game_has_not():
    assert make.found(make.alone(markers=(("noise", 1),))) == [("otd.markers", 0)]


@pytest.mark.parametrize("key", ["life", "morale"])
def test_gauges_are_not_below_nothing(key):
    assert make.broken(make.alone(state="dead", **{key: 0})) == []
    assert make.found(make.alone(state="dead", **{key: -1})) == [("otd.markers", 0)]


def test_what_is_below_nothing_is_said():
    gang = make.alone(state="dead", life=-1, morale=-1)
    assert make.messages(gang) == {"otd.markers": "Below 0: Life, Morale."}


@pytest.mark.parametrize("key", ["reputation", "survival"])
def test_the_players_own_figures_are_free(key):
    assert make.broken(make.alone(**{key: -3})) == []


def test_life_above_the_start():
    assert make.broken(make.alone(life=6)) == []
    assert make.found(make.alone(life=7)) == [("otd.life-above-start", 0)]
    assert make.broken(make.alone(life=8, modifiers=make.pairs(physique=1))) == []


def test_morale_above_the_start_is_usual():
    assert make.broken(make.alone(morale=40)) == []


@pytest.mark.parametrize("state", ["alive", "reincarnated"])
def test_no_life_left(state):
    assert make.broken(make.alone(state=state, life=1)) == []
    assert make.found(make.alone(state=state, life=0)) == [("otd.zero-life", 0)]


@pytest.mark.parametrize(
    ("physique", "change", "fields", "found"),
    [
        (1, -1, {}, ["otd.attr-below-1", "otd.zero-life"]),
        (2, -3, {"state": "reincarnated"}, ["otd.attr-below-1", "otd.zero-life"]),
        (2, -1, {}, []),
        (1, -1, {"life": 1}, ["otd.attr-below-1", "otd.life-above-start"]),
        (1, -1, {"state": "dead"}, ["otd.attr-below-1"]),
        (1, 0, {}, []),
    ],
)
def test_a_lasting_change_may_leave_no_life(physique, change, fields, found):
    attributes = make.attributes(physique=physique, psychique=5 - physique)
    gang = make.alone(attributes=attributes, modifiers=make.pairs(physique=change), **fields)
    assert make.broken(gang) == found


def test_a_lasting_change_that_leaves_no_life_is_said():
    gang = make.alone(attributes=make.attributes(1, 4, 2, 2), modifiers=make.pairs(physique=-1))
    assert make.messages(gang)["otd.zero-life"] == (
        "No life at the start: Physique is 0 with lasting changes. Not noted as dead."
    )


@pytest.mark.parametrize("attributes", [(), make.attributes(0, 5, 2, 2)])
def test_a_character_without_physique_yet_is_not_called_lifeless(attributes):
    assert "otd.zero-life" not in make.broken(make.alone(attributes=attributes))


@pytest.mark.parametrize("state", ["alive", "dead", "reincarnated"])
def test_states(state):
    assert make.broken(make.alone(state=state)) == []


def test_a_state_of_no_game():
    assert make.found(make.alone(state="asleep")) == [("otd.state-unknown", 0)]


@pytest.mark.parametrize("slug", make.catalogue_rows("zombies"))
def test_zombie_types(slug):
    assert make.broken(make.alone(state="zombie", zombie_type=slug)) == []
    assert make.found(make.alone(state="dead", zombie_type=slug)) == [("otd.zombie-type-state", 0)]


def test_a_zombie_whose_type_is_not_chosen():
    gang = make.alone(state="zombie")
    assert make.found(gang) == [("otd.zombie-type-none", 0)]
    assert make.judge(gang).legal is True


def test_a_zombie_type_of_no_book():
    assert make.found(make.alone(state="zombie", zombie_type="trainard")) == [("otd.zombie-type-unknown", 0)]
    both = [("otd.zombie-type-state", 0), ("otd.zombie-type-unknown", 0)]
    assert make.found(make.alone(zombie_type="trainard")) == both
