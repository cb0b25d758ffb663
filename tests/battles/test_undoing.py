"""Taking back one mark alone, or all after it."""

import pytest
from django.urls import reverse

from builder.battles.loading import document_of
from builder.models import Battle
from tests.battles import played

pytestmark = pytest.mark.django_db
OUT, ROUND = "0/0.0/out", "table/round"


@pytest.fixture
def battle():
    """Marks: 1 the host's fighter is out, 2 round 2, 3 the guest's fighter is out, 4 round 3."""
    row = played.battle("rbn")
    host, guest = played.player(row, 0), played.player(row, 1)
    played.send(host, row, f"set {OUT} 1", f"set {ROUND} 2")
    played.send(guest, row, "set 1/0.0/out 1", f"set {ROUND} 3")
    return row, host, guest


def numbers(row, *paths):
    battle = document_of(Battle.objects.get(pk=row.pk))
    return [battle.number(path) for path in paths]


def test_one_mark_is_taken_back_alone_where_nothing_later_stands_on_it(battle):
    row, host, _guest = battle
    assert played.send(host, row, "undo 2")["refused"], "round 3 stands on it"
    assert played.send(host, row, "undo 1")["refused"] == []
    assert numbers(row, OUT, ROUND, "1/0.0/out") == [0, 3, 1]
    assert played.send(host, row, "undo 1")["refused"], "it is taken back already"


def test_a_player_takes_back_their_own_and_the_host_all(battle):
    row, host, guest = battle
    assert played.send(guest, row, "undo 1")["refused"]
    assert played.send(host, row, "undo 3")["refused"] == []
    assert numbers(row, OUT, "1/0.0/out") == [1, 0]


def test_back_to_an_entry(battle):
    row, host, guest = battle
    assert played.send(host, row, "undo after 1")["refused"] == []
    assert numbers(row, OUT, ROUND, "1/0.0/out") == [1, 1, 0]
    assert played.send(host, row, "undo after 1")["refused"], "nothing is left to undo"
    assert Battle.objects.get(pk=row.pk).revision == 7  # three more lines say so
    assert played.send(guest, row, "undo after x")["refused"]


def test_back_to_an_entry_whatever_was_undone_in_between():
    row = played.battle("rbn")
    host, guest = played.player(row, 0), played.player(row, 1)
    played.send(guest, row, f"add {ROUND} 1")
    played.send(host, row, f"add {ROUND} 1")
    played.send(guest, row, "undo")
    played.send(host, row, f"set {OUT} 1")
    assert played.send(host, row, "undo after 0")["refused"] == []
    assert numbers(row, OUT, ROUND) == [0, 1]


def test_the_log_offers_it_where_it_may_be_done(battle):
    row, host, guest = battle
    address = reverse("battle-log", args=[row.pk])
    page = host.get(address).content.decode()
    assert [f'value="undo {number}"' in page for number in (1, 2, 3, 4)] == [True, False, True, True]
    assert 'value="undo after 1"' in page
    page = guest.get(address).content.decode()
    assert [f'value="undo {number}"' in page for number in (1, 2, 3, 4)] == [False, False, True, True]
    assert "undo after" not in page
    answer = host.post(reverse("battle-marks", args=[row.pk]), {"command": "undo 1", "log": 1})
    assert answer["Location"] == address
    assert numbers(row, OUT) == [0]
