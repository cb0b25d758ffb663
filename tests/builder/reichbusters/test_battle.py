"""A team of Reichbusters in a battle."""

import re
from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.battles.marked_sheet import marked_sheet
from builder.battles.spec import BattleContext
from builder.games.reichbusters.battle.build import along, brief
from builder.lists import history
from builder.sheets.building import sheet_of
from builder.sheets.parts import BOX, NUMBER, TICKED, without_frames
from builder.wording import say
from rules.games.reichbusters.play.console import notices, warnings
from rules.play.battle import Marker
from rules.text import Text
from tests import make
from tests.battles import played
from tests.languages import in_language

pytestmark = pytest.mark.django_db

BEFORE, ALARM, AFTER = Text("Avant"), Text("Alarme"), Text("Après")


def battle_of(**fields):
    """A battle of one team: the example with these fields of its head."""
    return played.of(played.roster("reichbusters", **fields))


def due(battle):
    with override("en"):
        found = warnings(played.state(battle), make.catalogue("reichbusters"))
        return [say(one.text) for one in found]


@pytest.mark.parametrize(("game", "words"), [("reichbusters", ("Round", "Next round")), ("rbn", ("Turn", "Next turn"))])
def test_its_turns_are_called_rounds(game, words):
    battle = played.battle(game, 1)
    page = played.player(battle).get(played.url("battle", battle)).content.decode()
    assert (played.state(battle).markers[0].label.en, words[1] in page) == (words[0], True)


def test_the_bar_leads_through_the_final_phase():
    battle = battle_of()
    page = played.player(battle).get(played.url("battle", battle)).content.decode()
    assert re.findall(r'id="next-round"[^>]*href="([^"]+)"', page) == [played.url("battle-action", battle, "final")]
    assert 'value="next-round"' not in page


def test_lasting_wounds_start_as_the_list_has_them():
    document = played.example("reichbusters")
    document["units"][0]["wounds"] = 2
    battle = battle_of(units=document["units"])
    assert played.state(battle).number("0/0.0/lasting-wounds") == 2


def test_four_lasting_wounds_put_a_hero_down():
    battle = battle_of()
    client, name = played.player(battle), played.state(battle).sides[0].units[0].name.en
    played.send(client, battle, "set 0/0.0/lasting-wounds 3")
    assert played.state(battle).number("0/0.0/down") == 0
    played.send(client, battle, "set 0/0.0/lasting-wounds 4")
    assert (played.state(battle).number("0/0.0/down"), due(battle)) == (1, [])
    assert played.state(battle).down_paths == set()
    played.send(client, battle, "set 0/0.0/down 0")
    assert due(battle) == [f"{name}, lasting wounds: 4. Down."]
    played.send(client, battle, "set 0/0.0/down 1", "set 0/0.0/lasting-wounds 3")
    assert played.state(battle).number("0/0.0/down") == 0


def test_what_is_done_once_a_turn_is_free_again_in_the_next_round():
    battle = battle_of()
    played.send(played.player(battle), battle, "set 0/0.0/move 1", "set 0/0.0/captured 1", "next-round")
    document = played.state(battle)
    assert (document.number("0/0.0/move"), document.number("0/0.0/captured")) == (0, 1)


def clock(battle):
    """(round, before the alarm, alarm, after it)."""
    document = played.state(battle)
    return (
        document.round,
        *(document.number(f"table/{key}") for key in ("before-the-alarm", "alarm", "after-the-alarm")),
    )


def test_the_round_marker_starts_on_the_first_space_and_moves_with_the_round():
    battle = battle_of(track={"pre": 4, "post": 3})
    client = played.player(battle)
    assert clock(battle) == (1, 1, 0, 0)  # rb-31
    played.send(client, battle, "next-round")
    assert clock(battle) == (2, 2, 0, 0)


def test_alerted_enemies_move_the_one_marker_on():
    battle = battle_of(track={"pre": 4, "post": 3})
    played.send(played.player(battle), battle, "set table/before-the-alarm 2")
    assert clock(battle) == (2, 2, 0, 0)


def test_the_alarm_comes_when_the_marker_leaves_the_last_space_before_it():
    battle = battle_of(track={"pre": 4, "post": 3})
    client = played.player(battle)
    played.send(client, battle, *["next-round"] * 2)
    assert (clock(battle), due(battle)) == ((3, 3, 0, 0), [])
    played.send(client, battle, "next-round")
    assert clock(battle) == (4, 4, 0, 0)
    assert due(battle) == ["Last space before the alarm: it goes off when the round marker leaves."]
    played.send(client, battle, "next-round")
    assert (clock(battle), due(battle)) == ((5, 4, 1, 1), [])


def test_the_mission_is_lost_when_the_marker_leaves_the_last_space_after_the_alarm():
    battle = battle_of(track={"pre": 4, "post": 3})
    client = played.player(battle)
    played.send(client, battle, "set table/alarm 1", *["next-round"] * 2)
    assert (clock(battle), due(battle)) == ((3, 1, 1, 2), [])
    played.send(client, battle, "next-round")
    assert clock(battle) == (4, 1, 1, 3)
    assert due(battle) == ["Last space after the alarm: the mission is lost when the round marker leaves."]


def battle_of_before(start):
    """A battle whose track stands on its team, as they were before; start: the space of the marker then."""
    document = played.state(battle_of(track={"pre": 4, "post": 3}))
    own = [Marker("before-the-alarm", BEFORE, "boxes", most=4, start=start), Marker("alarm", ALARM)]
    own.append(Marker("after-the-alarm", AFTER, "boxes", most=3))
    side = replace(document.sides[0], markers=tuple(own), facts={})
    return replace(document, sides=(side,), markers=document.markers[:1])


def test_a_battle_of_before_keeps_two_clocks():
    before = battle_of_before(0)
    assert along(before, {"table/round": 2}) == {}
    assert along(before, {"0/before-the-alarm": 3}) == {}


def test_a_battle_whose_track_stands_on_its_team_keeps_it_there():
    before = battle_of_before(1)
    assert along(before, {"table/round": 2}) == {"0/before-the-alarm": 2}
    assert along(before, {"0/before-the-alarm": 3}) == {"table/round": 3}
    assert along(replace(before, marks={"0/before-the-alarm": 4, "table/round": 4}), {"table/round": 5}) == {
        "0/alarm": 1,
        "0/after-the-alarm": 1,
    }
    assert notices(before, make.catalogue("reichbusters")) == []


def test_each_weapon_and_each_kind_of_heroism_says_which_it_is():
    labels = [marker.label.fr.replace("\u00a0", " ") for marker in played.state(battle_of()).sides[0].units[0].markers]
    assert [one for one in labels if "Héroïsme" in one] == ["Héroïsme attaque", "Héroïsme défense", "Héroïsme joker"]
    assert [label for label in labels if "enrayé" in label] == [
        "Mitrailleuse Vickers 1\u202f: enrayé",
        "Mitrailleuse Vickers 2\u202f: enrayé",
    ]


def test_weapons_that_nobody_copied_have_numbers():
    labels = [marker.label.en.replace("\u00a0", " ") for marker in played.state(battle_of()).sides[0].units[1].markers]
    assert [label for label in labels if "jammed" in label] == ["Weapon 1: jammed", "Weapon 2: jammed"]


def test_what_is_marked_of_a_weapon_and_of_heroism_stands_on_its_own_boxes():
    battle = battle_of()
    played.send(played.player(battle), battle, "set 0/0.0/jammed-2 1", "set 0/0.0/heroism-defense 2")
    loaded = history.load_roster(battle.rosters.get(number=0).roster)
    card = in_language("en", marked_sheet, in_language("en", sheet_of, loaded), played.state(battle), 0).units[0].card
    jammed = [
        track.boxes
        for line in without_frames(card.lines)
        for track in getattr(line, "tracks", ())
        if track.label == "jammed"
    ]
    assert jammed == [BOX, TICKED]
    assert {track.key: track.boxes for track in card.tracks if "heroism" in track.key} == {
        "heroism-attack": NUMBER,
        "heroism-defense": "2",
        "heroism-joker": NUMBER,
    }


def test_wounds_are_not_held_at_four():
    battle = battle_of()
    played.send(played.player(battle), battle, "set 0/0.0/lasting-wounds 6")
    assert played.state(battle).number("0/0.0/lasting-wounds") == 6


def test_nothing_is_told_of_tracks_that_nobody_copied():
    battle = battle_of(track=None)
    played.send(played.player(battle), battle, "set table/before-the-alarm 99", "set table/after-the-alarm 99")
    assert due(battle) == []


def test_the_head_of_a_sheet_shows_the_track_of_the_table():
    battle = battle_of(track={"pre": 4, "post": 3})
    played.send(played.player(battle), battle, "next-round", "set table/alarm 1")
    loaded = history.load_roster(battle.rosters.get(number=0).roster)
    sheet = in_language("en", marked_sheet, in_language("en", sheet_of, loaded), played.state(battle), 0)
    assert [track.boxes.count(TICKED) for track in sheet.tracks] == [2, 1, 0]


def test_the_round_is_at_hand_in_both_languages():
    battle = battle_of()
    book = make.catalogue("reichbusters")
    titles = [brief(BattleContext(played.state(battle), book, [], language))[0].title for language in ("fr", "en")]
    assert titles == ["Le round", "The round"]


def test_what_is_looked_up_in_a_battle_is_at_hand():
    battle = battle_of()
    found = brief(BattleContext(played.state(battle), make.catalogue("reichbusters"), [], "en"))
    assert {"Noise", "Action cards", "Cleared token", "Patrols", "Enemy turn", "Captured"} <= {
        one.title for one in found
    }
