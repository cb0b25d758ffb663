"""Around a battle's table: its end, paper, files, a list's record, my battles."""

import io
import json
import re
from dataclasses import replace

import jsonschema
import pypdf
import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from builder.battles import services
from builder.battles.printing import counters
from builder.battles.record import states_of_battles
from builder.battles.views import paper
from builder.battles.views.ending import counters_of
from builder.lists.thinning import named
from builder.models import Battle, KeptFile, Mark
from rules.play.battle import Marker, Result, SideResult
from rules.registry import GAMES
from rules.text import Text
from tests import make
from tests.battles import played
from tests.battles.played import url
from tests.languages import in_language

pytestmark = pytest.mark.django_db
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


def test_the_result_stands_first_and_is_one_choice_of_two_and_a_draw():
    battle = played.battle()
    host = played.player(battle)
    shown = page(host, url("battle-end", battle))
    assert ["Who wins?" in shown, 'value="won"' in shown.partition("<details")[0]] == [True, False]
    assert re.findall(r'name="winner" value="(\w*)"', shown) == ["0", "1", "drawn", "won", "lost", ""]
    host.post(url("battle-end", battle), {"winner": "1", "points-0": "3", "points-1": "5"})
    for client in (host, played.player(battle, 1)):
        title = re.search(r"<h1[^>]*>\s*(.*?)\s*</h1>", page(client, url("battle-end", battle)))[1]
        assert title == "List 2 wins 5-3"


def test_companions_win_or_lose_together_and_of_many_opponents_each_has_a_choice():
    battle = played.battle("reichbusters")
    shown = page(played.player(battle), url("battle-end", battle))
    assert re.findall(r'name="winner" value="(\w*)"', shown) == ["won", "lost", "drawn", ""]
    battle = played.battle(lists=3)
    shown = page(played.player(battle), url("battle-end", battle))
    assert re.findall(r'"radio" name="([\w-]*)" value="won"', shown) == ["outcome-0", "outcome-1", "outcome-2"]


def test_other_players_read_the_result_and_enter_none():
    battle = played.battle()
    guest = played.player(battle, 1)
    assert "enters the result" in page(guest, url("battle-end", battle))
    assert guest.post(url("battle-end", battle), ENDED).status_code == 404
    played.player(battle).post(url("battle-end", battle), ENDED)
    shown = page(guest, url("battle-end", battle))
    assert "Held the bridge." in shown
    assert re.findall(r"<textarea (?![^>]*readonly)", shown) == []  # what can be copied is there


def test_everybody_at_the_table_and_watchers_see_who_won():
    battle = played.battle()
    played.player(battle).post(url("battle-end", battle), ENDED)
    addresses = url("battle", battle), reverse("battle-watch", args=[battle.watch_key])
    for client, address in zip((played.player(battle, 1), Client()), addresses, strict=True):
        words = " ".join(re.sub("<[^>]*>", " ", page(client, address)).split())
        assert "Battle over. List 1 wins" in words


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
    kept = played.state(battle).result
    assert (battle.ended, kept.notes, [one.outcome for one in kept.sides]) == (None, "Rain.", ["", ""])
    assert [one.feats for one in kept.sides] == ["Held the bridge.", ""]
    assert list(battle.rosters.values_list("outcome", "survived")) == [("", None), ("", None)]


# --- what was ticked on paper ---------------------------------------------------------------------------------------


def test_what_was_ticked_on_paper_is_one_mark_and_one_step_back():
    battle = played.battle()
    client = played.player(battle)
    shown = page(client, url("battle-paper", battle))
    assert f'name="{WOUNDS}=0"' in shown
    fields = {f"{WOUNDS}=0": "2", "0/0.0/out=0": "1", "1/0.0/wounds=0": "1", "table/round=1": "3"}
    fields |= {"command": "fill-in", "id": "paper-0001"}
    for _time in range(2):
        assert client.post(url("battle-paper", battle), fields)["Location"] == url("battle-end", battle)
    assert Mark.objects.count() == 1
    assert dict(played.state(battle).marks) == {WOUNDS: 2, "0/0.0/out": 1, "1/0.0/wounds": 1, "table/round": 3}
    played.send(client, battle, "undo")
    assert played.state(battle).marks == {}


def test_each_player_is_shown_their_own_units():
    battle = played.battle()
    shown = page(played.player(battle, 1), url("battle-paper", battle))
    assert 'name="1/0.0/wounds=0"' in shown
    assert f'name="{WOUNDS}=0"' not in shown


def test_lists_with_more_fields_than_a_form_may_have_are_entered_one_by_one(monkeypatch):
    battle = played.battle()
    client, address = played.player(battle), url("battle-paper", battle)
    monkeypatch.setattr(paper, "MOST_FIELDS", 1)
    first, second = page(client, address), page(client, address, side="1")
    assert [f'name="{WOUNDS}=0"' in shown for shown in (first, second)] == [True, False]
    assert ['name="1/0.0/wounds=0"' in shown for shown in (first, second)] == [False, True]
    assert 'href="?side=1"' in first


# --- on paper -------------------------------------------------------------------------------------------------------


def printed(client, battle, **query):
    """The words of the PDF of a battle."""
    sheet = client.get(reverse("battle-export", args=[battle.pk, "pdf"]), query)
    assert (sheet.status_code, sheet["Content-Type"]) == (200, "application/pdf")
    pages = pypdf.PdfReader(io.BytesIO(sheet.content)).pages
    return "\n".join(one.extract_text() for one in pages).replace("\u00a0", " ")


@pytest.mark.paper
@pytest.mark.parametrize(("language", "told"), [("fr", "Blessures 2/3"), ("en", "Wounds 2/3")])
def test_a_battle_prints_in_its_present_state_in_both_languages(language, told):
    battle = played.battle()
    client = played.player(battle)
    played.send(client, battle, f"set {WOUNDS} 2", "next-round")
    words = printed(client, battle, language=language)
    assert "List 1 – List 2" in words
    assert told in words
    assert "☑☑" in words.replace(" ", "")


@pytest.mark.paper
def test_paper_says_of_a_list_of_another_player_what_one_may_know():
    rows = [played.participant(played.roster(name=name, notes=f"{name}: a secret")) for name in ("Chacals", "Vautours")]
    battle = services.start(rows, None)
    words = printed(played.player(battle), battle, language="en", layout="roster")
    assert "Chacals: a secret" in words
    assert "Vautours: a secret" not in words


def test_paper_is_made_anew_after_a_mark_and_kept_without_one():
    battle = played.battle()
    client = played.player(battle)
    printed(client, battle, layout="roster")
    printed(client, battle, layout="roster")
    assert KeptFile.objects.count() == 1
    played.send(client, battle, "next-round")
    printed(client, battle, layout="roster")
    assert KeptFile.objects.count() == 2


def test_what_checklists_tick_is_neither_counted_nor_printed():
    battle = played.battle("first-wave")
    document = played.state(battle)
    step = Marker("step-x", Text("Étape", "A step done"))
    sealed = replace(document, sides=(replace(document.sides[0], markers=(step,)), *document.sides[1:]))
    with override("en"):
        assert in_language("en", counters, replace(sealed, marks={"0/step-x": 1}), "0", sealed.sides[0].markers) == []
    assert counters_of(sealed, 0, sealed.sides[0]) == []


@pytest.mark.paper
def test_the_result_is_on_paper_too():
    battle = played.battle()
    client = played.player(battle)
    client.post(url("battle-end", battle), ENDED)
    words = printed(client, battle, language="en", layout="roster")
    assert "Held the bridge." in words
    assert "Rain." in words


def test_the_print_page_offers_the_battle():
    battle = played.battle()
    assert reverse("battle-export", args=[battle.pk, "pdf"]) in page(played.player(battle), url("battle-print", battle))


def test_only_what_is_made_for_paper_is_printed():
    battle = played.battle()
    client = played.player(battle)
    assert client.get(reverse("battle-export", args=[battle.pk, "zip"])).status_code == 404


# --- as a file ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_is_exported_with_its_log_as_its_schema_says(game):
    battle = played.battle(game)
    client = played.player(battle)
    path = next(path for path in played.state(battle).markers_by_path if path.startswith("0/0.0/"))
    played.send(client, battle, f"set {path} 1", "next-round", "undo")
    client.post(url("battle-end", battle), ENDED)
    content = json.loads(client.get(url("battle-json", battle)).getvalue())
    schema = Client().get("/schema/bivouac-battle-1.json").json()
    jsonschema.Draft202012Validator(schema).validate(content)
    assert (content["format"], content["game"], content["marks"]) == ("bivouac-battle/1", game, {path: 1})
    numbers = [(one["number"], one.get("undone"), one.get("undoes")) for one in content["log"]]
    assert numbers == [(1, None, None), (2, True, None), (3, None, 2), (4, None, None)]  # the last: it is over


def test_the_schema_refuses_what_is_no_mark():
    schema = Client().get("/schema/bivouac-battle-1.json").json()
    entry = {"number": 1, "time": "2026-11-22T20:00:00+00:00", "side": 0, "command": "x", "changes": {}}
    battle = {"format": "bivouac-battle/1", "game": "rbn", "others": {}, "marks": {}}
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(battle | {"log": [entry]})
    assert not validator.is_valid(battle | {"log": [entry | {"changes": {"a": [1]}}]})
    assert not validator.is_valid(battle | {"log": [entry | {"secret": 1}]})


# --- strangers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["end", "paper", "print", "json", "reopen"])
def test_strangers_find_nothing_of_it(name):
    battle = played.battle()
    send = Client().post if name == "reopen" else Client().get
    assert send(url(f"battle-{name}", battle)).status_code == 404
    assert Client().post(url("battle-end", battle), ENDED).status_code == 404
    assert Client().post(url("battle-paper", battle), {"command": "fill-in"}).status_code == 404
    assert Client().get(reverse("battle-export", args=[battle.pk, "pdf"])).status_code == 404


# --- the lists' own pages -------------------------------------------------------------------------------------------


def test_a_list_shows_its_battles_and_how_it_fared_in_its_log():
    battle = played.battle()
    client, roster = played.player(battle), battle.rosters.get(number=0).roster
    before = page(client, f"/lists/{roster.pk}/")
    assert "in progress" in before
    assert "battle-chart" not in before
    client.post(url("battle-end", battle), ENDED)
    after = page(client, f"/lists/{roster.pk}/")
    assert url("battle-end", battle) in after
    assert "won: 1 · lost: 0 · drawn: 0" in after
    units = len(played.state(battle).sides[0].units)
    assert f"<b>{units}</b><i>/{units}</i>" in after


def test_a_list_that_was_never_played_shows_no_battles():
    row = played.roster()
    assert "battle-entries" not in page(make.grant(Client(), row), f"/lists/{row.pk}/")


def test_a_list_is_played_from_its_page():
    row = played.roster()
    assert reverse("battle-new", args=[row.pk]) in page(make.grant(Client(), row), f"/lists/{row.pk}/")


def test_my_battles_are_those_of_my_lists_the_last_played_first():
    first, second, _other = (played.battle() for _time in range(3))
    client = played.player(second, 1, played.player(first))
    client.post(url("battle-end", first), ENDED)
    shown = page(client, reverse("my-battles"))
    found = re.findall(r'href="(/battles/\d+/[a-z/]*)"', shown)
    assert found == [url("battle-end", first), url("battle", second)]
    assert reverse("my-battles") in page(client, "/lists/")


def test_who_never_played_has_no_battles():
    assert "No battles yet." in page(Client(), reverse("my-battles"))


def test_the_states_that_were_played_are_kept():
    battle = played.battle()
    row = battle.rosters.get(number=0).roster
    assert list(states_of_battles(row)) == [1]
    assert 1 in named(row)
