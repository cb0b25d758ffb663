"""Rules of units at their moment, on the page of a battle: whose they are, hidden by a mark, taken back, asked anew."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from builder.models import Battle
from rules.loading import load
from rules.models import Edition
from rules.play.moments import Recalls
from tests import make
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
FIGHTERS = ("set table/step-initiative 1", "set table/step-vehicles 1")
NAME = re.compile(r"silence \d (silent-[\w-]+)")


def hidden_by(text):
    """The keys of the rules that a page or a part of it offers to hide."""
    return NAME.findall(text)


@pytest.fixture
def battle():
    """A battle of two convoys whose fighters are next."""
    row = played.battle(lists=2)
    played.send(played.player(row), row, *FIGHTERS)
    return row


def page(client, battle, **query):
    return client.get(url("battle", battle), query).content.decode()


def test_a_player_is_reminded_of_the_rules_of_their_own_units_and_a_watcher_of_none(battle):
    host, watcher = played.player(battle), Client()
    assert "silent-abilities-chef" in hidden_by(page(host, battle))
    assert re.findall(r'id="recalls-(\d)"', page(host, battle)) == ["0"]
    assert 'id="recalls-' not in watcher.get(reverse("battle-watch", args=[battle.watch_key])).content.decode()


def test_a_rule_is_hidden_by_a_mark_that_can_be_taken_back(battle):
    host = played.player(battle)
    command = "silence 0 silent-abilities-chef"
    assert command in page(host, battle)
    assert played.send(host, battle, command)["refused"] == []
    assert command not in page(host, battle)
    assert "Rule hidden: Chief" in host.get(url("battle-log", battle)).content.decode()
    assert played.send(host, battle, "undo")["refused"] == []
    assert command in page(host, battle)


def test_nobody_hides_a_rule_of_another_side_or_one_that_is_not_there(battle):
    guest = played.player(battle, 1)
    for command in (
        "silence 0 silent-abilities-chef",
        "silence 1 silent-equipment-reacteur",
        "silence 7 x",
        "silence x x",
    ):
        assert len(played.send(guest, battle, command)["refused"]) == 1, command
    assert played.send(guest, battle, "silence 1 silent-abilities-chef")["refused"] == []


def test_the_state_that_pages_ask_for_has_them_for_each_side(battle):
    html = Client().get(played.state_url(battle)).json()["html"]
    assert [hidden_by(html[f"recalls-{side}"])[:1] for side in (0, 1)] == [["silent-abilities-chef"]] * 2
    played.send(played.player(battle), battle, "set 0/0.0/activated 1", "set 1/0.0/out 1")
    html = Client().get(played.state_url(battle)).json()["html"]
    assert "silent-abilities-chef" not in hidden_by(html["recalls-0"] + html["recalls-1"])


def test_a_rule_is_hidden_beside_the_dice_too():
    row = played.of(played.roster(units=[{"kind": "fighter", "name": "Ada", "equipment": ["grappin"]}]))
    client = played.player(row)
    address = url("battle-action", row, "fall") + "?unit=0/0.0"
    [key] = hidden_by(client.get(address).content.decode())
    answer = client.post(
        url("battle-action", row, "fall"), {"unit": "0/0.0", "height": "10", "command": f"silence 0 {key}"}
    )
    assert answer["Location"].startswith(url("battle-action", row, "fall"))
    assert hidden_by(client.get(address).content.decode()) == []


def test_an_edition_that_was_stored_before_recalls_nothing():
    edition = Edition.objects.get(game__slug="rbn")
    stored = json.loads(edition.play)
    edition.play = json.dumps({key: value for key, value in stored.items() if key != "recalls"})
    before = load(edition)
    assert (before.play.recalls, before.play.rules) == (Recalls(), make.catalogue("rbn").play.rules)


def test_many_units_of_a_rule_are_named_as_a_few_and_how_many_more():
    unit = played.example()["units"][0] | {"kind": "fighter", "count": 30, "abilities": ["cavalier"]}
    row = played.of(played.roster(units=[unit]))
    client = played.player(row)
    played.send(client, row, *FIGHTERS)
    html = page(client, row)
    assert "+26" in html
    assert Battle.objects.get(pk=row.pk).revision == 2
