"""A team of Reichbusters in a battle."""

import pytest
from django.utils.translation import override

from builder.battles.spec import BattleContext
from builder.games.reichbusters.battle.build import brief, notices
from builder.wording import say
from tests import make
from tests.battles import played

pytestmark = pytest.mark.django_db


def battle_of(**fields):
    """A battle of one team: the example with these fields of its head."""
    return played.of(played.roster("reichbusters", **fields))


def due(battle):
    with override("en"):
        found = notices(played.state(battle), make.catalogue("reichbusters"))
        return [say(one.text) for one in found]


def test_lasting_wounds_start_as_the_list_has_them():
    document = played.example("reichbusters")
    document["units"][0]["wounds"] = 2
    battle = battle_of(units=document["units"])
    assert played.state(battle).number("0/0.0/lasting-wounds") == 2


def test_four_lasting_wounds_put_a_hero_down():
    battle = battle_of()
    client, name = played.player(battle), played.state(battle).sides[0].units[0].name.en
    played.send(client, battle, "set 0/0.0/lasting-wounds 3")
    assert due(battle) == []
    played.send(client, battle, "set 0/0.0/lasting-wounds 4")
    assert due(battle) == [f"{name} has 4 lasting wounds: down."]
    played.send(client, battle, "set 0/0.0/down 1")
    assert due(battle) == []
    assert played.state(battle).down_paths == set()


def test_what_is_done_once_a_turn_is_free_again_in_the_next_round():
    battle = battle_of()
    played.send(played.player(battle), battle, "set 0/0.0/move 1", "set 0/0.0/captured 1", "next-round")
    document = played.state(battle)
    assert (document.number("0/0.0/move"), document.number("0/0.0/captured")) == (0, 1)


def test_the_ends_of_the_tracks_are_told():
    battle = battle_of(track={"pre": 4, "post": 5})
    client = played.player(battle)
    most = {
        key: played.state(battle).markers_by_path[f"0/{key}"].most for key in ("before-the-alarm", "after-the-alarm")
    }
    played.send(client, battle, f"set 0/before-the-alarm {most['before-the-alarm'] - 1}")
    assert due(battle) == []
    played.send(client, battle, f"set 0/before-the-alarm {most['before-the-alarm']}")
    assert due(battle) == ["The track before the alarm is at its end: the alarm goes off."]
    played.send(client, battle, "set 0/alarm 1", f"set 0/after-the-alarm {most['after-the-alarm']}")
    assert due(battle) == ["The track after the alarm is at its end: the mission is lost."]


def test_nothing_is_told_of_tracks_that_nobody_copied():
    battle = battle_of(track=None)
    played.send(played.player(battle), battle, "set 0/before-the-alarm 99", "set 0/after-the-alarm 99")
    assert due(battle) == []


def test_the_round_is_at_hand_in_both_languages():
    battle = battle_of()
    book = make.catalogue("reichbusters")
    titles = [brief(BattleContext(played.state(battle), book, [], language))[0].title for language in ("fr", "en")]
    assert titles == ["Le round", "The round"]
