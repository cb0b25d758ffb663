"""A turn on the page: the end phase with one button, phases, what lies on the table, who may mark what."""

import re

import pytest
from django.test import Client

from builder.battles.spec import BATTLES
from tests import make
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
BOOK = make.catalogue("of-the-dead")


@pytest.fixture
def battle():
    """Two gangs of one team."""
    return played.battle("of-the-dead")


def numbers(battle, *paths):
    state = played.state(battle)
    return [state.number(path) for path in paths]


def test_the_end_phase_takes_tokens_off_and_begins_the_next_turn(battle):
    host = played.player(battle)
    played.send(
        host, battle, "set table/phase 3", "set 0/0.0/prudence 1", "set 0/1.0/stun 3", "lay noise 2", "next-round"
    )
    paths = "table/phase", "table/round", "0/0.0/prudence", "0/1.0/stun", "others/1/count"
    assert numbers(battle, *paths) == [1, 2, 0, 2, 1]
    played.send(host, battle, "next-round")
    assert played.state(battle).others == {}  # a single marker of noise is taken off


def test_bleeding_goes_from_life_to_a_stun_to_unconsciousness(battle):
    host, paths = played.player(battle), [f"0/0.0/{key}" for key in ("life", "stun", "unconscious")]
    played.send(host, battle, "set 0/0.0/life 4", "set 0/0.0/bleeding-turns 1")
    for expected in ([3, 3, 0], [2, 0, 1], [1, 0, 1]):  # the stun of this phase keeps its tokens (otd-30)
        played.send(host, battle, "next-round")
        assert numbers(battle, *paths) == expected


def test_fire_takes_two_lives_and_a_morale_of_the_whole_team(battle):
    host = played.player(battle)
    played.send(
        host, battle, "set 0/0.0/life 4", "set 0/0.0/fire 1", "set 0/1.0/morale 2", "set 1/0.0/morale 3", "next-round"
    )
    assert numbers(battle, "0/0.0/life", "0/1.0/morale", "1/0.0/morale", "0/0.0/fire") == [2, 1, 2, 1]


def test_a_second_stun_is_unconsciousness(battle):
    host = played.player(battle)
    played.send(host, battle, "set 0/0.0/stun 2", "set 0/0.0/bleeding-turns 1", "next-round")
    assert numbers(battle, "0/0.0/stun", "0/0.0/unconscious") == [0, 1]


def test_the_whole_end_phase_is_taken_back_at_once(battle):
    host = played.player(battle)
    played.send(host, battle, "set 0/0.0/stun 3", "lay molotov 1", "set table/phase 3", "next-round")
    assert [unit.name.en for unit in played.state(battle).others.values()] == ["Fire"]
    played.send(host, battle, "undo")
    assert numbers(battle, "0/0.0/stun", "table/phase", "table/round") == [3, 3, 1]
    assert [unit.name.en for unit in played.state(battle).others.values()] == ["Molotov cocktail"]


def test_an_explosive_goes_off_in_the_turn_after(battle):
    host = played.player(battle)
    page = lambda: host.get(url("battle", battle)).content.decode()  # noqa: E731
    played.send(host, battle, "set table/phase 2", "lay due 1")
    assert "go off before all actions" not in page()
    played.send(host, battle, "next-round", "set table/phase 2")
    assert "go off before all actions" in page()


def test_what_ones_own_unit_does_marks_companions_too_and_another_players_unit_does_not(battle):
    guest = played.player(battle, 1)
    played.send(played.player(battle), battle, "set table/phase 2", "set 0/0.0/morale 3", "set 1/0.0/morale 3")
    fields = {"unit": "1/0.0", "foe": "-", "criticals": "3", "accept": "0", "id": "lucky-melee"}
    guest.post(url("battle-action", battle, "melee"), fields)
    guest.post(url("battle-action", battle, "melee"), fields)  # sent twice
    assert numbers(battle, "0/0.0/morale", "1/0.0/morale", "1/0.0/activated") == [4, 4, 1]
    guest.post(url("battle-action", battle, "melee"), fields | {"unit": "0/0.0", "id": "not-my-melee"})
    assert numbers(battle, "0/0.0/morale", "0/0.0/activated") == [4, 0]
    assert Client().post(url("battle-action", battle, "melee"), fields).status_code == 404


def test_the_page_says_first_what_the_end_phase_changes(battle):
    host = played.player(battle)
    played.send(host, battle, "set 0/0.0/stun 3", "set table/phase 3")
    shown = host.get(url("battle-action", battle, "end-turn")).content.decode()
    assert re.search("Nadia.*: Stun", shown)
    assert "End the turn; turn 2 begins" in shown


def test_anybody_at_the_table_ends_the_turn_of_all(battle):
    """No sentence gives the end phase to one of the players."""
    host, guest = played.player(battle), played.player(battle, 1)
    played.send(host, battle, "set 0/0.0/stun 3", "set table/phase 3")
    end = url("battle-action", battle, "end-turn")
    assert end in host.get(url("battle", battle)).content.decode()
    guest.post(end, {"accept": "0", "id": "end-of-turn"})
    assert numbers(battle, "0/0.0/stun", "table/round") == [2, 2]


def test_the_six_kinds_of_zombies_may_be_put_on_the_table_and_leave_it(battle):
    host = played.player(battle)
    played.send(host, battle, "put-on zonard", "put-on mastard", "set others/1/out 1")
    state = played.state(battle)
    assert [unit.name.en for unit in state.others.values()] == ["Zonard 1", "Mastard 2"]
    assert state.is_down("others/1")
    shown = host.get(f"{url('battle', battle)}?view=table").content.decode()
    kinds = ("zonard", "braillard", "vicelard", "soudard", "mastard", "charognard")
    assert [kind for kind in kinds if f"put-on {kind}" not in shown] == []


def test_morale_lost_by_being_surrounded_may_stun(battle):
    """Panic reaches the morale by either changing (otd-39)."""
    host = played.player(battle)
    played.send(host, battle, "set 0/0.0/morale 2", "set 0/0.0/panic 1", "set 0/0.0/foes 4")
    state = played.state(battle)
    (mark,) = [
        notice.mark for notice in BATTLES["of-the-dead"].notices(state, BOOK) if "surrounded" in str(notice.text)
    ]
    played.send(host, battle, mark)
    assert numbers(battle, *(f"0/0.0/{key}" for key in ("prone", "morale", "stun"))) == [1, 1, 3]


def test_who_bled_into_unconsciousness_is_not_stunned_by_panic_too(battle):
    host = played.player(battle)
    states = "set 0/0.0/bleeding-turns 2", "set 0/0.0/morale 2", "set 0/0.0/panic 1", "set 0/1.0/fire 1"
    played.send(host, battle, "set 0/0.0/life 4", *states, "next-round")
    assert numbers(battle, *(f"0/0.0/{key}" for key in ("morale", "stun", "unconscious"))) == [1, 0, 1]


def test_ones_own_bleeding_is_stopped_and_the_fire_of_a_companion_put_out(battle):
    """A fire ends when somebody of the team comes to help ("Phase de mouvement")."""
    host = played.player(battle)
    played.send(
        host,
        battle,
        "set table/phase 2",
        *(f"set 0/{n}.0/{key} 1" for n in (0, 1) for key in ("bleeding-turns", "fire")),
    )
    shown = host.get(url("battle-action", battle, "operate") + "?unit=0/0.0").content.decode()
    wanted = ["0/0.0/bleeding-turns", "0/1.0/bleeding-turns", "0/1.0/fire"]
    assert re.findall(r'value="(\d/\d\.0/[a-z-]+)"', shown) == wanted


def test_zombies_that_nobody_plays_have_a_turn_in_each_phase(battle):
    host = played.player(battle)
    played.send(host, battle, "put-on zonard", "set others/1/activated 1", "set table/phase 2")
    assert numbers(battle, "others/1/activated") == [0]


FREELY = ["melee", "shoot", "throw", "flee", "encourage", "operate", "hide", "shout"]


@pytest.mark.parametrize(
    ("state", "menu"),
    [
        ("zele 1", FREELY),
        ("prone 1", [*FREELY[:-1], "stand-up", "shout"]),
        ("stealth 1", [*FREELY[:-1], "leave-stealth", "shout"]),
        ("panic 1", ["flee", "encourage", "recover"]),
        ("fire 1", ["flee", "encourage", "operate", "hide", "shout"]),
        ("operation 1", ["flee", "encourage", "operate", "hide", "shout"]),
        ("stun 1", None),
    ],
)
def test_who_is_next_has_a_menu_of_what_its_states_leave_it(battle, state, menu):
    host = played.player(battle)
    played.send(host, battle, "set table/phase 2", "set 0/0.0/life 40", f"set 0/0.0/{state}")
    first = BATTLES["of-the-dead"].notices(played.state(battle), BOOK)[-1]
    assert first.action == ("act?unit=0/0.0" if menu else "")
    if menu:
        shown = host.get(url("battle-action", battle, "act") + "?unit=0/0.0").content.decode()
        links = re.findall(r"/actions/([a-z-]+)/\?unit=0/0\.0", shown)
        assert [slug for slug in dict.fromkeys(links) if slug != "act"] == menu


@pytest.mark.parametrize(("hits", "words"), [(0, "no damage"), (1, "1 damage"), (2, "2 damage")])
def test_the_button_of_an_attack_says_the_damage(battle, hits, words):
    host = played.player(battle)
    played.send(host, battle, "set table/phase 2")
    shown = host.get(f"{url('battle-action', battle, 'melee')}?unit=0/0.0&foe=-&successes={hits}").content.decode()
    assert f"Mark it: {words}" in shown
