"""A gang of of the dead in a battle."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.battles.marked_sheet import marked_sheet
from builder.battles.spec import BattleContext
from builder.games.of_the_dead.battle.build import brief, notices
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.sheets.building import sheet_of
from builder.sheets.parts import FILLED_CIRCLE, TickLine
from builder.wording import say
from rules.play.battle import COUNTER
from tests import make
from tests.battles import played
from tests.languages import in_language

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle():
    return played.battle("of-the-dead")


def due(battle):
    with override("en"):
        found = notices(played.state(battle), make.catalogue("of-the-dead"))
        return [say(one.text) for one in found if not one.action]  # without whose turn it is


def test_life_and_morale_are_numbers_that_start_as_they_are_now(battle):
    loaded, document = LoadedRoster.from_data(played.example("of-the-dead")), played.state(battle)
    now = [(unit.life, unit.morale) for unit in loaded.analysis.units]
    units = document.sides[0].units
    assert [tuple(document.number(f"0/{unit.key}/{key}") for key in ("life", "morale")) for unit in units] == now
    kinds = {document.markers_by_path[f"0/{unit.key}/{key}"].kind for unit in units for key in ("life", "morale")}
    assert kinds == {COUNTER}
    assert not [marker for unit in units for marker in unit.markers if marker.label.en.endswith("+")]


def test_prudence_goes_with_the_turn_and_panic_stays(battle):
    played.send(played.player(battle), battle, "set 0/0.0/prudence 1", "set 0/0.0/panic 1", "next-round")
    document = played.state(battle)
    assert (document.number("0/0.0/prudence"), document.number("0/0.0/panic")) == (0, 1)


def test_the_marker_sprint_goes_with_the_turn_and_zele_stays(battle):
    played.send(played.player(battle), battle, "set 0/0.0/sprint 1", "set 0/0.0/zele 2", "next-round")
    document = played.state(battle)
    assert (document.number("0/0.0/sprint"), document.number("0/0.0/zele")) == (0, 2)  # otd-31


def test_panic_is_not_held_at_the_morale_of_the_start(battle):
    morale = played.state(battle).number("0/1.0/morale")
    assert morale == 2
    played.send(played.player(battle), battle, "set 0/1.0/panic 2", "add 0/1.0/panic 2")  # fire gives two
    assert played.state(battle).number("0/1.0/panic") == 4


def test_a_panic_that_has_stunned_is_told_no_more(battle):
    client, name = played.player(battle), played.state(battle).sides[0].units[0].name.en
    played.send(client, battle, "set 0/0.0/morale 3", "set 0/0.0/panic 3")
    assert due(battle) == [f"{name}: panic at or above morale; stunned if it was lower before (otd-39)."]
    played.send(client, battle, "set 0/0.0/stun 3")
    assert due(battle) == []


def with_followers(*names):
    """A battle of the example, its first character led by followers of these names."""
    data = played.example("of-the-dead")
    data["units"][0]["followers"] = [{"name": name, "type": "animal"} for name in names]
    return played.of(played.roster("of-the-dead", units=data["units"]))


def test_each_gauge_of_a_follower_says_whose_it_is():
    document = played.state(with_followers("Médor", "Rex", "Rex"))
    labels = [marker.label.fr.replace("\u00a0", " ") for marker in document.sides[0].units[0].markers]
    assert [label for label in labels if "Vie" in label or "Moral" in label] == [
        *("Vie", "Moral", "Médor · Vie", "Médor · Moral"),
        *("Rex 1 · Vie", "Rex 1 · Moral", "Rex 2 · Vie", "Rex 2 · Moral"),
    ]
    assert document.alike == {}


def test_what_is_marked_of_a_follower_stands_on_its_own_boxes():
    battle = with_followers("Médor", "Rex")
    played.send(played.player(battle), battle, "set 0/0.0/follower-morale-2 2")
    (card,) = sheet_with_marks(battle).units[0].cards
    lines = [
        [track.boxes.count(FILLED_CIRCLE) for track in line.tracks] for line in card.lines if isinstance(line, TickLine)
    ]
    assert lines[-2:] == [[0, 0], [0, 2]]


def test_a_follower_begins_with_the_gauges_that_it_kept():
    data = played.example("of-the-dead")
    rex = {"name": "Rex", "type": "animal", "life": 14, "morale": 2, "lifetime": 3}
    data["units"][0]["followers"] = [{"name": "Médor", "type": "animal"}, rex]
    battle = played.of(played.roster("of-the-dead", units=data["units"]))
    keys = ("follower-life", "follower-life-2", "follower-morale-2", "follower-lifetime-2")
    assert [played.state(battle).number(f"0/0.0/{key}") for key in keys] == [0, 14, 2, 3]
    assert "0/0.0/follower-lifetime" not in played.state(battle).markers_by_path  # nothing is noted of Médor
    played.send(played.player(battle), battle, "add 0/0.0/follower-life-2 1", "add 0/0.0/follower-lifetime-2 -1")
    assert [played.state(battle).number(f"0/0.0/{key}") for key in (keys[1], keys[3])] == [15, 2]


def test_a_battle_of_before_has_its_marks_of_followers_in_words():
    """Its keys had the follower's name; no box of today's sheet has them."""
    battle = with_followers("Médor", "Rex")
    document = played.state(battle)
    unit = document.sides[0].units[0]
    markers = tuple(
        replace(marker, key="rex-morale") if marker.key == "follower-morale-2" else marker for marker in unit.markers
    )
    side = replace(document.sides[0], units=(replace(unit, markers=markers), *document.sides[0].units[1:]))
    before = replace(document, sides=(side,), marks={"0/0.0/rex-morale": 2})
    (card,) = in_language("en", marked_sheet, in_language("en", sheet_of, loaded_of(battle)), before, 0).units[0].cards
    assert "Rex\u00a0· Morale\u00a02" in card.lines[0].text


def loaded_of(battle):
    return history.load_roster(battle.rosters.get(number=0).roster)


def sheet_with_marks(battle):
    return in_language("en", marked_sheet, in_language("en", sheet_of, loaded_of(battle)), played.state(battle), 0)


def test_no_life_is_told_until_the_player_takes_the_character_out(battle):
    client, name = played.player(battle), played.state(battle).sides[0].units[0].name.en
    played.send(client, battle, "set 0/0.0/life 1")
    assert due(battle) == []
    played.send(client, battle, "set 0/0.0/life 0")
    assert due(battle) == [f"{name} has no life left. If dead, tap “Out”."]
    played.send(client, battle, "set 0/0.0/out 1")
    assert due(battle) == []


def test_as_much_panic_as_morale_stuns(battle):
    client, name = played.player(battle), played.state(battle).sides[0].units[0].name.en
    played.send(client, battle, "set 0/0.0/morale 3", "set 0/0.0/panic 2")
    assert due(battle) == []
    played.send(client, battle, "set 0/0.0/panic 3")
    assert due(battle) == [f"{name}: panic at or above morale; stunned if it was lower before (otd-39)."]


def test_the_tables_are_at_hand_in_both_languages(battle):
    loaded = LoadedRoster.from_data(played.example("of-the-dead"))
    titles = [
        brief(BattleContext(played.state(battle), loaded.catalogue, [None, loaded], language))[0].title
        for language in ("fr", "en")
    ]
    assert titles == ["Tour de jeu", "Turn order"]
    assert brief(BattleContext(played.state(battle), loaded.catalogue, [None], "fr")) == []
