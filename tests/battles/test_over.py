"""A battle that is over takes nothing until it goes on, and says both to everybody."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from builder.battles import services
from builder.lists.models import Roster
from builder.models import Battle, Mark
from rules.play.battle import Result, SideResult
from tests import make
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
OVER = "This battle is over. Reopen it to make changes."
WON = Result((SideResult("won", 7), SideResult("lost", 3)))
COMMAND = re.compile(r'name="(command|accept|action)" value="(?!replace)')


@pytest.fixture
def battle():
    """A battle of two lists of First Wave with an NPC on the table and a mark of the guest's, which is over."""
    row = played.battle("first-wave")
    guest = played.player(row, 1)
    played.send(guest, row, "set 1/0.0/stunned 1", "put-on humain-infecte 1")
    services.end(row.pk, WON)
    row.refresh_from_db()
    return row


def everything(row):
    """All that is stored of a battle."""
    row = Battle.objects.get(pk=row.pk)
    return (
        (row.setup, row.state, row.revision, row.structure, row.scenario, row.ended),
        [*row.rosters.values_list("roster", "outcome", "name")],
        [*row.marks.values_list("uid", "undone")],
    )


CHANGES = {
    "a mark": ("battle-marks", [], {"command": "add 1/0.0/stunned 1"}),
    "undo": ("battle-marks", [], {"command": "undo"}),
    "the next round": ("battle-marks", [], {"command": "next-round"}),
    "something on the table": ("battle-marks", [], {"command": "put-on humain-infecte 1"}),
    "something off the table": ("battle-marks", [], {"command": "take-off 1"}),
    "a roll": ("battle-action", ["entry"], {}),
    "an acceptance": ("battle-action", ["entry"], {"accept": "0"}),
    "paper": ("battle-paper", [], {"1/0.0/stunned=1": "2"}),
    "a scenario": ("battle-scenario", [], {"scenario": ""}),
    "leaving": ("battle-invite", [], {"action": "leave 0"}),
    "a page of the game": ("battle-page", ["npcs"], {"unit": "others/1"}),
    "another page of the game": ("battle-page", ["successor"], {"name": "1/0.0"}),
}


@pytest.mark.parametrize("what", CHANGES)
def test_after_the_end_every_change_is_refused_with_a_sentence(battle, what):
    name, words, fields = CHANGES[what]
    before = everything(battle)
    answer = played.player(battle).post(url(name, battle, *words), fields)
    assert (answer.status_code, OVER in answer.content.decode()) == (422, True)
    assert everything(battle) == before


def test_a_step_is_not_rolled_for_after_the_end():
    row = played.battle()
    services.end(row.pk, WON)
    answer = played.player(row).post(url("battle-step", row, "hostile", 0))
    assert (answer.status_code, OVER in answer.content.decode()) == (422, True)


@pytest.mark.database
def test_a_phone_that_sends_late_is_told_so_and_one_that_sends_again_is_not(battle):
    guest = played.player(battle, 1)
    known = Mark.objects.filter(battle=battle, side=1).values_list("uid", flat=True)[0]
    batch = {"marks": [{"id": known, "command": "x"}, {"id": "late-0001", "command": "add 1/0.0/stunned 1"}]}
    answer = guest.post(url("battle-marks", battle), json.dumps(batch), content_type="application/json")
    told = answer.json()
    assert (answer.status_code, told["done"], told["over"]) == (422, [known], True)
    assert told["refused"] == [{"id": "late-0001", "reason": OVER}]
    assert told["marks"] == {"1/0.0/stunned": 1}


def test_nobody_joins_a_battle_that_is_over(battle):
    row = played.roster("first-wave")
    client = make.grant(Client(headers={"accept-language": "en"}), row)
    page, lists = reverse("battle-join", args=[battle.join_key]), Roster.objects.count()
    for wish in (row.pk, "example"):
        answer = client.post(page, {"roster": wish})
        assert (answer.status_code, OVER in answer.content.decode()) == (422, True)
    assert (battle.rosters.count(), Roster.objects.count()) == (2, lists)
    shown = client.get(page).content.decode()
    assert (OVER in shown, 'name="roster"' in shown) == (True, False)


def test_the_invitation_asks_nobody_in_and_still_lets_watch(battle):
    shown = played.player(battle).get(url("battle-invite", battle)).content.decode()
    assert (battle.join_key in shown, battle.watch_key in shown) == (False, True)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("battle", []),
        ("battle-invite", []),
        ("battle-action", ["entry"]),
        ("battle-action", ["shoot", "?unit=1/0.0"]),
        ("battle-page", ["npcs", "?unit=others/1"]),
        ("battle-page", ["successor"]),
    ],
)
def test_no_page_offers_a_change_of_a_battle_that_is_over(battle, side, name, words):
    query = "".join(one for one in words if one.startswith("?"))
    page = url(name, battle, *(one for one in words if not one.startswith("?"))) + query
    shown = played.player(battle, side).get(page)
    content = shown.content.decode()
    assert shown.status_code == 200
    assert COMMAND.findall(content) == []
    forms = re.findall(r'<form[^>]*method="post"[^>]*>', content.partition("<main")[2])
    assert [one for one in forms if 'id="marks"' not in one] == ([] if name != "battle-invite" else forms[:1])


def test_paper_is_no_longer_filled_in(battle):
    assert played.player(battle).get(url("battle-paper", battle))["Location"] == url("battle-end", battle)
    assert url("battle-paper", battle) not in played.player(battle).get(url("battle-end", battle)).content.decode()


def test_nothing_is_due_in_a_battle_that_is_over():
    row = played.battle()
    fighters = [unit.key for unit in played.state(row).sides[1].units if unit.kind == "fighter"]
    played.send(played.player(row), row, *(f"set 1/{key}/out 1" for key in fighters[1:]))
    assert "notice" in Client().get(played.state_url(row)).json()["html"]["notices"]
    services.end(row.pk, WON)
    assert Client().get(played.state_url(row)).json()["html"]["notices"] == ""
    assert 'class="notice' not in played.player(row).get(url("battle", row)).content.decode().replace("notices", "")


def test_until_it_goes_on_which_everybody_is_told(battle):
    host, guest = played.player(battle), played.player(battle, 1)
    pages = Client().get(played.state_url(battle))
    host.post(url("battle-reopen", battle))
    again = Client().get(played.state_url(battle), HTTP_IF_NONE_MATCH=pages["ETag"])
    assert (again.status_code, again.json()["over"]) == (200, False)
    log = guest.get(url("battle-log", battle)).content.decode()
    assert [log.count(one) for one in ("Battle over.", "Battle reopened.")] == [1, 1]
    for who in (guest, Client()):
        page = url("battle", battle) if who is guest else reverse("battle-watch", args=[battle.watch_key])
        assert "Battle reopened." in who.get(page, headers={"accept-language": "en"}).content.decode()
    assert played.send(guest, battle, "add 1/0.0/stunned 1")["marks"]["1/0.0/stunned"] == 2
    assert played.send(guest, battle, "undo")["marks"]["1/0.0/stunned"] == 1


def test_a_result_that_is_entered_again_stands_in_the_log(battle):
    host = played.player(battle)
    host.post(url("battle-end", battle), {"outcome-0": "lost", "outcome-1": "won"})
    assert "Result changed." in host.get(url("battle-log", battle)).content.decode()


@pytest.mark.database
def test_a_list_of_a_battle_that_is_over_is_erased_all_the_same(battle):
    battle.rosters.get(number=1).roster.delete()
    assert played.state(battle).sides[1].erased
