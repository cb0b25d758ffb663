"""What is at hand beside a battle: its scenario, and who sees whom."""

import re

import pytest

from builder.families.red_button.brief import brief
from tests.builder.first_wave.battle import fought

SIGHT = "Sight and cover"


def titles(scenario):
    return [one.title for one in brief(fought.context(fought.battle(scenario=scenario)))]


def test_the_scenario_comes_first_then_sight_shots_melee_and_states():
    assert titles("diversion") == ["4. Diversion", SIGHT, "Shooting", "Melee", "Conditions", "Turn order"]


@pytest.mark.parametrize("scenario", [None, "unknown"])
def test_without_a_scenario_the_rest_is_at_hand(scenario):
    assert titles(scenario)[0] == SIGHT


def test_sight_and_cover_say_where_they_stand():
    passage = brief(fought.context(fought.battle()))[0]
    assert passage.cite == "First Wave, «\u202fLignes de vue, angle de tir, malus et bonus liés à la position\u202f»"
    assert [left for left, _right in passage.rows] == [
        "Line of sight",
        "In cover",
        "Shooter’s cover",
        "Arc of fire",
        "Before playing",
    ]


def test_texts_are_in_the_readers_language():
    assert brief(fought.context(fought.battle(), "fr"))[0].title == "Vue et couvert"


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("address", ["/rules/first-wave/", "/rules/first-wave/table/"])
def test_sight_and_cover_stand_on_the_pages_of_rules(client, address):
    assert re.search('id="(reminder-)?lignes-de-vue"', client.get(address).content.decode())
