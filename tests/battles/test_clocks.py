"""A battle at a host whose clock jumps: marks, rounds, rolls, the log, the end and who is signed in go on."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from builder.accounts import limits
from builder.models import Mark
from tests import make
from tests.battles import played
from tests.battles.played import url
from tests.builder import people

pytestmark = [pytest.mark.django_db, pytest.mark.database]
WOUNDS = "0/0.0/wounds"


@pytest.fixture
def jump(monkeypatch):
    """Set the clock of the host: jump(days=-1) from now on."""

    def set_clock(**by):
        ahead = timedelta(**by)
        monkeypatch.setattr(timezone, "now", lambda: datetime.now(UTC) + ahead)
        monkeypatch.setattr(limits, "clock", lambda: time.time() + ahead.total_seconds())

    return set_clock


@pytest.mark.parametrize("by", [{"minutes": -10}, {"days": -1}, {"days": -3_000}, {"days": 1}])
def test_a_battle_goes_on_where_the_clock_jumps(jump, settings, by):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"mark": "6/20s", "post": "120/min"}
    battle = played.battle()
    client = people.signed_in(people.account())
    make.grant(client, battle.rosters.get(number=0).roster)
    for number in (1, 2, 3):
        assert played.send(client, battle, f"set {WOUNDS} {number}")["refused"] == []
    assert played.send(client, battle, *(f"set {WOUNDS} {number}" for number in (2, 1, 2)))["refused"] == []
    assert client.post(url("battle-marks", battle), {"command": "next-round"}).status_code == 429
    jump(**by)
    assert played.send(client, battle, "next-round")["refused"] == []
    assert played.send(client, battle, "undo", "next-round", f"set {WOUNDS} 1")["refused"] == []
    state = played.state(battle)
    assert (state.round, state.number(WOUNDS)) == (2, 1)
    assert Mark.objects.filter(battle=battle).order_by("number").last().command == f"set {WOUNDS} 1"
    assert client.get(url("battle-log", battle)).status_code == 200
    assert client.get(url("battle", battle)).status_code == 200
    assert client.get("/account/").status_code == 200
    assert Client().get(played.state_url(battle)).json()["revision"] == 10
    assert client.post(url("battle-end", battle), {"winner": "0"}).status_code == 302
    assert client.post(url("battle-reopen", battle), {}).status_code == 302
    battle.refresh_from_db()
    assert battle.ended is None
