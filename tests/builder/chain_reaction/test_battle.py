"""A group of Chain Reaction in a battle."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.battles.document import BattleDocument, BattleSide, BattleUnit, Marker
from builder.battles.spec import BattleContext
from builder.games.chain_reaction.battle.build import brief, notices
from builder.lists.loaded import LoadedRoster
from builder.wording import say
from rules.text import Text
from tests import make
from tests.battles import played

pytestmark = pytest.mark.django_db


def due(battle):
    with override("en"):
        return [
            (say(one.text), one.dice, one.side)
            for one in notices(played.state(battle), make.catalogue("chain-reaction"))
        ]


@pytest.fixture
def battle():
    return played.battle("chain-reaction")


def test_the_dead_are_out_of_play_and_who_flees_may_rally(battle):
    client = played.player(battle)
    played.send(client, battle, "set 0/0.0/dead 1", "set 0/1.0/fled 1", "set 0/2.0/stunned 1")
    assert played.state(battle).down_paths == {"0/0.0"}


def test_a_lost_leader_asks_for_a_test_until_it_is_made(battle):
    client, leader = played.player(battle), played.state(battle).sides[0].known["leader"]
    assert due(battle) == []
    played.send(client, battle, f"set 0/{leader}.0/out 1")
    ((words, dice, side),) = due(battle)
    assert words.endswith("led and is dead or out of action: the others test, a Star chooses.")
    assert (dice, side) == ("2D6", 0)
    played.send(client, battle, "set 0/leader-lost-tested 1")
    assert due(battle) == []


@pytest.mark.parametrize(("key", "asks"), [("dead", 1), ("out", 1), ("removed-from-play", 0), ("fled", 0)])
def test_only_a_leader_dead_or_out_of_action_is_lost(key, asks):
    markers = tuple(Marker(one, Text(one, one)) for one in ("dead", "out", "removed-from-play", "fled"))
    leader = BattleUnit("0.0", Text("Ada", "Ada"), index=0, markers=tuple(replace(one, ends=True) for one in markers))
    side = BattleSide(units=(leader,), facts=(("leader", 0),))
    marked = BattleDocument("chain-reaction", 1, sides=(side,), marks={f"0/0.0/{key}": 1})
    assert len(notices(marked, make.catalogue("chain-reaction"))) == asks


def test_a_group_without_a_leader_loses_none():
    row = played.roster("chain-reaction", leader=None)
    side = played.state(played.of(row)).sides[0]
    assert ("leader" in side.known, [one.key for one in side.markers if one.key == "leader-lost-tested"]) == (False, [])


@pytest.mark.parametrize(("language", "title"), [("fr", "Blessure"), ("en", "Wound")])
def test_what_the_lists_need_is_at_hand_once(battle, language, title):
    loaded = LoadedRoster.from_data(played.example("chain-reaction"))
    context = BattleContext(played.state(battle), loaded.catalogue, [loaded, loaded, None], language)
    titles = [one.title for one in brief(context)]
    assert title in titles
    assert len(titles) == len(set(titles))
