"""Around a battle's table: its end, paper, files, a list's record, my battles."""

import io

import pypdf
import pytest
from django.urls import reverse

from builder.battles.document import Result, SideResult
from builder.models import Battle, Mark
from tests.battles import played
from tests.battles.played import url

pytestmark = [pytest.mark.django_db, pytest.mark.database]
WOUNDS = "0/0.0/wounds"
ENDED = {"outcome-0": "won", "points-0": "7", "feats-0": "Held the bridge.", "outcome-1": "lost", "notes": "Rain."}


def page(client, address, **query):
    answer = client.get(address, query, headers={"accept-language": "en"})
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


# --- the end --------------------------------------------------------------------------------------------------------


def test_the_host_enters_the_result_and_each_list_learns_how_it_fared():
    battle = played.battle()
    host = played.player(battle)
    played.send(host, battle, "set 0/0.0/out 1")
    assert host.post(url("battle-end", battle), ENDED)["Location"] == url("battle-end", battle)
    result = Result((SideResult("won", 7, "Held the bridge."), SideResult("lost")), "Rain.")
    assert played.state(battle).result == result
    battle.refresh_from_db()
    units = len(played.state(battle).sides[0].units)
    fared = list(battle.rosters.values_list("outcome", "fielded", "survived"))
    assert (battle.ended is not None, fared) == (True, [("won", units, units - 1), ("lost", units, units)])


def test_the_end_form_shows_again_what_was_entered():
    battle = played.battle()
    host = played.player(battle)
    host.post(url("battle-end", battle), ENDED)
    shown = page(host, url("battle-end", battle))
    assert "Held the bridge." in shown
    assert 'value="7"' in shown
    assert "Rain." in shown


def test_other_players_read_the_result_and_enter_none():
    battle = played.battle()
    guest = played.player(battle, 1)
    assert "enters the result" in page(guest, url("battle-end", battle))
    assert guest.post(url("battle-end", battle), ENDED).status_code == 404
    played.player(battle).post(url("battle-end", battle), ENDED)
    shown = page(guest, url("battle-end", battle))
    assert "Held the bridge." in shown
    assert "<textarea" not in shown


def test_points_that_are_none_are_refused_and_nothing_ends():
    battle = played.battle()
    answer = played.player(battle).post(url("battle-end", battle), ENDED | {"points-0": "many"})
    assert answer.status_code == 422
    assert Battle.objects.get().ended is None


def test_a_battle_that_ended_goes_on():
    battle = played.battle()
    host = played.player(battle)
    host.post(url("battle-end", battle), ENDED)
    assert played.player(battle, 1).post(url("battle-reopen", battle)).status_code == 404
    assert host.post(url("battle-reopen", battle))["Location"] == url("battle", battle)
    battle.refresh_from_db()
    assert (battle.ended, played.state(battle).result) == (None, None)
    assert list(battle.rosters.values_list("outcome", "survived")) == [("", None), ("", None)]


# --- what was ticked on paper ---------------------------------------------------------------------------------------


def test_what_was_ticked_on_paper_is_one_mark_and_one_step_back():
    battle = played.battle()
    client = played.player(battle)
    shown = page(client, url("battle-paper", battle))
    assert f'name="{WOUNDS}=0"' in shown
    fields = {f"{WOUNDS}=0": "2", "0/0.0/out=0": "1", "1/0.0/wounds=0": "1", "table/round=1": "3", "command": "fill-in"}
    assert client.post(url("battle-paper", battle), fields | {"id": "paper-0001"})["Location"] == url("battle-end", battle)
    client.post(url("battle-paper", battle), fields | {"id": "paper-0001"})
    assert Mark.objects.count() == 1
    assert dict(played.state(battle).marks) == {WOUNDS: 2, "0/0.0/out": 1, "1/0.0/wounds": 1, "table/round": 3}
    played.send(client, battle, "undo")
    assert played.state(battle).marks == {}


def test_each_player_is_shown_their_own_units():
    battle = played.battle()
    shown = page(played.player(battle, 1), url("battle-paper", battle))
    assert 'name="1/0.0/wounds=0"' in shown
    assert f'name="{WOUNDS}=0"' not in shown


# --- on paper -------------------------------------------------------------------------------------------------------


def words_of(content):
    return "\n".join(one.extract_text() for one in pypdf.PdfReader(io.BytesIO(content)).pages)


@pytest.mark.parametrize(("language", "standing"), [("fr", "Round"), ("en", "Round")])
def test_a_battle_prints_in_its_present_state(language, standing):
    battle = played.battle()
    client = played.player(battle)
    played.send(client, battle, f"set {WOUNDS} 2", "next-round")
    sheet = client.get(reverse("battle-export", args=[battle.pk, "pdf"]), {"language": language})
    assert sheet["Content-Type"] == "application/pdf"
    words = words_of(sheet.content)
    assert "List 1 – List 2" in words
    assert "☑☑" in words.replace(" ", "")
