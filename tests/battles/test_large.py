"""Battles of many units: how many there may be, and what of them one page shows."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from builder.battles import marks, services
from builder.battles.loading import KEPT_UNITS, joined_list, setup_of
from builder.lists.edits import BadEdit
from builder.models import TokenBucket
from rules.play.battle import MOST_IN_BATTLE
from tests.battles import played
from tests.battles.played import url

pytestmark = [pytest.mark.django_db, pytest.mark.large]

ODD_PARTS = {"0": 20, "4": 20, "-1": 20, "9" * 30: 20, "9" * 5_000: 40, "x": 40, "²": 40}  # the last one, or the first


def crowd(copies, game="rbn", **fields):
    """A stored list of one unit in so many copies."""
    (first, *_others) = played.example(game)["units"]
    return played.roster(game, units=[first | {"count": copies}], **fields)


def shown_units(answer):
    return re.findall(r'data-unit="([^"]+)"', answer.content.decode())


def test_a_battle_takes_500_units_and_says_so_where_there_are_more():
    assert MOST_IN_BATTLE == 500
    assert len(played.state(played.of(crowd(500))).units_by_path) == 500
    battle = played.of(crowd(200), crowd(299))
    services.join(battle.pk, played.participant(crowd(1)))
    with pytest.raises(BadEdit) as refused:
        services.join(battle.pk, played.participant(crowd(1)))
    assert str(refused.value.message) == "Too many units: 501, maximum 500."
    with pytest.raises(BadEdit) as refused:
        played.of(crowd(250), crowd(251))
    assert str(refused.value.message) == "Too many units: 501, maximum 500."
    assert len(played.state(battle).sides) == 3


def test_units_that_are_put_on_the_table_count_too():
    client_of = {}
    for copies in (499, 500):
        battle = played.of(crowd(copies, "first-wave"))
        client_of[copies] = played.send(played.player(battle), battle, "put-on humain-infecte 1")
    assert [len(answer["refused"]) for answer in client_of.values()] == [0, 1]
    assert client_of[500]["refused"][0]["reason"] == "Too many units: 501, maximum 500."


def test_a_larger_battle_of_before_still_opens(monkeypatch):
    monkeypatch.setattr(marks, "MOST_IN_BATTLE", 1_600)
    battle = played.of(crowd(500), crowd(500))
    monkeypatch.undo()
    client = played.player(battle)
    names = ("battle", "battle-log", "battle-end", "battle-json", "battle-paper")
    assert {client.get(url(name, battle)).status_code for name in names} == {200}
    assert played.send(client, battle, "set 0/0.0/out 1")["refused"] == []


def test_a_page_shows_the_units_of_one_side_alone_and_leads_to_the_others():
    battle = played.battle(lists=3)
    client = played.player(battle)
    for number in range(3):
        answer = client.get(url("battle", battle), {"view": f"side-{number}"})
        assert {path.split("/")[0] for path in shown_units(answer)} == {str(number)}
        for other in range(3):
            assert f'href="?view=side-{other}"' in answer.content.decode()
    assert {path.split("/")[0] for path in shown_units(client.get(url("battle", battle), {"view": "table"}))} == {"0"}
    assert {path.split("/")[0] for path in shown_units(client.get(url("battle", battle), {"unit": "2/0.0"}))} == {"2"}


def test_a_side_is_fetched_alone_by_players_and_watchers():
    battle = played.battle(lists=2)
    client = played.player(battle)
    for reader, address in (
        (client, url("battle-side", battle, 1)),
        (Client(), reverse("battle-watch-side", args=[battle.watch_key, 1])),
    ):
        answer = reader.get(address)
        assert {path.split("/")[0] for path in shown_units(answer)} == {"1"}
        assert b"<html" not in answer.content
        assert reader.get(address.removesuffix("1/") + "2/").status_code == 404
    assert Client().get(url("battle-side", battle, 1)).status_code == 404


def test_a_side_of_many_is_shown_in_parts():
    battle = played.of(crowd(100))
    client = played.player(battle)
    first, second, third = (client.get(url("battle", battle), {"part": part}) for part in (1, 2, 3))
    assert [len(shown_units(one)) for one in (first, second, third)] == [40, 40, 20]
    assert len({*shown_units(first), *shown_units(second), *shown_units(third)}) == 100
    assert 'href="?view=side-0&amp;part=2"' in first.content.decode()
    assert max(len(one.content) for one in (first, second, third)) < 1_000_000
    named = client.get(url("battle", battle), {"unit": "0/0.99"})
    assert shown_units(named) == shown_units(third)
    parts = {odd: len(shown_units(client.get(url("battle", battle), {"part": odd}))) for odd in ODD_PARTS}
    assert parts == ODD_PARTS


def test_what_others_see_of_a_large_battle_costs_them_of_their_limit(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"read": "90/min"}
    battle, small = played.of(crowd(100)), played.battle()
    page = reverse("battle-watch", args=[battle.watch_key])
    statuses = [Client().get(page).status_code for _time in range(3)]  # 40 units each
    assert statuses == [200, 200, 429]
    assert Client().get(reverse("battle-watch", args=[small.watch_key])).status_code == 200
    TokenBucket.objects.all().delete()
    assert Client().get(page).status_code == 200


def test_changes_of_a_scenario_are_not_remembered_all():
    battle = played.of(crowd(400))
    client = played.player(battle)
    for _time in range(12):
        client.post(url("battle-scenario", battle), {"scenario": ""})
        client.get(url("battle", battle))
    assert KEPT_UNITS == 3_000
    assert [400 <= read.cache.currsize <= KEPT_UNITS for read in (setup_of, joined_list)] == [True, True]
