"""A group of Chain Reaction in a battle."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from builder.battles import services
from builder.battles.marked_sheet import marked_sheet
from builder.battles.spec import BattleContext
from builder.games.chain_reaction.battle.build import BATTLE, brief, notices
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle
from builder.sheets.building import sheet_of
from builder.sheets.parts import TICKED
from builder.wording import say
from rules.play.battle import (
    BOXES,
    DRAWN,
    LOST,
    WON,
    BattleDocument,
    BattleSide,
    BattleUnit,
    Marker,
    Result,
    SideResult,
)
from rules.text import Text
from tests import make
from tests.battles import played
from tests.languages import in_language

pytestmark = pytest.mark.django_db


OF_THE_GAME = ("Zombies", "Zombie arrivals", "Insurgents")


def due(battle):
    with override("en"):
        return [
            (say(notice.text), notice.dice, notice.side)
            for notice in notices(played.state(battle), make.catalogue("chain-reaction"))
        ]


@pytest.fixture
def battle():
    return played.battle("chain-reaction")


def test_the_dead_are_out_of_play_and_who_flees_may_rally(battle):
    client = played.player(battle)
    played.send(client, battle, "set 0/0.0/dead 1", "set 0/1.0/fled 1", "set 0/2.0/stunned 1")
    assert played.state(battle).down_paths == {"0/0.0"}


def test_a_lost_leader_asks_for_a_test_until_it_is_made(battle):
    client, leader = played.player(battle), played.state(battle).sides[0].facts["leader"]
    assert due(battle) == []
    played.send(client, battle, f"set 0/{leader}.0/out 1")
    ((words, dice, side),) = due(battle)
    assert words.startswith("Leader dead or out of action (")
    assert (dice, side) == ("2D6", 0)
    played.send(client, battle, "set 0/leader-lost-tested 1")
    assert due(battle) == []


@pytest.mark.parametrize(("key", "asks"), [("dead", 1), ("out", 1), ("removed-from-play", 0), ("fled", 0)])
def test_only_a_leader_dead_or_out_of_action_is_lost(key, asks):
    markers = tuple(Marker(one, Text(one, one)) for one in ("dead", "out", "removed-from-play", "fled"))
    leader = BattleUnit("0.0", Text("Ada", "Ada"), index=0, markers=tuple(replace(one, ends=True) for one in markers))
    side = BattleSide(units=(leader,), facts={"leader": 0})
    marked = BattleDocument("chain-reaction", 1, sides=(side,), marks={f"0/0.0/{key}": 1})
    assert len(notices(marked, make.catalogue("chain-reaction"))) == asks


def test_a_group_without_a_leader_loses_none():
    row = played.roster("chain-reaction", leader=None)
    side = played.state(played.of(row)).sides[0]
    assert ("leader" in side.facts, [one.key for one in side.markers if one.key == "leader-lost-tested"]) == (False, [])


@pytest.mark.parametrize(("language", "title"), [("fr", "Blessure"), ("en", "Wound")])
def test_what_the_lists_need_is_at_hand_once(battle, language, title):
    loaded = LoadedRoster.from_data(played.example("chain-reaction"))
    context = BattleContext(played.state(battle), loaded.catalogue, [loaded, loaded, None], language)
    titles = [passage.title for passage in brief(context)]
    assert title in titles
    assert len(titles) == len(set(titles))


# --- one fact, one mark ---------------------------------------------------------------------------------------------


def of_figures(*npcs, **head):
    """A battle of one group whose Star is Ana, by the document's figures."""
    star = {"kind": "star", "name": "Ana", "weapons": [{"period": "generic", "item": "revolver"}]}
    fields = {"campaign": True, "leader": 0, "units": [star, *npcs], "log": []} | head
    return played.of(played.roster("chain-reaction", **fields))


def labels(unit, language="en"):
    return [marker.label.into(language) for marker in unit.markers]


def test_a_shot_of_one_die_never_empties_a_weapon_whose_class_the_players_left_out():
    sling, revolver = {"name": "Sling", "range": 12, "impact": 1}, {"period": "generic", "item": "revolver"}
    battle = of_figures({"kind": "npc", "name": "Bo", "rep": 4, "weapons": [sling, revolver]})
    told = labels(played.state(battle).sides[0].units[1])
    assert [one for one in told if "empty" in one] == ["Revolver: empty"]


def test_two_weapons_of_a_name_and_two_attributes_are_told_apart():
    armed = {"kind": "npc", "name": "Bo", "rep": 4, "weapons": [{"period": "generic", "item": "revolver"}] * 2}
    battle = of_figures(armed | {"attributes": ["chanceux", "chanceux"]})
    told = labels(played.state(battle).sides[0].units[1])
    assert [one for one in told if "empty" in one] == ["Revolver 1: empty", "Revolver 2: empty"]
    assert [one for one in told if "used" in one] == ["Lucky 1: used", "Lucky 2: used"]
    client = played.player(battle)
    played.send(client, battle, "set 0/1.0/empty-2 1")
    assert "Bo · Revolver 2: empty: ✓" in client.get(played.url("battle-log", battle)).content.decode()


def test_no_label_of_a_group_stands_twice_beside_its_figure(battle):
    for side in played.state(battle).sides:
        for unit in side.units:
            assert len(set(labels(unit))) == len(unit.markers)


def test_star_power_turns_a_lost_leader_and_a_lost_game_are_no_marks_of_the_side():
    side = played.state(of_figures()).sides[0]
    keys = {marker.key for marker in side.markers}
    assert keys == {"leader-lost-tested"}
    star = {marker.key: marker for marker in side.units[0].markers}
    assert (star["star-power"].most, star["star-power-used"].label.en) == (5, "Star Power used")


def test_the_board_knows_the_star_and_the_leader():
    bo = {"kind": "npc", "name": "Bo", "rep": 4}
    units = played.state(of_figures(bo, leader=1)).sides[0].units
    assert [(unit.facts.get("star"), unit.facts.get("leader")) for unit in units] == [(1, None), (None, 1)]
    assert [list(BATTLE.ranks(unit)) for unit in units] == [["Star"], ["Leader"]]
    both = played.state(of_figures()).sides[0].units[0]
    assert list(BATTLE.ranks(both)) == ["Star", "Leader"]


def printed(battle, side=0, language="en"):
    row = battle.rosters.get(number=side)
    return in_language(
        language,
        marked_sheet,
        in_language(language, sheet_of, history.load_roster(row.roster)),
        played.state(battle),
        side,
    )


def test_on_paper_too_the_game_as_opponent_brings_its_reminders():
    two = [history.create(LoadedRoster.from_data(played.example("chain-reaction")), "new")[0] for _side in "12"]
    titles = [[passage.title for passage in printed(battle).passages] for battle in (of_figures(), played.of(*two))]
    assert [[one for one in found if one in OF_THE_GAME] for found in titles] == [[*OF_THE_GAME], []]
    zombie = {"kind": "npc", "figure": "zombie", "rep": 4}
    assert [passage.title for passage in printed(of_figures(zombie)).passages].count("Zombies") == 1


def head_of(battle, language="en"):
    return {track.label: track.boxes.replace(" ", "") for track in printed(battle, 0, language).tracks}


def test_the_head_of_the_printed_group_follows_the_marks_of_its_figures_the_round_and_the_result():
    battle = of_figures({"kind": "npc", "name": "Bo", "rep": 4}, leader=1)
    client = played.player(battle)
    played.send(client, battle, "set 0/0.0/star-power 2", "set table/round 3", "set 0/1.0/out 1")
    head = head_of(battle)
    assert [head[one].count(TICKED) for one in ("Star Power", "Turns", "Leader lost", "Game lost")] == [2, 3, 1, 0]
    services.end(battle.pk, Result((SideResult(LOST),)))
    assert head_of(battle)["Game lost"] == TICKED


def test_a_battle_of_before_keeps_its_marks_and_opens():
    """Its setup has Star Power, turns and the lost leader as marks of the side, and two revolvers of one label."""
    battle = of_figures({"kind": "npc", "name": "Bo", "rep": 4})
    document = played.state(battle)
    own = (
        Marker("star-power", Text("Star Power", "Star Power"), BOXES, most=5),
        Marker("leader-lost", Text("Perte du chef", "Leader lost")),
        Marker("turns", Text("Tours", "Turns"), BOXES, most=10),
    )
    bo = document.sides[0].units[1]
    empties = [
        Marker(key, Text("Revolver : à sec", "Revolver: empty")) for key in ("revolver-empty", "revolver-empty-2")
    ]
    bo = replace(bo, markers=(*bo.markers, *empties))
    side = document.sides[0]
    side = replace(side, markers=(*own, *side.markers), units=(side.units[0], bo))
    marks = {"0/star-power": 3, "0/turns": 4, "0/leader-lost": 1, "0/1.0/revolver-empty-2": 1}
    row = Battle.objects.get(pk=battle.pk)
    services.save(row, replace(document, sides=(side,), marks=marks))
    assert dict(played.state(battle).marks) == marks
    head = head_of(battle)
    assert [head[one].count(TICKED) for one in ("Star Power", "Turns", "Leader lost")] == [3, 4, 1]
    client = played.player(battle)
    assert client.get(played.url("battle", battle)).status_code == 200
    played.send(client, battle, "set 0/star-power 4", "set 0/1.0/revolver-empty 1")
    assert played.state(battle).marks["0/1.0/revolver-empty"] == 1
    services.end(battle.pk, Result((SideResult(DRAWN),)))
    assert "power-0" in report_form(client, battle)[0]


def test_alone_against_the_game_its_zombies_and_insurgents_are_at_hand():
    loaded = LoadedRoster.from_data(played.example("chain-reaction"))
    alone = played.state(of_figures())
    both = replace(alone, sides=(*alone.sides, *alone.sides))
    found = [
        {passage.title for passage in brief(BattleContext(document, loaded.catalogue, [loaded], "en"))}
        for document in (alone, both)
    ]
    assert [one & {*OF_THE_GAME} for one in found] == [{*OF_THE_GAME}, set()]


# --- after the game -------------------------------------------------------------------------------------------------


NPCS = [{"kind": "npc", "name": name, "rep": 4} for name in ("Bo", "Cy", "Di", "Ed", "Fa")]
TICKS = (
    "set 0/0.0/star-power 1",
    "set 0/0.0/out 1",
    "set 0/1.0/dead 1",
    "set 0/2.0/fled 1",
    "set 0/2.0/removed-from-play 1",
    "set 0/3.0/captured 1",
    "set 0/4.0/took-somebody-out 1",
    "set 0/5.0/stunned 1",
)


def report_form(client, battle, query=""):
    """What the after-game form has chosen: {name of a field: its value}."""
    roster = battle.rosters.get(number=0).roster
    page = client.get(f"{reverse('roster-page', args=[roster.pk, 'aftermath'])}{query}").content.decode()
    fates = dict(re.findall(r'<select id="[^"]*" name="(fate-\d)">.*?<option value="(\w+)" selected', page, re.DOTALL))
    return fates | dict.fromkeys(re.findall(r'type="checkbox" name="([\w-]+)" checked', page), "on"), page


def test_the_page_after_a_game_begins_with_what_the_battle_knows():
    battle = of_figures(*NPCS)
    client = played.player(battle)
    played.send(client, battle, *TICKS)
    services.end(battle.pk, Result((SideResult(LOST),)))
    fields, page = report_form(client, battle)
    assert fields == {
        "fate-0": "out",
        "power-0": "on",
        "fate-1": "dead",
        "fate-2": "fled",
        "removed-2": "on",
        "fate-3": "gone",
        "fate-4": "fine",
        "kill-4": "on",
        "fate-5": "fine",
        "lost": "on",
    }
    assert "Filled in from the battle" in page


def test_a_die_of_star_power_that_came_back_was_used_all_the_same():
    battle = of_figures(*NPCS)
    client = played.player(battle)
    played.send(client, battle, "set 0/0.0/star-power-used 1")
    services.end(battle.pk, Result((SideResult(DRAWN),)))
    fields, _page = report_form(client, battle)
    assert ("power-0" in fields, "lost" in fields) == (True, False)


def test_what_is_filled_in_can_be_changed_and_is_taken_over():
    battle = of_figures(*NPCS)
    client = played.player(battle)
    played.send(client, battle, *TICKS)
    services.end(battle.pk, Result((SideResult(LOST),)))
    roster = battle.rosters.get(number=0).roster
    fields = {"revision": roster.revision, "fate-1": "fine", "losses": "no", "action": "aftermath"}
    client.post(reverse("roster-page", args=[roster.pk, "aftermath"]), fields)
    roster.refresh_from_db()
    assert [unit.name for unit in history.load_roster(roster).document.units] == ["Ana", "Bo", "Cy", "Di", "Ed", "Fa"]
    assert "Filled in from the battle" not in report_form(client, battle)[1]


def test_a_list_that_changed_since_is_filled_in_by_name_where_asked():
    battle = of_figures(*NPCS)
    client = played.player(battle)
    played.send(client, battle, *TICKS)
    services.end(battle.pk, Result((SideResult(LOST),)))
    roster = battle.rosters.get(number=0).roster
    history.apply(roster, "remove 1", {}, roster.revision)
    assert report_form(client, battle)[0] == {f"fate-{n}": "fine" for n in range(5)}
    fields, page = report_form(client, battle, f"?battle={battle.pk}")
    assert (fields["fate-1"], fields["fate-2"], fields["kill-3"]) == ("fled", "gone", "on")
    assert "changed since" in page


@pytest.mark.parametrize("query", ["?battle=x", "?battle=99999", "?battle=", "?battle=" + "9" * 30])
def test_another_battle_or_junk_fills_in_nothing(query):
    battle, other = of_figures(*NPCS), of_figures(*NPCS)
    client = played.player(battle)
    played.send(played.player(other), other, *TICKS)
    services.end(other.pk, Result((SideResult(LOST),)))
    assert report_form(client, battle, query)[0] == {f"fate-{n}": "fine" for n in range(6)}
    assert report_form(client, battle, f"?battle={other.pk}")[0] == {f"fate-{n}": "fine" for n in range(6)}


def test_a_battle_that_goes_on_fills_in_nothing_by_itself():
    battle = of_figures(*NPCS)
    client = played.player(battle)
    played.send(client, battle, *TICKS)
    assert report_form(client, battle)[0] == {f"fate-{n}": "fine" for n in range(6)}


@pytest.mark.parametrize("campaign", [True, False])
def test_the_end_of_a_battle_leads_to_the_page_after_the_game(campaign):
    battle = of_figures(*NPCS, campaign=campaign)
    client, roster = played.player(battle), battle.rosters.get(number=0).roster
    there = f'href="{reverse("roster-page", args=[roster.pk, "aftermath"])}?battle={battle.pk}"'
    assert there not in client.get(played.url("battle-end", battle)).content.decode()
    answer = client.post(played.url("battle-end", battle), {"outcome-0": "lost"}, follow=True)
    assert (there in answer.content.decode()) == campaign


def test_only_ones_own_list_is_led_on():
    rows = [played.roster("chain-reaction", campaign=True) for _side in range(2)]
    battle = played.of(*rows)
    services.end(battle.pk, Result((SideResult(WON), SideResult(LOST))))
    page = played.player(battle, 1).get(played.url("battle-end", battle)).content.decode()
    assert [f"/lists/{row.pk}/aftermath/" in page for row in rows] == [False, True]


# --- the evening afterwards -----------------------------------------------------------------------------------------


def test_the_log_tells_the_evening_in_five_sentences():
    units = [{"kind": "npc", "name": name, "rep": 4} for name in ("Bo", "Cy", "Di")]
    row = played.roster(
        "chain-reaction", campaign=True, leader=0, log=[], units=[{"kind": "star", "name": "Ana"}, *units]
    )
    battle = services.start([played.participant(row)], None, against="zombies")
    client = played.player(battle)
    clock = "all set table/moment 2 ; set table/weather 10 ; set table/round 4 ; arrive 2"
    played.send(client, battle, clock, "set 0/1.0/dead 1", "set 0/2.0/fled 1", "set 0/0.0/took-somebody-out 1")
    played.send(client, battle, "set others/1/out 1", "set others/2/captured 1", "set 0/3.0/out 1", "set 0/3.0/dead 1")
    client.post(played.url("battle-end", battle), {"outcome-0": "lost", "outcome-1": "won"})
    page = client.get(reverse("roster-page", args=[row.pk, "aftermath"]), headers={"accept-language": "en"})
    told = re.search(r"<textarea[^>]*>(.*?)</textarea>", page.content.decode(), re.DOTALL)[1]
    assert told.splitlines() == [
        "Turns: 4, against Zombies; at the end: Night, Bad weather.",
        "The battle was lost.",
        "Dead: Bo, Di; out of action: –; fled or taken: Cy.",
        "Took an enemy out: Ana.",
        "Opponents out of play: 2 of 2.",
    ]
    fields = {"revision": 1, "action": "aftermath", "story": told, "fate-1": "dead", "losses": "no"}
    client.post(reverse("roster-page", args=[row.pk, "aftermath"]), fields)
    texts = [entry.text for entry in history.load_roster(row.__class__.objects.get(pk=row.pk)).document.log]
    assert " ".join(texts).startswith(" ".join(told.splitlines()))


def test_rep_is_a_line_from_battle_to_battle():
    units = [{"kind": "star", "name": "Ana"}, {"kind": "npc", "name": "Bo", "rep": 3}]
    row = played.roster("chain-reaction", campaign=True, leader=0, log=[], units=units)
    client = make.grant(Client(headers={"accept-language": "en"}), row)
    address = reverse("roster-page", args=[row.pk, "aftermath"])
    assert 'class="chart"' not in client.get(address).content.decode()
    report = {"revision": 1, "action": "aftermath", "kill-1": "on", "losses": "no", "dice": "6"}
    client.post(address, report)
    charts = re.findall(r"<figcaption>\s*(\S+)\s*<b>(\d)</b>", client.get(address).content.decode())
    assert charts == [("Ana", "5"), ("Bo", "4")]


# --- a side that the game plays -------------------------------------------------------------------------------------


def test_the_form_asks_whom_the_game_plays_and_how_much_it_helps():
    row = played.roster("chain-reaction")
    client = make.grant(Client(headers={"accept-language": "en"}), row)
    address = reverse("battle-new", args=[row.pk])
    shown = client.get(address).content.decode()
    assert re.findall(r'<option value="(zombies|insurgents|[012])">', shown) == ["zombies", "insurgents", "0", "1", "2"]
    client.post(address, {"against": "zombies", "help": "1"})
    battle = played.state(Battle.objects.get())
    assert [(side.name, side.run_by_game) for side in battle.sides][1:] == [("Zombies", True)]
    assert battle.number("table/help") == 1
    assert client.post(address, {"against": "robots"}).status_code == 422


@pytest.mark.parametrize(("against", "level"), [("", 0), ("zombies", 2)])
def test_without_a_wish_the_game_helps_where_it_plays_a_side(against, level):
    row = played.roster("chain-reaction")
    battle = played.state(services.start([played.participant(row)], None, against=against))
    assert battle.number("table/help") == level


def test_a_list_joins_beside_the_side_that_the_game_plays_and_may_leave():
    row = played.roster("chain-reaction")
    battle = services.start([played.participant(row)], None, against="insurgents")
    other = played.roster("chain-reaction", name="Other")
    assert services.join(battle.pk, played.participant(other)) == 2
    state = played.state(battle)
    assert [side.run_by_game for side in state.sides] == [False, True, False]
    keys = [marker.key for marker in state.markers if marker.key.startswith("die-")]
    assert keys == ["die-0", "die-1", "die-2"]
    client = played.player(battle, 2)
    played.send(client, battle, "arrive 1 fusil-d-assaut", "set table/die-1 3")
    assert (len(played.state(battle).standing(1)), played.state(battle).number("table/die-1")) == (1, 3)


def test_what_happens_in_a_turn_is_one_tap_away():
    row = played.roster("chain-reaction")
    battle = services.start([played.participant(row)], None, against="zombies")
    client = played.player(battle)
    address = reverse("battle-page", args=[battle.pk, "turn"])
    assert f'href="{address}"' in client.get(played.url("battle", battle)).content.decode()
    page = client.get(address).content.decode()
    assert ["Activation" in page, "Zombie arrivals" in page, "Insurgents" in page] == [True, True, False]
    assert re.findall(r'value="set table/help (\d)"\s+aria-pressed="(\w+)"', page) == [
        ("0", "false"),
        ("1", "false"),
        ("2", "true"),
    ]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_action_of_every_figure_has_a_page(battle, language):
    client = played.player(battle)
    played.send(client, battle, "set 0/1.0/stunned 1", "set 0/2.0/fled 1", "set 0/0.0/empty 1", "set 0/0.0/in-car 1")
    document = played.state(battle)
    addresses = [
        (slug, path)
        for slug, action in BATTLE.actions.items()
        for path in [*document.paths_of(0)][:3]
        if action.kinds and action.suits_unit(document, path)
    ]
    assert {slug for slug, _path in addresses} >= {"shoot", "shot-at", "charge", "melee", "recover", "rally", "start"}
    for slug, path in addresses:
        address, headers = played.url("battle-action", battle, slug), {"accept-language": language}
        assert client.get(address, {"unit": path}, headers=headers).status_code == 200, (slug, path)


def test_a_chain_is_taken_back_as_a_whole_or_link_by_link(battle):
    """A mark before, a shot, a test: the chain takes back both of its links, not what was before."""
    client = played.player(battle)
    played.send(client, battle, "set 0/2.0/cover 1")
    played.send(client, battle, "all set 0/0.0/activated 1 ; say 0/1.0/step-due 1 shot-at?by=0/0.0")
    played.send(client, battle, "all set 0/1.0/cover 1 ; say 0/1.0/step-due 1 shoot?kind=back&target=0/2.0")

    def stands():
        paths = ("0/2.0/cover", "0/0.0/activated", "0/1.0/cover", "0/1.0/step-due")
        return [played.state(battle).value(path) for path in paths]

    assert stands() == [1, 1, 1, "1 shoot?kind=back&target=0/2.0"]
    played.send(client, battle, "undo")
    assert stands() == [1, 1, 0, "1 shot-at?by=0/0.0"]
    played.send(
        client, battle, "all set 0/1.0/cover 1 ; say 0/1.0/step-due 1 shoot?kind=back&target=0/2.0", "undo chain"
    )
    assert stands() == [1, 0, 0, ""]
    played.send(client, battle, "undo chain")
    assert stands() == [0, 0, 0, ""]


def test_the_deviation_of_a_mortar_is_drawn():
    crew = {"mortars": [{"size": "petit-mortier", "crew": [1, 2]}]}
    battle = of_figures(*({"kind": "npc", "name": name, "rep": 4} for name in ("Bo", "Cy")), **crew)
    client = played.player(battle)
    played.send(client, battle, "set 0/mortar-0-up 1")
    address = played.url("battle-action", battle, "mortar")
    page = client.get(address, {"unit": "0/1.0", "dice": "3 4 4"}).content.decode()
    assert ('<line x2="0.0" y2="3.0"/>' in page, 'cy="3.0" r="1.5"' in page) == (True, True)


def test_assisted_help_asks_for_the_dice_of_the_table_and_offers_to_roll_after_that():
    battle = of_figures()
    client = played.player(battle)
    address = played.url("battle-action", battle, "shot-at")
    both = [client.get(address, {"unit": "0/0.0"}).content.decode()]
    played.send(client, battle, "set table/help 1")
    both.append(client.get(address, {"unit": "0/0.0"}).content.decode())
    assert ["Roll 2D6 and enter the dice" in page for page in both] == [False, True]
    assert ["button roll-now" in page for page in both] == [True, False]
