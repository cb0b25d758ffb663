"""The Star, the NPCs, the leader, animals and zombies: each rule on both sides of its edge."""

import pytest

from rules.games.chain_reaction.document import StarGroup
from tests.rules.chain_reaction import make


def npcs(n, **fields):
    return (make.npc(**fields),) * n


def with_star(rep, n=None, **head):
    """What a group breaks whose Star has this REP, and n NPCs of REP 3."""
    return make.broken(make.group(*npcs(rep if n is None else n, rep=3), star=make.star(rep=rep), fill=False, **head))


def test_a_group_is_legal_by_itself():
    assert make.broken(make.group()) == []


def test_a_group_has_a_star():
    assert make.broken(make.group(star=None, leader=1)) == ["cr.star-missing"]


def test_an_empty_group_misses_its_star_and_five_others():
    assert make.broken(StarGroup()) == ["cr.no-leader", "cr.npc-too-few", "cr.star-missing"]


def test_a_group_has_one_star():
    two = make.group(*npcs(5), make.star(), fill=False)
    assert make.found(two) == [("cr.star-too-many", None)]
    assert make.messages(two)["cr.star-too-many"] == "1 Star per group, not 2."


def test_the_first_star_counts_as_the_star():
    two = make.group(*npcs(4, rep=3), make.star(rep=5), star=make.star(rep=4), fill=False, campaign=True)
    assert make.broken(two) == ["cr.star-too-many"]


@pytest.mark.parametrize("kind", ["attack-dog", "pet-dog", "zombie"])
def test_the_star_is_human(kind):
    assert make.found(make.group(star=make.star(figure=kind))) == [("cr.star-kind", 0)]


@pytest.mark.parametrize("rep", [4, 6])
def test_a_new_star_has_rep_5(rep):
    assert with_star(5) == []
    assert with_star(rep) == ["cr.star-rep"]


@pytest.mark.parametrize("rep", [3, 4, 5])
def test_a_star_in_a_campaign_has_rep_3_to_5(rep):
    assert with_star(rep, campaign=True) == []


@pytest.mark.parametrize("rep", [2, 6])
def test_a_star_in_a_campaign_has_no_other_rep(rep):
    stars = make.group(*npcs(rep, rep=1), star=make.star(rep=rep), fill=False, campaign=True)
    assert make.broken(stars) == ["cr.star-rep"]


def test_a_new_group_has_as_many_npcs_as_its_star_has_rep():
    assert with_star(5, 5) == []
    assert with_star(5, 4) == ["cr.npc-too-few"]
    assert with_star(5, 6) == ["cr.npc-too-many"]


def test_a_group_in_a_campaign_has_at_most_as_many():
    assert with_star(4, 4, campaign=True) == []
    assert with_star(4, 5, campaign=True) == ["cr.npc-too-many"]


def test_a_group_in_a_campaign_may_be_short():
    assert with_star(4, 3, campaign=True) == ["cr.understrength"]
    assert with_star(3, 0, campaign=True) == ["cr.understrength"]


def test_without_a_star_five_npcs_are_due_and_five_are_the_most():
    assert make.broken(make.group(*npcs(4), star=None, fill=False)) == ["cr.npc-too-few", "cr.star-missing"]
    assert make.broken(make.group(*npcs(6), star=None, fill=False)) == ["cr.npc-too-many", "cr.star-missing"]


@pytest.mark.parametrize("rep", [1, 2, 3, 4, 5])
def test_the_rep_of_an_npc(rep):
    assert make.broken(make.alone(rep=rep)) == []


@pytest.mark.parametrize("rep", [0, -1, -(10**3999)])
def test_the_rep_of_an_npc_is_1_at_least(rep):
    assert make.found(make.alone(rep=rep)) == [("cr.npc-rep-range", 5)]


def test_the_rep_of_an_npc_is_5_at_most():
    assert make.found(make.alone(rep=6)) == [("cr.npc-rep-above-star", 5), ("cr.npc-rep-range", 5)]


def test_no_npc_is_above_the_star():
    star = make.star(rep=4)
    assert make.broken(make.group(make.npc(rep=4), star=star, campaign=True)) == []
    assert make.found(make.group(make.npc(rep=5), star=star, campaign=True)) == [("cr.npc-rep-above-star", 4)]


def test_a_rep_minus_1_for_the_next_game_changes_no_cap():
    tired = make.star(rep=4, next_game_rep=-1)
    assert make.broken(make.group(make.npc(rep=4), star=tired, campaign=True)) == []


@pytest.mark.parametrize("figure", ["cat", "humain", "star"])
def test_kinds_of_figures(figure):
    assert make.broken(make.alone(figure="human")) == []
    assert make.found(make.alone(figure=figure)) == [("cr.kind-unknown", 5)]
    assert make.found(make.group(star=make.star(figure=figure))) == [("cr.kind-unknown", 0)]


@pytest.mark.parametrize("leader", [0, 1, 5])
def test_the_leader_is_of_the_group(leader):
    assert make.broken(make.group(leader=leader)) == []


@pytest.mark.parametrize("leader", [-1, 6, 10**3999])
def test_the_leader_is_nobody_else(leader):
    assert make.found(make.group(leader=leader)) == [("cr.leader-unknown", None)]


def test_a_group_without_a_leader_is_legal():
    assert make.found(make.group(leader=None)) == [("cr.no-leader", None)]


@pytest.mark.parametrize(("dog", "rep"), [("attack-dog", 4), ("pet-dog", 3)])
def test_dogs_have_the_rep_of_the_book_and_take_a_place(dog, rep):
    assert make.found(make.alone(figure=dog, rep=rep, weapons=())) == [("cr.dog-slot", 5)]
    for other in (rep - 1, rep + 1):
        assert make.broken(make.alone(figure=dog, rep=other, weapons=())) == ["cr.dog-rep", "cr.dog-slot"]


def test_a_dog_may_change_in_a_campaign():
    assert make.broken(make.group(make.npc(figure="pet-dog", rep=4, weapons=()), campaign=True)) == ["cr.dog-slot"]


def test_zombies_have_rep_4_and_follow_nobody():
    assert make.found(make.alone(figure="zombie", rep=4, weapons=())) == [("cr.zombie-in-group", 5)]
    for other in (3, 5):
        assert make.broken(make.alone(figure="zombie", rep=other, weapons=())) == [
            "cr.zombie-in-group",
            "cr.zombie-rep",
        ]


def test_a_zombie_may_change_in_a_campaign():
    assert make.broken(make.group(make.npc(figure="zombie", rep=3, weapons=()), campaign=True)) == [
        "cr.zombie-in-group"
    ]


def test_an_attribute_named_like_a_kind_makes_no_dog():
    assert make.broken(make.alone(attributes=("attack-dog",))) == ["cr.attr-unknown"]


def test_humans_ride():
    assert make.broken(make.alone(mounted=True)) == []
    assert make.broken(make.group(star=make.star(mounted=True))) == []


def test_nobody_else_rides():
    assert make.broken(make.alone(figure="attack-dog", weapons=(), mounted=True)) == ["cr.dog-slot", "cr.mounted-kind"]
    assert make.broken(make.alone(figure="zombie", weapons=(), mounted=True)) == [
        "cr.mounted-kind",
        "cr.zombie-in-group",
    ]


def test_messages_say_the_numbers():
    assert make.messages(make.group(*npcs(6, rep=4), star=make.star(rep=4), fill=False)) == {
        "cr.star-rep": "The Star has REP 4; a new one has 5.",
        "cr.npc-too-many": "A Star of REP 4 leads 4 NPCs at most, not 6.",
    }


def test_a_kind_that_this_edition_has_retired():
    pack = make.alone(figure="attack-dog", weapons=())
    assert make.broken(pack) == ["cr.dog-slot"]
    assert make.broken_without(pack, "attack-dog") == ["cr.dog-slot", "cr.kind-unknown"]


def test_figures_are_numbered_from_1():
    message = make.messages(make.group(leader=7))["cr.leader-unknown"]
    assert message == "Figure 8 is the main leader, but the group has 6."


def test_how_many_npcs_are_missing_is_said():
    message = make.messages(make.group(make.npc(), fill=False))["cr.npc-too-few"]
    assert message == "NPCs: 1. A Star of REP 5 needs 5: 4 to add."


@pytest.mark.parametrize(
    ("campaign", "message"),
    [
        (True, "The Star has REP 2; in a campaign, 3 to 5."),
        (False, "The Star has REP 2; a new one has 5."),
    ],
)
def test_the_rep_that_a_star_may_have_is_said(campaign, message):
    group = make.group(star=make.star(rep=2), campaign=campaign)
    assert make.messages(group)["cr.star-rep"] == message
