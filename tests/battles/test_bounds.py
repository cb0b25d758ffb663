"""What a battle stores is bounded: marks are counted, words short, what changes nothing is not kept, a log ends."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from builder.battles import erasing, services
from builder.battles.document import LONGEST_LOG
from builder.lists.edits import BadEdit
from builder.models import Battle, Mark, TokenBucket
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
FULL = "This battle’s log is full. End it and start a new one."


def post(client, row, commands, prefix="bounds"):
    batch = {"marks": [{"id": f"{prefix}-{n:04}", "command": one} for n, one in enumerate(commands)]}
    return client.post(url("battle-marks", row), json.dumps(batch), content_type="application/json")


def test_marks_are_counted_not_requests(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"mark": "30/h"}
    battle = played.battle("first-wave")
    client = played.player(battle)
    answers = [post(client, battle, ["add table/round 1"] * 10, f"batch-{n}") for n in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert played.state(battle).round == 31
    TokenBucket.objects.all().delete()
    bad = [client.post(url("battle-marks", battle), "[]", content_type="application/json") for _time in range(3)]
    assert [one.status_code for one in bad] == [400] * 3
    assert post(client, battle, ["add table/round 1"] * 27, "rest").status_code == 200


def test_more_marks_than_a_limit_has_take_all_of_it(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"mark": "5/h"}
    battle = played.battle("first-wave")
    client = played.player(battle)
    answers = [post(client, battle, ["add table/round 1"] * 9, name) for name in ("first", "again")]
    assert [one.status_code for one in answers] == [200, 429]


def test_marks_that_change_nothing_are_answered_and_not_stored():
    battle = played.battle("first-wave")
    client = played.player(battle)
    answer = post(client, battle, ["set 0/0.0/out 0", "set table/round 1", "say 0/0.0/x", "set 0/0.0/out 1"]).json()
    assert answer["done"] == ["bounds-0000", "bounds-0001", "bounds-0003"]
    assert list(Mark.objects.values_list("number", "command")) == [(1, "set 0/0.0/out 1")]
    assert answer["revision"] == 1


@pytest.mark.database
def test_an_undo_of_what_is_so_no_more_is_stored_and_does_not_stick():
    battle = played.battle("first-wave")
    guest, host = played.player(battle, 1), played.player(battle, 0)
    post(guest, battle, ["set table/round 2", "set table/round 3"], "guest-one")
    post(host, battle, ["set table/round 1"], "host-one")
    post(guest, battle, ["undo", "undo"], "guest-two")
    assert list(Mark.objects.filter(side=1, undone=True).values_list("command", flat=True)) == [
        "set table/round 2",
        "set table/round 3",
    ]


def test_words_of_marks_have_200_characters_at_most():
    battle = played.battle("rbn", scenario=None)
    path = next(path for path, one in played.state(battle).markers_by_path.items() if one.kind == "words")
    client = played.player(battle)
    for letters, kept in ((200, 200), (201, 200), (1_000, 200)):
        client.post(url("battle-marks", battle), {"command": f"say {path}", "text": "é" * letters})
        assert played.state(battle).marks[path] == "é" * kept
        client.post(url("battle-paper", battle), {f"{path}={'é' * kept}": "x" * letters})
        assert played.state(battle).marks[path] == "x" * kept


def test_a_log_holds_2_mb_and_says_so(monkeypatch):
    assert LONGEST_LOG == 2_000_000
    monkeypatch.setattr(services, "LONGEST_LOG", 2_000)
    battle = played.battle("first-wave")
    client = played.player(battle)
    answer = post(client, battle, ["add table/round 1"] * 40).json()
    assert {one["reason"] for one in answer["refused"]} == {FULL}
    assert 5 < len(answer["done"]) == Mark.objects.count() < 20
    assert played.state(battle).round == 1 + Mark.objects.count()
    services.change_scenario(battle.pk, None, played.participant(battle.rosters.get(number=0).roster).loaded)
    assert len(post(client, battle, ["undo"], "later").json()["refused"]) == 1
    rolled = client.post(url("battle-action", battle, "morale"), {"unit": "0/0.0"}, follow=True)
    assert rolled.status_code < 500


def test_a_log_counts_what_it_stores(monkeypatch):
    battle = played.battle("first-wave")
    played.send(played.player(battle), battle, "add table/round 1", "set 0/0.0/out 1")
    stored = sum(len(json.dumps(one.changes)) + len(one.command) for one in Mark.objects.all())
    assert stored < Battle.objects.get(pk=battle.pk).state["logged"] < stored + 500


@pytest.mark.database
def test_the_json_of_a_battle_is_sent_mark_by_mark(django_assert_max_num_queries):
    battle = played.battle("first-wave")
    client = played.player(battle)
    empty = client.get(url("battle-json", battle))
    assert empty.streaming
    assert json.loads(empty.getvalue())["log"] == []
    played.send(client, battle, *["add table/round 1"] * 3, "say nothing")
    parts = list(client.get(url("battle-json", battle)))
    content = json.loads(b"".join(parts))
    assert [one["number"] for one in content["log"]] == [1, 2, 3]
    assert content["format"] == "bivouac-battle/1"
    assert len(parts) > 3


@pytest.mark.database
def test_a_side_is_forgotten_in_batches_each_a_transaction_of_its_own(monkeypatch):
    monkeypatch.setattr(erasing, "AT_ONCE", 10)
    battle = played.battle("first-wave")
    host, guest = played.player(battle, 0), played.player(battle, 1)
    post(guest, battle, [f"set 1/0.0/out {n % 2}" for n in range(1, 25)], "guest")
    post(host, battle, ["set 0/0.0/out 1"], "host")
    with CaptureQueriesContext(connection) as captured:
        erasing.forget_side(battle.pk, 1)
    begun = [one["sql"] for one in captured if one["sql"].split()[0] in ("SAVEPOINT", "BEGIN")]
    assert len(begun) >= 3
    left = {one.command: one.changes for one in Mark.objects.all()}
    assert left == {"": {}, "set 0/0.0/out 1": {"0/0.0/out": [None, 1]}}


# --- who joins, leaves and seals ------------------------------------------------------------------------------------


def test_a_list_that_has_left_makes_room_for_another():
    battle = played.battle("first-wave", lists=2)
    host, row = played.player(battle, 0), battle.rosters.get(number=1).roster
    post(played.player(battle, 1), battle, ["set table/round 4"], "first-guest")
    for _time in range(13):
        erasing.forget_side(battle.pk, 1)
        assert services.join(battle.pk, played.participant(row, player="Bob")) == 1
    sides = played.state(battle).sides
    assert [(side.player, side.erased) for side in sides] == [("", False), ("Bob", False)]
    guest = played.player(battle, 1)
    assert post(guest, battle, ["undo"], "guest-undo").json()["refused"], "what the one before marked is his"
    assert host.get(url("battle-log", battle)).context["log"][0].who == ""
    assert guest.get(url("battle", battle)).status_code == 200


def test_twelve_lists_that_are_there_are_all_that_a_battle_takes():
    battle = played.battle("first-wave", lists=11)
    services.join(battle.pk, played.participant(played.roster("first-wave")))
    with pytest.raises(BadEdit):
        services.join(battle.pk, played.participant(played.roster("first-wave")))
    erasing.forget_side(battle.pk, 5)
    assert services.join(battle.pk, played.participant(played.roster("first-wave"))) == 5


def lineage():
    return played.battle("first-wave", scenario="assassinat-de-la-ligne")


def sealed_by_page(client, battle):
    """Seal a name on the page; the key and what is stored."""
    page = url("battle-page", battle, "successor")
    client.post(page, {"side": "0", "name": "1/1.0"})
    return played.state(battle).marks["0/step-seal"]


@pytest.mark.parametrize("key", ["step-seal", "step-seal-key", "successor"])
def test_a_plain_mark_changes_nothing_that_is_sealed(key):
    battle = lineage()
    client = played.player(battle)
    seal = sealed_by_page(client, battle)
    path = f"0/{key}"
    before = played.state(battle).marks
    for command in (f"say {path} forged", f"all set 0/0.0/out 0 ; say {path} forged"):
        assert len(played.send(client, battle, command)["refused"]) == 1
    client.post(url("battle-paper", battle), {f"{path}={before.get(path, '')}": "forged"})
    played.send(client, battle, "undo")
    assert played.state(battle).marks == before
    assert seal == before["0/step-seal"]
    assert f'value="say {path}"' not in client.get(url("battle", battle), {"view": "table"}).content.decode()


def test_what_else_was_marked_is_taken_back_past_a_seal():
    battle = lineage()
    client = played.player(battle)
    played.send(client, battle, "set 0/0.0/out 1")
    sealed_by_page(client, battle)
    played.send(client, battle, "undo")
    assert "0/0.0/out" not in played.state(battle).marks
    assert "0/step-seal" in played.state(battle).marks


@pytest.mark.database
def test_no_marks_push_a_line_out_of_the_log():
    battle = lineage()
    client = played.player(battle)
    seal = sealed_by_page(client, battle)
    for turn in range(6):
        TokenBucket.objects.all().delete()
        post(client, battle, [f"set 0/0.0/out {n % 2}" for n in range(1, 91)], f"push-{turn}")
    pages, address = [], ""
    while address is not None:
        answer = client.get(url("battle-log", battle) + address)
        pages.append((answer.content.decode(), len(answer.context["log"])))
        older = re.search(r'rel="next" href="(\?before=\d+)"', pages[-1][0])
        address = older and older[1]
    assert [seal in page for page, _lines in pages] == [False] * (len(pages) - 1) + [True]
    assert [lines for _page, lines in pages[:-1]] == [50] * (len(pages) - 1)
    assert sum(lines for _page, lines in pages) == Mark.objects.count()
