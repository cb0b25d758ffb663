"""The campaign: REP -1 for a game, and groups that are short."""

import pytest

from tests.rules.chain_reaction import make


@pytest.mark.parametrize("change", [0, -1])
def test_rep_minus_1_for_the_next_game(change):
    assert make.broken(make.group(make.npc(next_game_rep=change), campaign=True)) == []


@pytest.mark.parametrize("change", [1, -2, 10**3999])
def test_no_other_change(change):
    assert make.found(make.group(make.npc(next_game_rep=change), campaign=True)) == [("cr.next-game-mod", 5)]


def test_only_a_campaign_has_a_next_game():
    assert make.found(make.group(star=make.star(next_game_rep=-1))) == [("cr.next-game-mod", 0)]


def test_a_short_group_is_pointed_out_in_a_campaign():
    full = make.group(campaign=True)
    short = make.group(make.npc(), fill=False, campaign=True)
    assert make.broken(full) == []
    assert make.found(short) == [("cr.understrength", None)]
    assert make.messages(short) == {"cr.understrength": "NPCs: 1. The Star can lead 5."}


def test_without_a_star_no_group_is_short():
    group = make.group(make.npc(), star=None, fill=False, campaign=True)
    assert make.broken(group) == ["cr.star-missing"]
