"""A team on paper: what its head and its dashboards say, and that blanks stay blank."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.sheets.choices import PrintChoices
from builder.sheets.common import TICKED
from builder.sheets.parts import BOX, FREE_BOX
from builder.sheets.rendering import sheet_html as html
from rules.document import LogEntry
from rules.games.reichbusters.document import Hero, Track
from tests.builder.reichbusters.editing import GAME_UI, load_roster
from tests.rules.reichbusters import make


def build_sheet(document, language="en"):
    loaded = load_roster(document)
    return GAME_UI.build_sheet(document, loaded.verdict, language)


def card(**fields):
    return build_sheet(make.party(**fields)).units[0].card


def lines(card, title):
    """The lines of a card under one title."""
    current, under_title = None, []
    for line in card.lines:
        if line.title:
            current = line.head
        elif current == title:
            under_title.append(line)
    return under_title


def figures(card):
    return {stat.label: stat.value.strip() for stat in card.stats}


def track(document):
    return {one.label: one.boxes for one in build_sheet(document).tracks}


# --- The head -------------------------------------------------------------------------------------------------------


def test_the_round_track_has_a_box_for_every_round_and_the_alarm():
    assert track(make.team(track=Track(5, 4))) == {
        "Before the alarm": BOX * 5,
        "ALARM": BOX,
        "After the alarm": BOX * 4,
    }


@pytest.mark.parametrize("written", [None, Track(), Track(9, 1)])
def test_without_a_track_the_longest_is_printed_with_open_boxes(written):
    assert track(make.team(track=written)) == {
        "Before the alarm": BOX * 4 + FREE_BOX * 3,
        "ALARM": BOX,
        "After the alarm": BOX * 3 + FREE_BOX * 3,
    }


def test_the_head_names_mission_mode_faction_and_team_card():
    sheet = build_sheet(make.team(mode="raid", mission="Le pont", faction="Saturés", team="Deux héros"))
    assert {fact.label: fact.value for fact in sheet.facts} == {
        "Mode": "RAID",
        "Mission": "Le pont",
        "Enemy faction": "Saturés",
        "Team card": "Deux héros",
    }
    assert sheet.subtitle == "Reichbusters: Projekt Vril\u00a0· RAID\u00a0· Le pont"


def test_a_blank_of_the_head_is_a_line_to_write_on():
    values = [fact.value for fact in build_sheet(make.team()).facts]
    assert values == ["Campaign", "_" * 16, "_" * 16, "_" * 16]


def test_the_figures_of_the_head_are_sums():
    sheet = build_sheet(make.team(make.hero(wounds=3, heroism=(("joker", 2),)), make.hero("sarge"), track=Track(5, 4)))
    assert {figure.label: figure.value for figure in sheet.figures} == {
        "Heroes": "2/4",
        "Enemy turns": "2",
        "Rounds": "9",
        "Wound cards": "3/20",
        "Attack": "0/8",
        "Defence": "0/8",
        "Joker": "2/8",
        "Globes": "0",
    }


def test_the_seven_base_actions_and_the_end_of_the_round_are_at_hand():
    passages = {passage.title: passage for passage in build_sheet(make.team()).brief}
    assert [left for left, _right in passages["Base actions"].rows] == [
        "1. Move",
        "2. Attack",
        "3. Search",
        "4. Reload equipment",
        "5. Draw 2 cards",
        "6. Unlock or open a door",
        "7. Recover",
    ]
    assert len(passages["End of the round"].rows) == 4


def test_the_last_six_missions_are_listed_the_latest_last():
    log = tuple(LogEntry(date=f"2026-01-0{n}", title=f"Mission {n}", text="Won") for n in range(1, 9))
    passages = {passage.title: passage for passage in build_sheet(make.team(log=log)).brief}
    assert passages["Missions played"].rows[0] == ("2026-01-03 Mission 3", "Won")
    assert len(passages["Missions played"].rows) == 6
    assert "Missions played" not in {passage.title for passage in build_sheet(make.team()).brief}


def test_a_game_without_points_counts_its_heroes():
    sheet = build_sheet(make.party())
    assert (sheet.spent, sheet.budget, sheet.score, sheet.units[0].points) == (None, None, "2 heroes", None)


# --- A dashboard ----------------------------------------------------------------------------------------------------


def test_dashboards_stand_two_to_a_page():
    assert [unit.format for unit in build_sheet(make.party()).units] == ["half", "half"]


def test_blank_figures_are_empty_boxes():
    blank = build_sheet(make.team(Hero(hero="brick"))).units[0].card
    assert figures(blank) == {
        "Defence": "",
        "Wounds": "",
        "Hand": "",
        "Cards in the game": "12",
        "Out of the game": "",
        "Globes": "",
        "Upgrades": "",
    }
    places = [line.ticks.replace("\u00a0", " ") for line in lines(blank, "Weapons")][::2]
    assert [words.partition("shooting ")[2] for words in places[:2]] == [
        f"range {BOX} · attack {BOX} · noise {BOX} · vril {BOX}"
    ] * 2
    assert lines(blank, "Weapons")[-1].asides[0].words.replace("\u00a0", " ") == "range 0 · attack 1 · noise 0"


def test_figures_that_were_copied_are_printed():
    things = (make.thing("Globe", globe=True), make.thing("Globe", globe=True))
    dashboard = card(defense=3, wounds=2, hand=4, removed_cards=1, objects=things)
    assert list(figures(dashboard).values()) == ["3", "2", "4", "11", "1", "2", "1"]


def test_a_weapon_has_its_kind_keywords_and_state():
    gun = make.weapon(
        "Vickers", "ranged", 3, 4, 2, vril_dice=1, keywords=("Peu fiable",), upgraded=True, token="jammed"
    )
    first, ticks, *_others = lines(card(weapons=(gun, make.weapon())), "Weapons")
    assert (first.head, first.text) == ("Vickers", "shooting\u00a0· Peu fiable\u00a0· upgraded\u00a0· jammed")
    assert first.asides[0].words.replace("\u00a0", " ") == "range 3 · attack 4 · noise 2 · vril 1"
    assert ticks.ticks.replace("\u00a0", " ").split("   ") == [
        f"{TICKED} upgraded",
        f"{TICKED} jammed",
        f"{BOX} discharged",
    ]


def test_melee_has_range_0_where_none_is_written():
    first = lines(card(weapons=(make.weapon(range=None), make.weapon())), "Weapons")[0]
    assert first.asides[0].words.replace("\u00a0", " ") == f"range 0 · attack 2 · noise 0 · vril {BOX}"


def test_every_place_has_a_line():
    dashboard = card(skills=("Agile",), objects=(make.thing("Corde"),))
    assert [line.text for line in lines(dashboard, "Skills")] == ["Agile", "", "", ""]
    assert [line.head for line in lines(dashboard, "Objects")] == ["Corde", "", "", ""]


def test_a_globe_with_another_name_says_that_it_is_one():
    things = (make.thing("Sphère", globe=True), make.thing("", globe=True), make.thing("Globe of vril", globe=True))
    assert [(line.head, line.text) for line in lines(card(objects=things), "Objects")][:3] == [
        ("Sphère", "globe of vril"),
        ("globe of vril", ""),
        ("Globe of vril", ""),
    ]


@pytest.mark.parametrize(("wounds", "ticked"), [(0, 0), (2, 2), (4, 4), (9, 4)])
def test_wounds_tick_their_boxes(wounds, ticked):
    boxes = [line.ticks[0] for line in lines(card(wounds=wounds), "Lasting wounds")]
    assert boxes == [TICKED] * ticked + [BOX] * (4 - ticked)


@pytest.mark.parametrize(
    ("number", "boxes"), [(0, BOX * 8), (3, f"{TICKED * 3} {BOX * 5}"), (8, TICKED * 8), (9, TICKED * 8)]
)
def test_heroism_ticks_its_boxes(number, boxes):
    assert card(heroism=(("joker", number),)).tracks[2].boxes == boxes


def test_what_is_done_once_a_turn_has_a_box():
    once = lines(card(), "Each turn")[0]
    assert once.ticks.replace("\u00a0", " ").split("   ") == [
        f"{BOX} Move",
        f"{BOX} Attack",
        f"{BOX} Give, take or drop an object",
    ]


def test_the_badges_are_card_player_and_state():
    hero = make.hero(name="Le gros", player="Anne", wounds=4, captured=True)
    assert build_sheet(make.team(hero)).units[0].badges == ("Brick", "Anne", "down", "captured")
    assert build_sheet(make.team(make.hero("other", name="Nadja"))).units[0].badges == ("Hero of another box",)
    assert build_sheet(make.team(make.hero(name="Brick"))).units[0].badges == ()


@pytest.mark.parametrize(
    ("hero", "name"),
    [
        (Hero(hero="red-hawk"), "Red Hawk"),
        (Hero(hero="other"), "Hero of another box"),
        (Hero(hero="wolff"), "wolff"),
        (Hero(), "–"),
    ],
)
def test_a_nameless_hero_has_the_name_of_the_card(hero, name):
    assert build_sheet(make.team(hero)).units[0].name == name


def test_the_summary_of_a_hero():
    gun = make.weapon("Vickers", "ranged", 3, 4, 2, keywords=("Peu fiable",))
    hero = make.hero(weapons=(gun,), skills=("Agile",), objects=(make.thing("Corde"),), wounds=1)
    assert build_sheet(make.team(hero)).units[0].summary.replace("\u00a0", " ") == (
        "Defence 2 · Vickers (shooting, range 3, attack 4, noise 2, Peu fiable) · Agile · Corde · 1 wound"
    )


def test_the_summary_ends_with_the_state_of_a_hero():
    gun = make.weapon("Vickers", "ranged", 3, 4, 2, vril_dice=2, upgraded=True, token="jammed")
    hero = make.hero(
        player="Ana", weapons=(gun,), skills=(), objects=(), wounds=4, captured=True, hand=5, removed_cards=2
    )
    assert build_sheet(make.team(hero)).units[0].summary.replace("\u00a0", " ") == (
        "Ana · Defence 2 · Vickers (shooting, range 3, attack 4, noise 2, vril 2, upgraded, jammed) · 4 wounds"
        " · Hand 5 · Out of the game 2 · down · captured"
    )


def test_a_figure_too_long_for_its_box_is_printed_in_full_below():
    dashboard = card(defense=10**3999)
    assert (dashboard.stats[0].value, dashboard.lines[0].head, dashboard.lines[0].text) == (
        "…",
        "Defence",
        str(10**3999),
    )


@pytest.mark.parametrize("layout", ["cards", "roster"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_sheet_prints_in_every_layout(layout, language):
    hero = replace(make.hero(), name="Brick " * 30)
    sheet = build_sheet(make.team(*[hero] * 5), language)
    with override(language):
        assert html(sheet, PrintChoices(layout), language).count("Brick") >= 5


@pytest.mark.parametrize(
    ("upgraded", "up", "down"),
    [
        (False, "range 0 · attack 2 · noise 0 · vril ◻", "upgraded side · melee · Brasier"),
        (True, "range 0 · attack 3 · noise 0 · vril 1", "first side · melee"),
    ],
)
def test_a_weapon_shows_the_side_that_is_up_and_then_the_other(upgraded, up, down):
    saw = make.weapon("Scie", upgraded=upgraded, improved=make.side(keywords=("Brasier",)))
    first, other, *_rest = lines(card(weapons=(saw, make.weapon())), "Weapons")
    assert first.asides[0].words.replace("\u00a0", " ") == up
    assert other.text.replace("\u00a0", " ") == down


def test_the_summary_has_the_side_that_is_up():
    saw = make.weapon("Scie", upgraded=True, improved=make.side(keywords=("Brasier",)))
    summary = build_sheet(make.party(weapons=(saw,))).units[0].summary.replace("\u00a0", " ")
    assert "Scie (melee, attack 3, noise 0, vril 1, Brasier, upgraded)" in summary


def test_an_overload_discharges_and_a_corridor_is_pacified():
    passages = {passage.title: dict(passage.rows) for passage in build_sheet(make.team()).reference}
    assert "discharged (rb-19)" in passages["Vril"]["Overload"]
    assert "clear a room or a corridor" in passages["Heroism"]["Gain 1"]
