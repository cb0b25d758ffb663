"""A gang of of the dead in a battle."""

import pytest
from django.utils.translation import override

from builder.battles.document import COUNTER
from builder.battles.spec import BattleContext
from builder.games.of_the_dead.battle.build import brief, notices
from builder.lists.loaded import LoadedRoster
from builder.wording import say
from tests import make
from tests.battles import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle():
    return played.battle("of-the-dead")


def due(battle):
    with override("en"):
        found = notices(played.state(battle), make.catalogue("of-the-dead"))
        return [say(one.text) for one in found]


def test_life_and_morale_are_numbers_that_start_as_they_are_now(battle):
    loaded, document = LoadedRoster.from_data(played.example("of-the-dead")), played.state(battle)
    now = [(one.life, one.morale) for one in loaded.analysis.units]
    units = document.sides[0].units
    assert [tuple(document.number(f"0/{one.key}/{key}") for key in ("life", "morale")) for one in units] == now
    kinds = {document.markers_by_path[f"0/{one.key}/{key}"].kind for one in units for key in ("life", "morale")}
    assert kinds == {COUNTER}
    assert not [marker for one in units for marker in one.markers if marker.label.en.endswith("+")]


def test_prudence_goes_with_the_turn_and_panic_stays(battle):
    played.send(played.player(battle), battle, "set 0/0.0/prudence 1", "set 0/0.0/panic 1", "next-round")
    document = played.state(battle)
    assert (document.number("0/0.0/prudence"), document.number("0/0.0/panic")) == (0, 1)


def test_no_life_is_told_until_the_player_takes_the_character_out(battle):
    client, name = played.player(battle), played.state(battle).sides[0].units[0].name.en
    played.send(client, battle, "set 0/0.0/life 1")
    assert due(battle) == []
    played.send(client, battle, "set 0/0.0/life 0")
    assert due(battle) == [f"{name} has no life left: dead, if you say so."]
    played.send(client, battle, "set 0/0.0/out 1")
    assert due(battle) == []


def test_as_much_panic_as_morale_stuns(battle):
    client, name = played.player(battle), played.state(battle).sides[0].units[0].name.en
    played.send(client, battle, "set 0/0.0/morale 3", "set 0/0.0/panic 2")
    assert due(battle) == []
    played.send(client, battle, "set 0/0.0/panic 3")
    assert due(battle) == [f"{name} has as much panic as morale: stunned."]


def test_the_tables_are_at_hand_in_both_languages(battle):
    loaded = LoadedRoster.from_data(played.example("of-the-dead"))
    titles = [
        brief(BattleContext(played.state(battle), loaded.catalogue, [None, loaded], language))[0].title
        for language in ("fr", "en")
    ]
    assert titles == ["Tour de jeu", "Turn order"]
    assert brief(BattleContext(played.state(battle), loaded.catalogue, [None], "fr")) == []
