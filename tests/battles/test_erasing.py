"""What battles keep of a list that is erased, and which battles are erased themselves."""

import json
from datetime import UTC, datetime

import pytest

from builder.battles import services
from builder.battles.erasing import tidy_battles
from builder.models import Battle, KeptFile, Mark
from rules.play.battle import BattleSide, SideResult
from rules.registry import GAMES
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 22, tzinfo=UTC)
ENDED = {"outcome-0": "won", "points-0": "7", "feats-0": "Held the bridge.", "outcome-1": "lost", "notes": "Rain."}


def erase(battle, side):
    battle.rosters.get(number=side).roster.delete()


def everything(battle):
    """All that is stored of a battle, as text."""
    row = Battle.objects.get(pk=battle.pk)
    marks = list(row.marks.values("command", "changes", "roll"))
    return json.dumps([row.setup, row.state, list(row.rosters.values("name")), marks])


@pytest.mark.database
@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_an_erased_list_stays_but_how_it_fared(game):
    battle = played.battle(game)
    host, guest = played.player(battle), played.player(battle, 1)
    played.send(host, battle, "set 0/0.0/out 1", "next-round")
    played.send(guest, battle, "set 1/0.0/out 1")
    host.post(url("battle-end", battle), ENDED)
    before = played.state(battle).sides
    erase(battle, 0)
    after = played.state(battle)
    old = before[0]
    erased = BattleSide(role=old.role, points=old.points, budget=old.budget, legal=old.legal, erased=True)
    assert after.sides == (erased, before[1])
    other = "won" if after.companions else "lost"  # companions have one outcome
    assert after.result.sides == (SideResult("won", 7), SideResult(other))
    assert {"table/round": 2, "1/0.0/out": 1}.items() <= dict(after.marks).items()
    assert [path for path in after.marks if path.startswith("0/")] == []
    assert "List 1" not in everything(battle)
    assert "0/0.0" not in everything(battle)


def test_dice_of_an_erased_list_can_be_checked_and_do_not_say_what_they_were_for():
    battle = played.battle()
    proof = {"seed": "s", "dice": [3], "sides": [6]}
    whole = proof | {"path": "/x/", "by": "0/0.0", "fields": {"unit": "0/0.0", "weapon": "a-rifle"}}
    others = proof | {"path": "/x/", "by": "1/0.0", "fields": {"unit": "1/0.0"}}
    morale = proof | {"path": "/x/", "by": "0", "fields": {"side": "0"}, "words": {"en": "List 1: Morale test"}}
    sent = ((0, whole), (1, others), (1, whole), (1, morale))
    for number, (side, roll) in enumerate(sent):
        uid = f"roll-000{number}"
        services.mark(battle.pk, [side], [services.WantedMark(uid, services.ROLL, roll=roll)])
    erase(battle, 0)
    assert list(battle.marks.values_list("roll", flat=True)) == [proof, others | {"round": 1, "nth": 1}, proof, proof]


@pytest.mark.database
def test_the_next_player_is_host_when_the_hosts_list_is_erased():
    battle = played.battle(lists=3)
    erase(battle, 0)
    battle.refresh_from_db()
    assert battle.host == 1
    assert played.player(battle, 1).post(url("battle-end", battle), ENDED).status_code == 302


@pytest.mark.parametrize("game", GAMES)
def test_the_others_play_on(game):
    battle = played.battle(game)
    client = played.player(battle, 1)
    erase(battle, 0)
    for name in ("battle", "battle-end", "battle-paper", "battle-log", "battle-json", "battle-print"):
        assert client.get(url(name, battle)).status_code == 200, name
    assert played.send(client, battle, "set 1/0.0/out 1")["marks"] == {"1/0.0/out": 1}


@pytest.mark.database
def test_paper_that_shows_an_erased_list_goes():
    battle = played.battle()
    client, paper = played.player(battle, 1), {"layout": "roster"}
    client.get(f"{url('battle', battle)}pdf/", paper)
    assert KeptFile.objects.count() == 1
    erase(battle, 0)
    assert KeptFile.objects.count() == 0
    assert client.get(f"{url('battle', battle)}pdf/", paper)["Content-Type"] == "application/pdf"


@pytest.mark.database
def test_a_battle_goes_when_the_last_of_its_lists_is_erased():
    battle, other = played.battle(), played.battle()
    played.send(played.player(battle), battle, "next-round")
    erase(battle, 0)
    assert Battle.objects.count() == 2
    erase(battle, 1)
    assert list(Battle.objects.all()) == [other]
    assert not Mark.objects.exists()


@pytest.mark.database
def test_a_battle_that_was_left_without_a_list_is_tidied_away():
    battle, other = played.battle(), played.battle()
    battle.rosters.update(roster=None)
    assert tidy_battles(NOW, dry_run=True) == 1
    assert tidy_battles(NOW) == 1
    assert list(Battle.objects.all()) == [other]


def test_a_removed_list_stays_in_its_battles_until_it_is_erased():
    battle = played.battle()
    roster = battle.rosters.get(number=0).roster
    roster.deleted = NOW
    roster.save()
    assert played.state(battle).sides[0].name == "List 1"
    assert tidy_battles(NOW) == 0
