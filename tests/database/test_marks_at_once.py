"""Marks, joins and undos that come to one battle at once, from several connections."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from builder.models import Battle, Mark
from rules.play.battle import MOST_SIDES
from tests import make
from tests.battles import played
from tests.battles.played import url
from tests.database.test_grants_at_once import AT_ONCE, at_once, tab_of

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
WOUNDS = "0/0.0/wounds"


def send(client, battle, *marks):
    """Send marks (uid, command); the status of the answer."""
    batch = json.dumps({"marks": [{"id": uid, "command": command} for uid, command in marks]})
    return client.post(url("battle-marks", battle), batch, content_type="application/json").status_code


def tabs(client):
    return [tab_of(client) for _number in range(AT_ONCE)]


def test_marks_of_all_players_at_once_are_all_there():
    battle = played.battle("first-wave", AT_ONCE)
    players = [played.player(battle, number) for number in range(AT_ONCE)]

    def marks(client, number):
        batches = [[(f"phone-{number}-{turn}-{one}", "add table/round 1") for one in range(3)] for turn in range(4)]
        return [send(client, battle, *batch) for batch in batches]

    work = [lambda client=client, number=number: marks(client, number) for number, client in enumerate(players)]
    assert at_once(*work) == [[200] * 4] * AT_ONCE
    assert played.state(battle).round == 1 + AT_ONCE * 12
    numbers = list(Mark.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, AT_ONCE * 12 + 1))
    assert Battle.objects.get().revision == AT_ONCE * 12


def test_a_mark_that_comes_several_times_at_once_counts_once():
    battle = played.battle("first-wave")
    client = played.player(battle)
    batch = [("again-0001", "add table/round 1"), ("again-0002", "add table/round 1")]
    orders = [batch, batch[::-1]] * 3
    work = [
        lambda tab=tab, order=order: send(tab, battle, *order) for tab, order in zip(tabs(client), orders, strict=True)
    ]
    assert at_once(*work) == [200] * 6
    assert (played.state(battle).round, Mark.objects.count()) == (3, 2)


def test_each_undo_at_once_takes_back_another_mark():
    battle = played.battle("first-wave")
    client = played.player(battle)
    played.send(client, battle, *["add table/round 1"] * AT_ONCE)
    work = [lambda tab=tab, n=n: send(tab, battle, (f"undo-{n:04}", "undo")) for n, tab in enumerate(tabs(client))]
    assert at_once(*work) == [200] * AT_ONCE
    assert played.state(battle).round == 1
    assert Mark.objects.filter(undone=True).count() == AT_ONCE


def test_lists_that_join_at_once_get_sides_of_their_own_and_no_more_than_there_are():
    battle = played.battle(lists=MOST_SIDES - AT_ONCE + 1)
    page = reverse("battle-join", args=[battle.join_key])
    rows = [played.roster() for _number in range(AT_ONCE)]
    work = [lambda row=row: make.grant(Client(), row).post(page, {"roster": row.pk})["Location"] for row in rows]
    assert sorted(at_once(*work)) == sorted([page] + [url("battle", battle)] * (AT_ONCE - 1))
    assert list(battle.rosters.values_list("number", flat=True)) == list(range(MOST_SIDES))
    assert len(played.state(battle).sides) == MOST_SIDES


def test_marks_that_come_while_a_list_joins_and_another_is_erased_are_kept():
    battle, row = played.battle(lists=3), played.roster()
    host, guest = played.player(battle, 0), make.grant(Client(), row)
    join = reverse("battle-join", args=[battle.join_key])
    marks = [lambda n=n: send(tab_of(host), battle, (f"mark-{n:04}", "add table/round 1")) for n in range(4)]
    gone = battle.rosters.get(number=2).roster
    at_once(*marks, lambda: guest.post(join, {"roster": row.pk}), lambda: gone.delete())
    document = played.state(battle)
    own = battle.rosters.get(roster=row).number  # the place of the erased list, where that went first
    assert (document.round, document.sides[own].erased, [side.erased for side in document.sides[2:own]]) in (
        (5, False, []),
        (5, False, [True]),
    )
    assert send(guest, battle, ("late-0001", f"set {own}/0.0/out 1")) == 200
    assert played.state(battle).is_down(f"{own}/0.0")
