"""What the page of a battle shows: boxes and their taps, closed units, where the bar goes on, what comes first."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from builder.battles.access import watching
from builder.battles.board import Board
from builder.battles.board_parts import MarkerOnBoard
from builder.battles.loading import context_of
from builder.battles.spec import BattleSpec, Checklist, Step
from builder.web.fragment_cache import CSRF_TOKEN, UID, fragment_cache
from builder.web.offline import KEPT
from rules.play.actions import Choice
from rules.play.battle import BOXES, COUNTER, SWITCH, WORDS, BattleUnit, Marker
from rules.registry import GAMES
from rules.text import Text
from tests.battles import played
from tests.battles.played import url
from tests.languages import in_language

pytestmark = pytest.mark.django_db

WOUNDS = Marker("wounds", Text("Blessures", "Wounds"), BOXES, most=3, free=1, ends=True)
ON_FIRE = Marker("on-fire", Text("En feu", "On fire"))
SHOWN = re.compile(r'class="battle-(?:side|table|more) shown" id="([^"]*)"')


def marked(marker, value):
    return MarkerOnBoard(f"0/1.0/{marker.key}", marker, value, True)


def test_a_tap_ticks_up_to_a_box_and_the_last_ticked_one_is_taken_back():
    boxes = [(one.number, one.ticked, one.free, one.command[-1]) for one in marked(WOUNDS, 2).boxes]
    assert boxes == [(1, True, True, "1"), (2, True, False, "1"), (3, False, False, "3")]


@pytest.mark.parametrize(
    ("most", "boxes", "few"), [(3, True, True), (4, True, False), (7, True, False), (8, False, False)]
)
def test_a_counter_stands_for_boxes_that_do_not_fit_a_row(most, boxes, few):
    one = marked(replace(WOUNDS, most=most), 0)
    assert (one.has_boxes, one.has_few_boxes, one.of) == (boxes, few, most)


def test_a_switch_turns():
    assert [marked(ON_FIRE, value).toggled for value in (0, 1)] == ["set 0/1.0/on-fire 1", "set 0/1.0/on-fire 0"]


def test_a_closed_unit_says_its_life_and_what_is_marked():
    shown = [marked(WOUNDS, 0), marked(ON_FIRE, 0), marked(ON_FIRE, 1)]
    assert [one.is_glanced for one in shown] == [True, False, True]


def board(battle, **spec):
    """The board of a stored battle for the host, with a game that brings `spec`."""
    access = replace(watching(battle), mine=[0]) if spec else watching(battle)
    found = Board(access, in_language("en", context_of, access))
    found.spec = BattleSpec(**spec)
    return found


def test_markers_share_rows_where_a_unit_has_many():
    unit = board(played.battle()).sides[0].units[0]
    rows = [marked(Marker(str(n), Text("x", "x"), COUNTER), 0) for n in range(7)]
    others = [marked(ON_FIRE, 0), marked(Marker("seat", Text("x", "x"), WORDS), "")]
    assert replace(unit, markers=rows + others).is_dense is False
    assert replace(unit, markers=[*rows, marked(WOUNDS, 0)]).is_dense is True


def steps(*paths):
    return [Step(path, path) for path in paths]


def test_the_bar_goes_through_the_set_up_in_the_first_round_and_through_the_phases_in_each():
    battle = played.battle()
    lists = [
        Checklist("phases", "Round", steps("table/b")),
        Checklist("setup", "Set-up", steps("table/a"), where="setup"),
    ]
    table = tuple(Marker(key, Text(key, key), each_round=key == "b") for key in "ab")

    def due(**marks):
        found = board(battle, checklists=lambda _context: lists)
        marks = {f"table/{key}": value for key, value in marks.items()}
        found.battle = replace(found.battle, markers=(*found.battle.markers, *table), marks=marks)
        return found.next_step and found.next_step.step.path

    assert [due(), due(a=1), due(a=1, b=1), due(round=2), due(round=2, b=1)] == [
        "table/a",
        "table/b",
        None,
        "table/b",
        None,
    ]


def test_boxes_of_steps_are_no_counters_of_the_table():
    battle = played.battle()
    found = board(battle, checklists=lambda _context: [Checklist("x", "X", steps("table/a"))])
    found.battle = replace(
        found.battle, markers=(*found.battle.markers, Marker("a", Text("a", "a")), Marker("c", Text("c", "c")))
    )
    assert "table/a" not in [one.path for one in found.counters]
    assert "table/c" in [one.path for one in found.counters]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", "side-1"),
        ("?view=table", "table"),
        ("?view=more", "more"),
        ("?unit=0/0.0", "side-0"),
        ("?unit=others/1", "table"),
        ("?view=x", "side-1"),
    ],
)
def test_a_phone_shows_first_what_the_address_names_else_the_own_side(query, shown):
    battle = played.battle()
    page = played.player(battle, 1).get(url("battle", battle) + query).content.decode()
    assert SHOWN.findall(page) == [shown]


@pytest.mark.parametrize(
    ("command", "where"),
    [
        ("set 0/0.0/wounds 1", "?unit=0/0.0#unit-0-0-0"),
        ("add 1/points 1", "?view=side-1"),
        ("set table/round 2", "?view=table"),
        ("next-round", ""),
    ],
)
def test_without_scripts_a_mark_leads_back_to_where_it_stands(command, where):
    battle = played.battle()
    answer = played.player(battle).post(url("battle-marks", battle), {"command": command})
    assert answer["Location"] == url("battle", battle) + where


def test_only_the_own_side_has_buttons():
    battle = played.battle()
    client = played.player(battle, 1)
    sides = [client.get(url("battle-side", battle, number)).content.decode() for number in (0, 1)]
    assert ["set 0/0.0/wounds 1" in sides[0], "set 1/0.0/wounds 1" in sides[1]] == [False, True]


def test_the_units_on_the_table_may_leave_it_and_others_be_put_on_it():
    battle = played.battle()
    found = board(battle, others=lambda _context: [("Beasts", [BattleUnit("rat", Text("Rat", "Rat"))])])
    assert [(title, [one.key for one in units]) for title, units in found.addable] == [("Beasts", ["rat"])]
    found.battle = found.battle.with_state({}, {"1": BattleUnit("1", Text("Rat", "Rat"))})
    other = found.unit("others/1")
    assert (other.is_other, other.owner, other.anchor) == (True, "others", "unit-others-1")


def test_a_page_that_the_game_does_not_have_is_not_found():
    battle = played.battle()
    assert played.player(battle).get(url("battle-page", battle, "no-such")).status_code == 404


def test_switches_are_chips_but_for_the_activation_on_the_strip():
    chips = [
        marked(Marker(key, Text("x", "x"), kind), 0).is_chip
        for key, kind in (("a", SWITCH), ("activated", SWITCH), ("b", BOXES))
    ]
    assert chips == [True, False, False]


@pytest.mark.parametrize(("days", "forgotten"), [(13, False), (15, True)])
def test_a_browser_forgets_the_page_of_a_battle_that_is_long_over(days, forgotten):
    battle = played.battle()
    battle.ended = timezone.now() - timedelta(days=days)
    battle.save()
    assert (KEPT not in played.player(battle).get(url("battle", battle))) is forgotten


def test_the_host_alone_chooses_the_scenario():
    battle = played.battle()
    pages = [played.player(battle, side).get(url("battle", battle)).content.decode() for side in (0, 1)]
    assert [url("battle-scenario", battle) in page for page in pages] == [True, False]
    slug = re.search(r'<option value="([a-z0-9-]+)"', pages[0])[1]
    played.player(battle).post(url("battle-scenario", battle), {"scenario": slug})
    assert played.state(battle).scenario == slug


def test_a_role_is_called_by_its_name():
    battle = played.battle()
    found = board(battle, roles=lambda _catalogue, _scenario: [Choice("attacker", "Attacker")])
    sides = tuple(replace(found.battle.sides[0], role=role) for role in ("attacker", "unknown", None))
    found.battle = replace(found.battle, sides=sides)
    assert [side.role for side in found.sides] == ["Attacker", "", ""]


@pytest.mark.parametrize(
    ("game", "ranks"),
    [("rbn", ["Chief"]), ("first-wave", ["Chief"]), ("chain-reaction", ["Star", "Leader"]), ("of-the-dead", [])],
)
def test_a_chief_a_star_and_a_leader_are_shown_as_such(game, ranks):
    battle = played.battle(game)
    page = played.player(battle).get(url("battle", battle)).content.decode()
    own = page.partition('id="side-0"')[2].partition('id="side-1"')[0]
    assert re.findall(r'<b class="rank">(\w+)</b>', own) == ranks


def test_the_bar_says_what_the_next_step_asks_before_it_is_ticked():
    battle = played.battle(scenario="bataille-rangee")
    client = played.player(battle)

    def asked():
        page = client.get(url("battle", battle)).content.decode()
        return page.partition('id="next"')[2].partition("</details>")[0]

    scenario, scenery = asked(), None
    assert "Pitched battle" in scenario
    played.send(client, battle, re.search(r'value="(set [^"]+ 1)"', scenario)[1])
    scenery = asked()
    assert "Scenery" in scenery
    assert "2D6" in scenery
    assert "RBN v2, p.\u00a034" in scenery


def test_figures_have_words_and_no_letters_alone():
    battle = played.battle()
    page = played.player(battle).get(url("battle-side", battle, 0)).content.decode()
    lines = re.findall(r'class="strip-line">([^<]*)<', page)
    assert lines[4].replace("\xa0", " ").startswith("Shooting 4+ · Combat 5+ · Crossbow")
    assert not any(re.search(r"\b[TC]\s\d", line) for line in lines)
    assert "<i>Shooting</i>" in page
    assert "<i>T</i>" not in page


@pytest.mark.parametrize("game", list(GAMES))
def test_a_page_comes_without_what_is_folded_and_says_where_it_is(game):
    battle = played.battle(game)
    client = played.player(battle)
    page = client.get(url("battle", battle)).content.decode()
    assert len(page.encode()) <= 60_000
    assert 'class="marker"' not in page
    parts = {part: url(f"battle-{part}", battle, *number) for part, number in (("side", [0]), ("table", []))}
    assert all(f'data-src="{address}"' in page for address in parts.values())
    side, table = (client.get(address).content.decode() for address in parts.values())
    assert side.count('data-unit="') == page.count('data-unit="')
    assert side.count('class="unit-body"') == side.count('data-unit="')
    assert 'id="table"' in table
    opened = client.get(url("battle", battle) + "?unit=0/0.0&view=table").content.decode()
    assert opened.count('data-src="') == 2 + opened.count('id="table" data-view="table" data-src="')


def test_a_kept_part_of_a_page_is_nobody_s():
    battle = played.battle()
    players = [played.player(battle, side) for side in (0, 1)]
    readers = [(client, url("battle", battle)) for client in (*players, players[0])]
    readers.append((Client(headers={"accept-language": "en"}), reverse("battle-watch", args=[battle.watch_key])))
    fragment_cache.clear()
    answers = []
    for reader, address in readers:
        for part in ("", "?view=table", "sides/0/", "sides/1/", "table/"):
            answers.append(reader.get(address + part).content.decode())
    kept = b"".join(html for _objects, html in fragment_cache.entries.values()).decode()
    tokens = re.findall(r'name="(?:csrfmiddlewaretoken|id)" value="([^"]+)"', "".join(answers))
    assert len(tokens) > 20
    assert not any(token in kept for token in tokens)
    assert not any(hole in answer for hole in (CSRF_TOKEN, UID) for answer in answers)
    secrets = [battle.join_key, battle.watch_key, *(one.value for client in players for one in client.cookies.values())]
    assert not any(secret in kept for secret in secrets)


def test_what_a_player_writes_is_no_token():
    battle = played.battle()
    client = played.player(battle)
    words = next(
        path for path, one in played.state(battle).markers_by_path.items() if one.kind == WORDS and path[0] == "0"
    )
    played.send(client, battle, f"say {words} {CSRF_TOKEN}{UID}")
    page = client.get(url("battle-side", battle, 0)).content.decode()
    assert 'value="&lt;csrf-token&gt;&lt;uid&gt;"' in page


def test_the_notes_of_a_player_are_in_no_part_that_others_get():
    units = [unit | {"notes": "my secret plan"} for unit in played.example()["units"]]
    battle = played.of(played.roster(units=units), played.roster())
    address = url("battle-side", battle, 0)
    pages = [played.player(battle, side).get(address).content.decode() for side in (0, 1, 0, 1)]
    assert ["my secret plan" in page for page in pages] == [True, False, True, False]
