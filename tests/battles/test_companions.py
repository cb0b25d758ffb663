"""Battles whose lists play together: one result for all, teams, seats on units of another's list."""

import pytest
from django.test import Client
from django.urls import reverse

from builder.battles import document, services
from builder.battles.ending import entered_result, result_choices
from builder.models import Battle, Seat
from rules.play.battle import BattleDocument, BattleSide, Result, SideResult
from tests.battles import played
from tests.battles.played import url

ENGLISH = {"headers": {"accept-language": "en"}}
GANG, RATS, ZOMBIES = (BattleSide(name, team=team) for name, team in (("Mira", 0), ("Tom", 0), ("Zed", 1)))


def together(*sides):
    return BattleDocument("of-the-dead", sides=sides, companions=True)


def test_lists_of_one_team_play_together_and_the_games_own_is_apart():
    assert together(GANG, RATS, ZOMBIES).teams == [[0, 1], [2]]
    assert together(GANG, BattleSide("Zombies", run_by_game=True), RATS).teams == [[0, 2], [1]]
    assert BattleDocument("rbn", sides=(GANG, RATS)).teams == [[0], [1]]


def test_companions_have_one_result():
    battle, nothing = together(GANG, RATS), Result((SideResult(), SideResult()))
    (asked,) = result_choices(battle, nothing)
    assert [one.slug for one in (*asked.first, *asked.rare)] == ["won", "lost", "drawn", ""]
    assert [side.outcome for side in entered_result(battle, nothing, {"winner": "lost"}).sides] == ["lost", "lost"]


def test_two_teams_win_against_each_other():
    battle, nothing = together(GANG, RATS, ZOMBIES), Result((SideResult(),) * 3)
    (asked,) = result_choices(battle, nothing)
    assert [one.slug for one in asked.first] == ["0", "2", "drawn"]
    assert [side.outcome for side in entered_result(battle, nothing, {"winner": "0"}).sides] == ["won", "won", "lost"]


def test_of_three_teams_each_has_one_outcome():
    battle = together(GANG, RATS, ZOMBIES, BattleSide("Wolves", team=2))
    nothing = Result((SideResult(),) * 4)
    assert [one.name for one in result_choices(battle, nothing)] == ["outcome-0", "outcome-2", "outcome-3"]
    fields = {"outcome-0": "won", "outcome-1": "", "outcome-2": "lost", "outcome-3": "lost"}
    assert [side.outcome for side in entered_result(battle, nothing, fields).sides] == ["won", "won", "lost", "lost"]


def test_a_battle_of_before_is_one_of_companions_where_its_game_is():
    before = {"format": "bivouac-battle/1", "sides": [], "others": {}, "marks": {}}
    assert document.read(before | {"game": "reichbusters"}).companions
    assert not document.read(before | {"game": "rbn"}).companions


# --- seats ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def battle(db):
    """A battle of one team of heroes."""
    return played.battle("reichbusters", lists=1)


def sit(battle, *units, player="Tom"):
    client = Client(**ENGLISH)
    answer = client.post(
        reverse("battle-join", args=[battle.join_key]), {"roster": "seat", "units": units, "player": player}
    )
    return client, answer["Location"]


def test_who_has_no_list_marks_the_units_of_the_seat_alone(battle):
    client, address = sit(battle, "1.0")
    assert address == url("battle", battle)
    answer = played.send(client, battle, "set 0/1.0/activated 1", "set 0/0.0/activated 1", "set table/round 2")
    assert [one["reason"] for one in answer["refused"]] == ["That’s another player’s."]
    state = played.state(battle)
    assert (state.number("0/1.0/activated"), state.number("0/0.0/activated"), state.round) == (1, 0, 2)


def test_host_and_seat_each_take_back_their_own_marks(battle):
    client, _address = sit(battle, "1.0")
    played.send(client, battle, "set 0/1.0/activated 1")
    host = played.player(battle)
    played.send(host, battle, "set 0/0.0/activated 1", "undo")
    played.send(host, battle, "undo")
    state = played.state(battle)
    assert (state.number("0/1.0/activated"), state.number("0/0.0/activated")) == (1, 0)
    played.send(client, battle, "undo")
    assert played.state(battle).number("0/1.0/activated") == 0


def test_a_unit_has_one_seat(battle):
    sit(battle, "1.0")
    assert sit(battle, "1.0", player="Ada")[1] == reverse("battle-join", args=[battle.join_key])
    sit(battle, "0.0", "1.0", player="Ada")
    assert [seat.paths for seat in Seat.objects.all()] == [["0/1.0"], ["0/0.0"]]


def test_no_seat_among_opponents(db):
    battle = played.battle(lists=1)
    sit(battle, "0.0")
    assert not Seat.objects.exists()


def test_the_page_shows_boxes_of_the_seat_and_not_of_the_others(battle):
    client, _address = sit(battle, "1.0")
    shown = client.get(url("battle-side", battle, 0)).content.decode()
    assert "set 0/1.0/activated 1" in shown
    assert "set 0/0.0/activated 1" not in shown


def test_the_host_takes_a_seat_back_and_it_marks_no_more(battle):
    client, _address = sit(battle, "1.0")
    seat = Seat.objects.get()
    assert Client().post(url("battle-invite", battle), {"action": f"vacate {seat.pk}"}).status_code == 404
    assert "Tom" in played.player(battle).get(url("battle-invite", battle)).content.decode()
    played.player(battle).post(url("battle-invite", battle), {"action": f"vacate {seat.pk}"})
    assert client.post(url("battle-marks", battle), {"command": "set 0/1.0/activated 1"}).status_code == 404


def test_seats_go_with_the_list(battle):
    sit(battle, "1.0")
    played.player(battle).post(url("battle-invite", battle), {"action": "leave 0"})
    assert not Seat.objects.exists()


def test_who_has_a_seat_finds_the_battle_among_their_own(battle):
    client, address = sit(battle, "1.0")
    assert f'href="{address}"' in client.get(reverse("my-battles")).content.decode()


def test_the_invitation_asks_to_join_the_evening(battle):
    shown = Client(**ENGLISH).get(reverse("battle-join", args=[battle.join_key])).content.decode()
    assert "Join the team’s evening" in shown
    assert 'name="units"' in shown


@pytest.mark.parametrize(("team", "teams"), [("0", [[0, 1]]), ("1", [[0], [1]])])
def test_who_joins_a_gang_plays_with_it_or_against_it(db, team, teams):
    battle = played.battle("of-the-dead", lists=1)
    client = Client(**ENGLISH)
    address = reverse("battle-join", args=[battle.join_key])
    assert "against everyone" in client.get(address).content.decode()
    client.post(address, {"roster": "example", "team": team})
    assert played.state(battle).teams == teams


def test_a_battle_of_companions_may_be_started_in_any_game(db):
    rows = [played.participant(played.roster(name=f"List {n}")) for n in range(2)]
    battle = services.start(rows, None, companions=True)
    assert document.read(Battle.objects.get(pk=battle.pk).setup).companions
