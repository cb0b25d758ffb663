"""Names that turn the direction of text turn nothing beside them in a battle."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
TURNING = "\u202eZed"


def turned(answer):
    """The texts of a page in which a turn stands, but for those of fields and choices, which end by themselves."""
    text = re.sub(r"(?s)<(script|style|textarea|datalist|option).*?</\1>", "", answer.content.decode())
    return [one.strip() for one in re.findall(r">([^<]*\u202e[^<]*)<", text)]


@pytest.fixture
def battle():
    (first, *_more) = played.example("first-wave")["units"]
    units = [first | {"name": TURNING}, first | {"name": TURNING}]
    rosters = [played.roster("first-wave", name=TURNING, units=units) for _side in range(2)]
    return played.of(*rosters, scenario="assassinat-de-la-ligne")


def test_no_page_of_a_battle_is_turned_by_a_name(battle):
    client = played.player(battle)
    client.post(url("battle-page", battle, "successor"), {"side": "0", "name": "1/1.0"})
    played.send(client, battle, "set 0/0.0/out 1", "set 1/0.0/out 1")
    names = ("battle", "battle-log", "battle-end", "battle-paper", "battle-invite", "battle-print")
    pages = {name: client.get(url(name, battle)) for name in names}
    pages["table"] = client.get(url("battle", battle), {"view": "table"})
    pages["successor"] = client.get(url("battle-page", battle, "successor"))
    pages["shot"] = client.get(url("battle-action", battle, "shoot"), {"unit": "0/1.0"})
    pages["join"] = Client().get(reverse("battle-join", args=[battle.join_key]))
    assert {name: answer.status_code for name, answer in pages.items()} == dict.fromkeys(pages, 200)
    assert {name: found for name, answer in pages.items() if (found := turned(answer))} == {}
