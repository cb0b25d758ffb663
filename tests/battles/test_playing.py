"""A battle on its pages: started, joined, marked, taken back, watched."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle, Mark
from rules.registry import GAMES
from tests import make
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
WOUNDS = "0/0.0/wounds"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_starts_a_battle_and_marks_what_its_sheet_names(game):
    row = played.roster(game)
    client = make.grant(Client(), row)
    assert client.get(reverse("battle-new", args=[row.pk])).status_code == 200
    begun = client.post(reverse("battle-new", args=[row.pk]), {"player": "Maud"})
    battle = Battle.objects.get()
    assert begun["Location"] == url("battle", battle)
    path, marker = next(
        (path, one) for path, one in played.state(battle).markers_by_path.items() if path.startswith("0/0.0/")
    )
    assert played.send(client, battle, f"set {path} {marker.most}")["marks"] == {path: marker.most}
    assert marker.label.fr.encode() in client.get(url("battle", battle)).content


def test_others_join_by_the_link_with_their_list_as_it_is():
    battle = played.battle(lists=1)
    row = played.roster(name="Les Autres")
    client = make.grant(Client(), row)
    page = reverse("battle-join", args=[battle.join_key])
    assert "Les Autres" in client.get(page).content.decode()
    assert client.post(page, {"roster": row.pk, "player": "Anna"})["Location"] == url("battle", battle)
    side = played.state(battle).sides[1]
    assert (side.name, side.player, side.revision) == ("Les Autres", "Anna", 1)
    client.post(page, {"roster": row.pk})
    assert battle.rosters.count() == 2


def test_a_list_of_a_stranger_does_not_join():
    battle, row = played.battle(lists=1), played.roster()
    answer = Client().post(reverse("battle-join", args=[battle.join_key]), {"roster": row.pk})
    assert (answer.status_code, battle.rosters.count()) == (404, 1)


@pytest.mark.parametrize("name", ["battle", "battle-log", "battle-invite"])
def test_strangers_find_no_battle(name):
    assert Client().get(url(name, played.battle())).status_code == 404


def test_players_mark_their_own_side_and_the_table_and_the_host_marks_all():
    battle = played.battle()
    host, guest = played.player(battle, 0), played.player(battle, 1)
    refused = played.send(guest, battle, f"set {WOUNDS} 1", "set 1/0.0/wounds 2", "next-round")
    assert [one["reason"] for one in refused["refused"]] == ["That’s another player’s."]
    assert played.send(host, battle, "add 1/0.0/wounds -1")["marks"] == {"1/0.0/wounds": 1, "table/round": 2}


@pytest.mark.database
def test_a_mark_that_is_sent_twice_counts_once():
    battle = played.battle()
    client = played.player(battle)
    batch = json.dumps({"marks": [{"id": "once-0001", "command": f"add {WOUNDS} 1"}]})
    for _time in range(2):
        answer = client.post(url("battle-marks", battle), batch, content_type="application/json").json()
        assert (answer["done"], answer["marks"], answer["revision"]) == (["once-0001"], {WOUNDS: 1}, 1)


def test_each_player_takes_back_their_own_marks_without_end():
    battle = played.battle()
    host, guest = played.player(battle, 0), played.player(battle, 1)
    for _time in range(2):
        played.send(host, battle, f"add {WOUNDS} 1")
        played.send(guest, battle, "add 1/0.0/wounds 1")
    assert played.send(host, battle, "undo")["marks"] == {WOUNDS: 1, "1/0.0/wounds": 2}
    assert played.send(host, battle, "undo")["marks"] == {"1/0.0/wounds": 2}
    assert played.send(host, battle, "undo")["refused"][0]["reason"] == "Nothing to undo."


def test_taking_back_keeps_what_another_marked_at_the_same_place_since():
    battle = played.battle()
    host, guest = played.player(battle, 0), played.player(battle, 1)
    played.send(guest, battle, "add 1/0.0/wounds 1")
    played.send(host, battle, "add 1/0.0/wounds 1")
    assert played.send(guest, battle, "undo")["marks"] == {"1/0.0/wounds": 1}


def test_a_new_round_counts_on_and_nobody_is_activated():
    battle = played.battle()
    client = played.player(battle)
    played.send(client, battle, "set 0/0.0/activated 1", f"set {WOUNDS} 1", "next-round")
    document = played.state(battle)
    assert (document.round, document.number("0/0.0/activated"), document.number(WOUNDS)) == (2, 0, 1)
    played.send(client, battle, "undo")
    assert played.state(battle).number("0/0.0/activated") == 1


def test_a_page_that_asks_again_learns_what_is_new_and_nothing_else():
    battle = played.battle()
    client = played.player(battle)
    first = client.get(played.state_url(battle))
    again = client.get(played.state_url(battle), HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    played.send(client, battle, f"set {WOUNDS} 1")
    later = client.get(played.state_url(battle), HTTP_IF_NONE_MATCH=first["ETag"])
    assert later.json()["marks"] == {WOUNDS: 1}


def test_a_page_that_asks_again_learns_nothing_where_answers_are_compressed(monkeypatch):
    monkeypatch.setattr("config.compression.MOST_RANDOM", 0)  # so that a small answer is always smaller compressed
    battle = played.battle()
    client = played.player(battle)
    marks = [f"set {side}/0.{index}/{key} 1" for side in range(2) for index in range(3) for key in ("out", "activated")]
    played.send(client, battle, f"set {WOUNDS} 2", *marks)
    phone = Client(headers={"accept-encoding": "gzip"})
    first = phone.get(played.state_url(battle))
    assert (first["Content-Encoding"], first["ETag"][:2]) == ("gzip", "W/")
    assert phone.get(played.state_url(battle), HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304


def test_watchers_see_and_mark_nothing():
    battle = played.battle()
    page = Client().get(reverse("battle-watch", args=[battle.watch_key]))
    assert page.status_code == 200
    assert b'name="command"' not in page.content
    assert Client().get(played.state_url(battle)).json()["revision"] == 0
    assert Client().post(url("battle-marks", battle), {"command": "next-round"}).status_code == 404


def test_without_scripts_a_mark_is_a_form_that_leads_back_to_its_unit():
    battle = played.battle()
    fields = {"command": f"set {WOUNDS} 2", "unit": "0/0.0", "anchor": "unit-0-0-0"}
    answer = played.player(battle).post(url("battle-marks", battle), fields)
    assert answer["Location"] == url("battle", battle) + "?unit=0/0.0#unit-0-0-0"
    assert played.state(battle).marks == {WOUNDS: 2}


@pytest.mark.database
def test_the_log_says_what_was_marked():
    battle = played.battle()
    client = played.player(battle)
    played.send(client, battle, f"set {WOUNDS} 2")
    assert "0 → 2" in client.get(url("battle-log", battle)).content.decode()
    assert Mark.objects.get().changes == {WOUNDS: [None, 2]}


def test_marks_that_no_battle_knows_are_refused_one_by_one():
    battle = played.battle()
    bad = ["set", "fly 0/0.0", "set 9/9/x 1", f"set {WOUNDS} many", "say 0/0.0/wounds x", f"set {WOUNDS} 1"]
    answer = played.send(played.player(battle), battle, *bad)
    assert (len(answer["refused"]), answer["marks"]) == (5, {WOUNDS: 1})


@pytest.mark.database
def test_the_host_replaces_a_link_and_a_guest_does_not():
    battle = played.battle()
    old = battle.watch_key
    played.player(battle, 1).post(url("battle-invite", battle), {"action": "replace watch"})
    assert Client().get(reverse("battle-watch", args=[old])).status_code == 200
    played.player(battle, 0).post(url("battle-invite", battle), {"action": "replace watch"})
    assert Client().get(reverse("battle-watch", args=[old])).status_code == 410


def test_another_scenario_asks_for_its_own_roles():
    row = played.roster()
    client = make.grant(Client(), row)
    page = client.get(reverse("battle-new", args=[row.pk]), {"scenario": "no-such"})
    assert page.status_code == 200


def test_who_has_no_list_joins_with_a_copy_of_the_example():
    battle, client = played.battle(lists=1), Client()
    joined = client.post(reverse("battle-join", args=[battle.join_key]), {"roster": "example"})
    assert joined["Location"] == url("battle", battle)
    assert played.send(client, battle, "add 1/0.0/wounds 1")["marks"] == {"1/0.0/wounds": 1}


@pytest.mark.database
def test_a_list_is_taken_out_by_its_player_or_the_host_and_by_nobody_else():
    battle = played.battle(lists=3)
    host, guest = played.player(battle, 0), played.player(battle, 1)
    guest.post(url("battle-invite", battle), {"action": "leave 2"})
    assert battle.rosters.filter(roster__isnull=True).count() == 0
    host.post(url("battle-invite", battle), {"action": "leave 2"})
    guest.post(url("battle-invite", battle), {"action": "leave 1"})
    document = played.state(battle)
    assert [side.erased for side in document.sides] == [False, True, True]
    assert (document.sides[1].units, guest.get(url("battle", battle)).status_code) == ((), 404)
    assert host.get(url("battle", battle)).status_code == 200


def test_where_the_host_leaves_the_next_player_is_the_host():
    battle = played.battle()
    played.player(battle, 0).post(url("battle-invite", battle), {"action": "leave 0"})
    guest = played.player(battle, 1)
    assert guest.get(url("battle-end", battle)).context["access"].host


def test_notes_of_a_list_are_for_its_player_alone():
    document = played.example() | {"notes": "Piège au pont."}
    document["units"][0]["notes"] = "Porte la clé."
    battle = played.battle(lists=1)
    row = history.create(LoadedRoster.from_data(document), "new")[0]
    owner = make.grant(Client(), row)
    owner.post(reverse("battle-join", args=[battle.join_key]), {"roster": row.pk})
    pages = [one.get(url("battle", battle)).content.decode() for one in (owner, played.player(battle))]
    pages += [Client().get(reverse("battle-watch", args=[battle.watch_key])).content.decode()]
    assert ["Porte la clé." in page for page in pages[1:]] == [False, False]
    assert all("Piège au pont." not in page for page in pages[1:])
