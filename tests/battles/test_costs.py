"""What a mark and a page that asks again cost in queries, however large the lists are."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db


def queries(run):
    """The first words of the queries of a call, without those that begin and end transactions."""
    run()  # what a process remembers is there then
    with CaptureQueriesContext(connection) as captured:
        run()
    words = [one["sql"].split(None, 2)[:2] for one in captured]
    return [first for first, _second in words if first not in ("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK", "COMMIT")]


@pytest.mark.parametrize("marks", [1, 20])
def test_a_request_with_marks_takes_five_queries_however_many_they_are(marks):
    battle = played.battle("first-wave")
    client = played.player(battle)
    found = queries(lambda: played.send(client, battle, *["add table/round 1"] * marks))
    # the limit, the right, the row, the marks and the row again
    assert found == ["INSERT", "SELECT", "SELECT", "INSERT", "UPDATE"]


def test_a_mark_that_is_sent_again_is_looked_up_and_writes_nothing():
    battle = played.battle("first-wave")
    client = played.player(battle)
    batch = json.dumps({"marks": [{"id": "again-0001", "command": "add table/round 1"}]})
    found = queries(lambda: client.post(url("battle-marks", battle), batch, content_type="application/json"))
    # the limit, the right, the row, a mark that is there already, which ones are, the row
    assert found == ["INSERT", "SELECT", "SELECT", "INSERT", "SELECT", "SELECT"]
    assert played.state(battle).round == 2


def test_asking_what_is_new_takes_one_query():
    battle = played.battle()
    tag = Client().get(played.state_url(battle))["ETag"]
    asked = Client(headers={"if-none-match": tag})
    assert queries(lambda: asked.get(played.state_url(battle))) == ["SELECT"]
